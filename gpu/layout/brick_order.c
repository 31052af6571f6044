/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brick_order: pairs rows with those they share most columns with, then pairs with pairs, and so on; in the resulting
   order, neighbours share columns at every scale. */
#include "gpu/layout/brick_order.h"

#include "core/base/ascending.h"
#include "core/base/hash.h"
#include "gpu/layout/chunks.h"
#include "gpu/layout/diagonal.h"

/* Chunks are as thick as this many halves of a row's span (planes of a grid), if that makes at least four: their
   borders cost reuse. H200: four GPUs, 27-point of 203^3 k = 16, 3.2 planes each 0.415 ms, 6.4 0.395; two, 161^3 0.419
   and 0.359; FEM of 340,000 nodes k = 16, 64 0.314 and 0.312, 0.903 and 0.905. */
enum { THICK = 6, CHUNKS_THICK_LEAST = 4 };

/* A round pays if this share of the clusters found a mate. Not measured. */
static const double PAIRED_LEAST = 0.02;

/* Clusters: cluster i has the rows order[row[i]] .. order[row[i+1]-1] and the columns ind[ptr[i]] .. ascending. */
struct brick_clusters {
    int64_t count;
    const int64_t *ptr; /* those of A, or own_ptr and own_ind */
    const int32_t *ind;
    int64_t *row, *own_ptr;
    int32_t *order, *own_ind;
};

struct row_chunk {
    const struct csr *a;
    const struct brick_limits *l;
    int64_t first, end; /* its rows: first .. end-1 */
    int64_t low, high;  /* the columns of all but the long rows: low .. high-1 */
    int64_t diagonal;   /* that of row 0 */
    struct brick_clusters u;
    int32_t *owner;       /* the cluster of each row */
    int32_t *mark, *seen; /* stamps for columns, for clusters */
    int32_t *mate;
    int64_t *begin; /* in the end, where clusters that stay begin in the order */
    int64_t clusters;
    struct brick_order out;
};

static void clusters_release(struct brick_clusters *u)
{
    free(u->own_ind);
    free(u->order);
    free(u->own_ptr);
    free(u->row);
    *u = (struct brick_clusters){ 0 };
}

static int64_t length(const struct brick_clusters *u, int64_t i)
{
    return u->ptr[i + 1] - u->ptr[i];
}

/* Long rows stay alone, and are finally left out. */
static bool is_long(const struct row_chunk *c, int64_t i)
{
    return c->u.row[i + 1] - c->u.row[i] == 1 && length(&c->u, i) > c->l->cut;
}

static void mark_columns(struct row_chunk *c, int64_t i, int32_t stamp)
{
    for (int64_t e = c->u.ptr[i]; e < c->u.ptr[i + 1]; e++)
        c->mark[c->u.ind[e] - c->low] = stamp;
}

/* The number of marked columns of cluster i; -1 as soon as it must be below `least`. */
static int64_t count_marked(const struct row_chunk *c, int64_t i, int32_t stamp, int64_t least)
{
    const int64_t most = length(&c->u, i);
    int64_t missing = 0;
    if (most < least)
        return -1;
    for (int64_t e = c->u.ptr[i]; e < c->u.ptr[i + 1]; e++) {
        missing += c->mark[c->u.ind[e] - c->low] != stamp;
        if (missing > most - least)
            return -1;
    }
    return most - missing;
}

/* The free cluster with the largest share of columns in common with cluster i, -1: none fits. Candidates own a row
   whose diagonal is a column of i's, which finds all if A is symmetric. */
static int64_t find_mate(struct row_chunk *c, int64_t i)
{
    const struct brick_clusters *u = &c->u;
    int64_t best = -1, most = 0, all = 1;
    mark_columns(c, i, (int32_t)i);
    c->seen[i] = (int32_t)i;
    for (int64_t e = u->ptr[i]; e < u->ptr[i + 1]; e++) {
        int64_t row = u->ind[e] - c->diagonal, v = row >= c->first && row < c->end ? c->owner[row - c->first] : -1;
        if (v < 0 || c->seen[v] == i)
            continue;
        c->seen[v] = (int32_t)i;
        if (c->mate[v] >= 0 || is_long(c, v))
            continue;
        /* common / (both - common) > most / all */
        const int64_t both = length(u, i) + length(u, v), least = most * both / (all + most) + 1;
        const int64_t common = least <= length(u, i) ? count_marked(c, v, (int32_t)i, least) : -1;
        if (common >= 0 && both - common <= 2 * c->l->slots) {
            best = v;
            most = common;
            all = both - common;
        }
    }
    return best;
}

/* The union of two ascending lists; returns where it ends. */
static int32_t *join(const int32_t *p, const int32_t *p_end, const int32_t *q, const int32_t *q_end, int32_t *out)
{
    while (p < p_end && q < q_end) {
        int32_t least = *p < *q ? *p : *q;
        p += *p == least;
        q += *q == least;
        *out++ = least;
    }
    for (; p < p_end; p++)
        *out++ = *p;
    for (; q < q_end; q++)
        *out++ = *q;
    return out;
}

/* Adds the rows of cluster i to the last cluster of `to`, which ends at `rows`. */
static int64_t move_rows(struct row_chunk *c, int64_t i, struct brick_clusters *to, int64_t rows)
{
    for (int64_t r = c->u.row[i]; r < c->u.row[i + 1]; r++) {
        c->owner[c->u.order[r] - c->first] = (int32_t)to->count;
        to->order[rows++] = c->u.order[r];
    }
    return rows;
}

/* Joins every cluster to its mate. False: out of memory. */
static bool join_mates(struct row_chunk *c)
{
    struct brick_clusters *u = &c->u, to = { 0 };
    to.row = malloc(((size_t)u->count + 1) * sizeof *to.row);
    to.own_ptr = malloc(((size_t)u->count + 1) * sizeof *to.own_ptr);
    to.order = malloc((size_t)u->row[u->count] * sizeof *to.order + 1);
    to.own_ind = malloc((size_t)(u->ptr[u->count] - u->ptr[0]) * sizeof *to.own_ind + 1);
    if (!to.row || !to.own_ptr || !to.order || !to.own_ind) {
        clusters_release(&to);
        return false;
    }
    int64_t rows = 0;
    int32_t *ind = to.own_ind;
    to.row[0] = to.own_ptr[0] = 0;
    for (int64_t i = 0; i < u->count; i++) {
        int64_t j = c->mate[i], other = j >= 0 ? j : i;
        if (j >= 0 && j < i)
            continue;
        rows = move_rows(c, i, &to, rows);
        if (j >= 0)
            rows = move_rows(c, j, &to, rows);
        ind = join(u->ind + u->ptr[i], u->ind + u->ptr[i + 1], u->ind + u->ptr[other], u->ind + u->ptr[other + 1], ind);
        to.count++;
        to.own_ptr[to.count] = ind - to.own_ind;
        to.row[to.count] = rows;
    }
    clusters_release(u);
    *u = to;
    u->ptr = u->own_ptr;
    u->ind = u->own_ind;
    return true;
}

/* Joins clusters by pairs until too few find a mate. False: out of memory. */
static bool pair_clusters(struct row_chunk *c)
{
    for (;;) {
        int64_t count = c->u.count, paired = 0;
        memset(c->mate, -1, (size_t)count * sizeof *c->mate);
        memset(c->seen, -1, (size_t)count * sizeof *c->seen);
        memset(c->mark, -1, c->high > c->low ? (size_t)(c->high - c->low) * sizeof *c->mark : 0);
        for (int64_t i = 0; i < count; i++) {
            int64_t j = c->mate[i] >= 0 || is_long(c, i) ? -1 : find_mate(c, i);
            if (j < 0)
                continue;
            c->mate[i] = (int32_t)j;
            c->mate[j] = (int32_t)i;
            paired += 2;
        }
        if (paired == 0 || (double)paired < PAIRED_LEAST * (double)count)
            return true;
        if (!join_mates(c))
            return false;
    }
}

/* A cluster for each row. False: out of memory. */
static bool begin_clusters(struct row_chunk *c)
{
    const struct csr *a = c->a;
    struct brick_clusters *u = &c->u;
    u->count = c->end - c->first;
    u->ptr = a->ptr + c->first;
    u->ind = a->ind;
    size_t rows = (size_t)u->count;
    u->row = malloc((rows + 1) * sizeof *u->row);
    u->order = malloc(rows * sizeof *u->order + 1);
    c->owner = malloc(rows * sizeof *c->owner + 1);
    c->mate = malloc(rows * sizeof *c->mate + 1);
    c->seen = malloc(rows * sizeof *c->seen + 1);
    c->begin = malloc((rows + 1) * sizeof *c->begin);
    if (!u->row || !u->order || !c->owner || !c->mate || !c->seen || !c->begin)
        return false;
    c->low = a->n;
    c->high = 0;
    for (int64_t i = 0; i <= u->count; i++)
        u->row[i] = i;
    for (int64_t i = 0; i < u->count; i++) {
        c->owner[i] = (int32_t)i;
        u->order[i] = (int32_t)(c->first + i);
        if (length(u, i) == 0 || is_long(c, i))
            continue;
        c->low = u->ind[u->ptr[i]] < c->low ? u->ind[u->ptr[i]] : c->low;
        c->high = u->ind[u->ptr[i + 1] - 1] >= c->high ? u->ind[u->ptr[i + 1] - 1] + 1 : c->high;
    }
    c->mark = malloc(c->high > c->low ? (size_t)(c->high - c->low) * sizeof *c->mark : 1);
    return c->mark != NULL;
}

/* Removes long rows from the order, and records where other clusters begin; begin[clusters]: the remaining rows. */
static void leave_out_long_rows(struct row_chunk *c)
{
    struct brick_clusters *u = &c->u;
    int64_t rows = 0;
    for (int64_t i = 0; i < u->count; i++) {
        if (is_long(c, i))
            continue;
        c->begin[c->clusters++] = rows;
        for (int64_t r = u->row[i]; r < u->row[i + 1]; r++)
            u->order[rows++] = u->order[r];
    }
    c->begin[c->clusters] = rows;
}

static void chunk_release(struct row_chunk *c)
{
    free(c->begin);
    free(c->seen);
    free(c->mate);
    free(c->mark);
    free(c->owner);
    clusters_release(&c->u);
}

/* ---- all of it ---- */

static bool join_chunks(const struct row_chunk *chunk, int64_t chunks, struct brick_order *all)
{
    for (const struct row_chunk *c = chunk; c < chunk + chunks; c++) {
        all->rows += c->out.rows;
        all->bricks += c->out.bricks;
        all->tiles += c->out.tiles;
    }
    all->row = malloc((size_t)all->rows * sizeof *all->row + 1);
    all->brick = malloc((size_t)all->bricks * sizeof *all->brick + 1);
    all->tile = malloc((size_t)all->tiles * sizeof *all->tile + 1);
    if (!all->row || !all->brick || !all->tile)
        return false;
    int64_t row = 0, brick = 0, tile = 0;
    for (const struct row_chunk *c = chunk; c < chunk + chunks; c++) {
        for (int64_t i = 0; i < c->out.tiles; i++) {
            all->tile[tile] = c->out.tile[i];
            all->tile[tile++].brick += (int32_t)brick;
        }
        for (int64_t i = 0; i < c->out.bricks; i++) {
            all->brick[brick] = c->out.brick[i];
            all->brick[brick++].first += row;
        }
        memcpy(all->row + row, c->out.row, (size_t)c->out.rows * sizeof *all->row);
        row += c->out.rows;
    }
    return true;
}

/* Half the span of a row, as the median of a sample. */
static int64_t row_reach(const struct csr *a)
{
    enum { SAMPLE = 128 };
    int64_t span[SAMPLE], rows = 0;
    for (int64_t s = 0; s < SAMPLE && a->m > 0; s++) {
        const int64_t i = (int64_t)(hash_at(2, (uint64_t)s, 0) % (uint64_t)a->m);
        if (a->ptr[i + 1] > a->ptr[i])
            span[rows++] = a->ind[a->ptr[i + 1] - 1] - a->ind[a->ptr[i]];
    }
    qsort(span, (size_t)rows, sizeof *span, ascending_int64);
    return rows > 0 ? span[rows / 2] / 2 : 0;
}

static int64_t count_chunks(const struct csr *a)
{
    const int64_t most = chunks_count(a->m), reach = row_reach(a), thick = reach > 0 ? a->m / (THICK * reach) : most;
    return thick >= CHUNKS_THICK_LEAST && thick < most ? thick : most;
}

bool brick_order_build(const struct csr *a, const struct brick_limits *l, struct brick_order *out)
{
    const int64_t chunks = count_chunks(a), diagonal = diagonal_find(a);
    struct row_chunk *chunk = calloc((size_t)chunks, sizeof *chunk);
    *out = (struct brick_order){ 0 };
    if (!chunk)
        return false;
    bool ok = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : ok)
    for (int64_t i = 0; i < chunks; i++) {
        struct row_chunk *c = &chunk[i];
        c->a = a;
        c->l = l;
        c->diagonal = diagonal;
        c->first = chunk_begin(a->m, i, chunks);
        c->end = chunk_begin(a->m, i + 1, chunks);
        bool done = begin_clusters(c) && pair_clusters(c);
        if (done) {
            leave_out_long_rows(c);
            done = brick_cut(a, l, c->low, c->high, c->u.order, c->begin, c->clusters, &c->out);
        }
        chunk_release(c);
        ok = ok && done;
    }
    ok = ok && join_chunks(chunk, chunks, out);
    for (int64_t i = 0; i < chunks; i++)
        brick_order_release(&chunk[i].out);
    free(chunk);
    if (!ok)
        brick_order_release(out);
    return ok;
}

void brick_order_release(struct brick_order *o)
{
    free(o->tile);
    free(o->brick);
    free(o->row);
    *o = (struct brick_order){ 0 };
}
