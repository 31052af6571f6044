/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_order: rows are paired with those they share most columns with, pairs with pairs and so on; what comes out is
   an order in which neighbours share columns at every scale. */
#include "gpu/lib/chunks.cuh"
#include "gpu/mul/brick_order.cuh"

#include <algorithm>
#include <iterator>
#include <new>

static const double PAIRED_LEAST = 0.02; /* of the units, or it is not worth another round */

/* Runs of rows: unit u has the rows order[row[u]] .. order[row[u+1]-1] and the columns ind[ptr[u]] .. ascending. */
struct units {
    int64_t count;
    const int64_t *ptr; /* those of A, or own_ptr and own_ind */
    const int32_t *ind;
    std::vector<int64_t> row, own_ptr;
    std::vector<int32_t> order, own_ind;
};

/* The rows first .. end-1, whose columns are low .. high-1; the unit of each row; and stamps for columns and units. */
struct chunk {
    const struct csr *a;
    const struct brick_limits *l;
    int64_t first, end, low, high;
    struct units u;
    std::vector<int32_t> owner, mark, seen, mate;
    std::vector<int64_t> begin;
    struct brick_order out;
};

static int64_t length(const struct units *u, int64_t i)
{
    return u->ptr[i + 1] - u->ptr[i];
}

static int64_t rows_of(const struct units *u, int64_t i)
{
    return u->row[i + 1] - u->row[i];
}

/* Long rows stay alone, and are left out in the end. */
static bool is_long(const struct chunk *c, int64_t i)
{
    return rows_of(&c->u, i) == 1 && length(&c->u, i) > c->l->cut;
}

static void mark_columns(struct chunk *c, int64_t i, int32_t stamp)
{
    for (int64_t e = c->u.ptr[i]; e < c->u.ptr[i + 1]; e++)
        c->mark[c->u.ind[e] - c->low] = stamp;
}

static int64_t count_marked(const struct chunk *c, int64_t i, int32_t stamp)
{
    int64_t count = 0;
    for (int64_t e = c->u.ptr[i]; e < c->u.ptr[i + 1]; e++)
        count += c->mark[c->u.ind[e] - c->low] == stamp;
    return count;
}

/* The free unit with the greatest share of columns in common with unit i, -1: none that fits. Only those are looked at
   that own a column of i's, which finds all if A is symmetric. */
static int64_t find_mate(struct chunk *c, int64_t i)
{
    const struct units *u = &c->u;
    int64_t best = -1, most = 0, all = 1;
    mark_columns(c, i, (int32_t)i);
    c->seen[i] = (int32_t)i;
    for (int64_t e = u->ptr[i]; e < u->ptr[i + 1]; e++) {
        int64_t column = u->ind[e], v = column >= c->first && column < c->end ? c->owner[column - c->first] : -1;
        if (v < 0 || c->seen[v] == i)
            continue;
        c->seen[v] = (int32_t)i;
        if (c->mate[v] >= 0 || is_long(c, v))
            continue;
        int64_t common = count_marked(c, v, (int32_t)i), joined = length(u, i) + length(u, v) - common;
        if (joined <= 2 * c->l->slots && common * all > most * joined) {
            best = v;
            most = common;
            all = joined;
        }
    }
    return best;
}

static void take_rows(struct chunk *c, int64_t i, struct units *to)
{
    for (int64_t r = c->u.row[i]; r < c->u.row[i + 1]; r++) {
        c->owner[c->u.order[r] - c->first] = (int32_t)to->count;
        to->order.push_back(c->u.order[r]);
    }
}

/* Every unit with its mate becomes one. */
static void join_mates(struct chunk *c)
{
    struct units *u = &c->u, to = {};
    to.own_ptr.push_back(0);
    to.row.push_back(0);
    to.own_ind.reserve((size_t)(u->ptr[u->count] - u->ptr[0]));
    to.order.reserve(u->order.size());
    for (int64_t i = 0; i < u->count; i++) {
        int64_t j = c->mate[i];
        const int32_t *from = u->ind + u->ptr[i], *end = u->ind + u->ptr[i + 1];
        if (j >= 0 && j < i)
            continue;
        take_rows(c, i, &to);
        if (j >= 0)
            take_rows(c, j, &to);
        if (j >= 0)
            std::set_union(from, end, u->ind + u->ptr[j], u->ind + u->ptr[j + 1], std::back_inserter(to.own_ind));
        else
            to.own_ind.insert(to.own_ind.end(), from, end);
        to.own_ptr.push_back((int64_t)to.own_ind.size());
        to.row.push_back((int64_t)to.order.size());
        to.count++;
    }
    *u = std::move(to);
    u->ptr = u->own_ptr.data();
    u->ind = u->own_ind.data();
}

/* Whether enough units found a mate. */
static bool pair_units(struct chunk *c)
{
    int64_t count = c->u.count, paired = 0;
    c->mate.assign((size_t)count, -1);
    c->seen.assign((size_t)count, -1);
    std::fill(c->mark.begin(), c->mark.end(), -1);
    for (int64_t i = 0; i < count; i++) {
        int64_t j = c->mate[i] >= 0 || is_long(c, i) ? -1 : find_mate(c, i);
        if (j < 0)
            continue;
        c->mate[i] = (int32_t)j;
        c->mate[j] = (int32_t)i;
        paired += 2;
    }
    if (paired == 0 || (double)paired < PAIRED_LEAST * (double)count)
        return false;
    join_mates(c);
    return true;
}

/* Single rows. */
static void begin_units(struct chunk *c)
{
    const struct csr *a = c->a;
    struct units *u = &c->u;
    u->count = c->end - c->first;
    u->ptr = a->ptr + c->first;
    u->ind = a->ind;
    c->low = a->n;
    c->high = 0;
    for (int64_t i = 0; i < u->count; i++) {
        c->owner.push_back((int32_t)i);
        u->row.push_back(i);
        u->order.push_back((int32_t)(c->first + i));
        if (length(u, i) == 0)
            continue;
        c->low = std::min<int64_t>(c->low, u->ind[u->ptr[i]]);
        c->high = std::max<int64_t>(c->high, u->ind[u->ptr[i + 1] - 1] + 1);
    }
    u->row.push_back(u->count);
    c->mark.assign((size_t)std::max<int64_t>(c->high - c->low, 0), -1);
}

/* Where the units begin that are not long; in the end, how many rows they have. Theirs are the rows that stay. */
static void leave_out_long_rows(struct chunk *c)
{
    struct units *u = &c->u;
    std::vector<int32_t> order;
    c->begin.clear();
    for (int64_t i = 0; i < u->count; i++) {
        if (is_long(c, i))
            continue;
        c->begin.push_back((int64_t)order.size());
        order.insert(order.end(), u->order.begin() + u->row[i], u->order.begin() + u->row[i + 1]);
    }
    c->begin.push_back((int64_t)order.size());
    u->order = std::move(order);
}

/* ---- all of it ---- */

static void append(struct brick_order *all, const struct brick_order *part)
{
    int64_t rows = (int64_t)all->row.size();
    int32_t bricks = (int32_t)all->brick.size();
    for (struct brick_rows b : part->brick) {
        b.first += rows;
        all->brick.push_back(b);
    }
    for (struct brick_tile t : part->tile) {
        t.brick += bricks;
        all->tile.push_back(t);
    }
    all->row.insert(all->row.end(), part->row.begin(), part->row.end());
}

void brick_order(const struct csr *a, const struct brick_limits *l, struct brick_order *out)
{
    std::vector<struct chunk> chunks =
        chunks_work<struct chunk>(a->m, [a, l](struct chunk *c, int64_t first, int64_t end) {
            c->a = a;
            c->l = l;
            c->first = first;
            c->end = end;
            begin_units(c);
            while (pair_units(c))
                ;
            leave_out_long_rows(c);
            brick_cut(a, l, c->u.order, c->begin, &c->out);
        });
    for (const struct chunk &c : chunks)
        append(out, &c.out);
}
