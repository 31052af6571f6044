/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks: rows in tiles of bricks, laid out as the kernel reads them. */
#include "gpu/bricks.cuh"

#include <algorithm>
#include <new>

#include "gpu/brick_order.cuh"

/* A tile gathers at most this share of what single rows would gather; the long rows have at most that of all entries.
 */
static const double FETCHED_MOST = 0.6, LONG_MOST = 0.25;

/* What is known of the tile that is being filled: its columns by number, in the order in which they come up; the slot
   of each; how many slots of each class, mod 4, are taken. */
struct filling {
    const struct csr *a;
    const struct brick_limits *l;
    const struct brick_order *order;
    struct bricks *out;
    std::vector<int32_t> number;                    /* of each column of A, -1: not in this tile */
    std::vector<int32_t> column, slot, place;       /* of each number; place: in its brick */
    int32_t taken[BRICK_STEP], most;                /* most: of a class */
    std::vector<int32_t> own, of_class[BRICK_STEP]; /* numbers of the columns of a brick */
    std::vector<uint32_t> mask;
    std::vector<double> value;
    uint32_t groups, values; /* of the bricks before */
};

/* The columns of a brick, in the order in which they come up. */
static void gather(struct filling *f, const struct brick_rows *b)
{
    f->own.clear();
    for (int r = 0; r < b->rows; r++) {
        int64_t row = f->order->row[b->first + r];
        for (int64_t e = f->a->ptr[row]; e < f->a->ptr[row + 1]; e++) {
            int32_t *number = &f->number[f->a->ind[e]];
            if (*number < 0) {
                *number = (int32_t)f->column.size();
                f->column.push_back(f->a->ind[e]);
                f->slot.push_back(-1);
                f->place.push_back(-1);
            }
            if (f->place[*number] < 0) {
                f->place[*number] = 0;
                f->own.push_back(*number);
            }
        }
    }
}

/* Slots of one class lie in the same banks, hence the four columns of a step are to be of four classes: a column that
   is new takes the class that this brick has least of. */
static void choose_slots(struct filling *f)
{
    int32_t mine[BRICK_STEP] = {};
    for (int32_t n : f->own)
        if (f->slot[n] >= 0)
            mine[f->slot[n] % BRICK_STEP]++;
    for (int32_t n : f->own) {
        if (f->slot[n] >= 0)
            continue;
        int best = -1;
        for (int q = 0; q < BRICK_STEP; q++)
            if (f->taken[q] < f->most && (best < 0 || mine[q] < mine[best]))
                best = q;
        f->slot[n] = f->taken[best]++ * BRICK_STEP + best;
        mine[best]++;
    }
}

static uint16_t slot_units(const struct filling *f, int32_t number)
{
    int32_t slot = f->slot[number], turn = f->a->type == VT_F64 ? slot % BRICK_STEP * 2 : 0;
    return (uint16_t)(slot * f->l->stride / 16 + turn);
}

/* Column number p of a brick of f64 goes with p % 4 in step p / 4: as many as there are steps of each class to their
   place, the rest to places that are left, and where none is left, one of its own again, which meets no other. */
static void place_pairs(struct filling *f, int64_t groups, uint16_t *slots)
{
    int64_t steps = groups * 2, next = 0;
    std::vector<int32_t> at((size_t)(steps * BRICK_STEP), -1), rest;
    for (int q = 0; q < BRICK_STEP; q++)
        f->of_class[q].clear();
    for (int32_t n : f->own)
        f->of_class[f->slot[n] % BRICK_STEP].push_back(n);
    for (int q = 0; q < BRICK_STEP; q++)
        for (size_t s = 0; s < f->of_class[q].size(); s++)
            if ((int64_t)s < steps)
                at[s * BRICK_STEP + q] = f->of_class[q][s];
            else
                rest.push_back(f->of_class[q][s]);
    for (int32_t n : rest) {
        while (at[next] >= 0)
            next++;
        at[next] = n;
    }
    for (int64_t p = 0; p < steps * BRICK_STEP; p++) {
        int q = (int)(p % BRICK_STEP);
        bool filled = at[p] >= 0;
        int32_t n = filled ? at[p] : f->of_class[q].empty() ? f->own[0] : f->of_class[q][0];
        if (filled)
            f->place[n] = (int32_t)p;
        slots[p / BRICK_PAIR * BRICK_PAIR + q * 2 + p / BRICK_STEP % 2] = slot_units(f, n);
    }
}

static void fill_pairs(struct filling *f, const struct brick_rows *b, unsigned char *at, const struct brick_head *h,
                       struct brick *to)
{
    const double *val = static_cast<const double *>(f->a->val);
    int64_t steps = (int64_t)to->groups * 2;
    place_pairs(f, to->groups, (uint16_t *)(at + h->slots) + (int64_t)to->group * BRICK_PAIR);
    f->mask.assign((size_t)steps, 0);
    f->value.resize((size_t)steps * 32);
    for (int r = 0; r < b->rows; r++)
        for (int64_t e = f->a->ptr[to->row[r]]; e < f->a->ptr[to->row[r] + 1]; e++) {
            int32_t p = f->place[f->number[f->a->ind[e]]], lane = r * BRICK_STEP + p % BRICK_STEP;
            f->mask[p / BRICK_STEP] |= 1u << lane;
            f->value[(size_t)(p / BRICK_STEP * 32 + lane)] = val[e];
        }
    double *values = (double *)(at + h->values) + to->value;
    for (int64_t s = 0; s < steps; s++) {
        ((uint32_t *)(at + h->masks))[(int64_t)to->group * 2 + s] = f->mask[s];
        for (uint32_t bits = f->mask[s]; bits != 0; bits &= bits - 1)
            *values++ = f->value[(size_t)(s * 32 + __builtin_ctz(bits))];
    }
}

static void fill_quads(struct filling *f, const struct brick_rows *b, unsigned char *at, const struct brick_head *h,
                       struct brick *to)
{
    const float *val = static_cast<const float *>(f->a->val);
    int64_t first = (int64_t)to->group * BRICK_QUAD, places = (int64_t)to->groups * BRICK_QUAD;
    uint16_t *slots = (uint16_t *)(at + h->slots) + first;
    float *values = (float *)(at + h->values) + first * BRICK_ROWS;
    std::fill_n(values, places * BRICK_ROWS, 0.0f);
    for (int64_t p = 0; p < places; p++) {
        int32_t n = f->own[std::min<int64_t>(p, (int64_t)f->own.size() - 1)];
        slots[p] = slot_units(f, n);
        if (p < (int64_t)f->own.size())
            f->place[n] = (int32_t)p;
    }
    for (int r = 0; r < b->rows; r++)
        for (int64_t e = f->a->ptr[to->row[r]]; e < f->a->ptr[to->row[r] + 1]; e++)
            values[f->place[f->number[f->a->ind[e]]] * BRICK_ROWS + r] = val[e];
}

static void fill_brick(struct filling *f, const struct brick_rows *b, unsigned char *at, const struct brick_head *h,
                       struct brick *to)
{
    gather(f, b);
    choose_slots(f);
    *to = { .group = f->groups, .groups = (uint32_t)brick_groups(b->columns, f->a->type), .value = f->values };
    for (int r = 0; r < BRICK_ROWS; r++)
        to->row[r] = r < b->rows ? f->order->row[b->first + r] : -1;
    if (to->groups > 0)
        f->a->type == VT_F64 ? fill_pairs(f, b, at, h, to) : fill_quads(f, b, at, h, to);
    f->groups += to->groups;
    f->values += (uint32_t)b->entries;
    for (int32_t n : f->own)
        f->place[n] = -1;
}

/* Where the parts of a tile begin; h->x is where it ends. */
static struct brick_head head_of(const struct filling *f, const struct brick_tile *t)
{
    struct brick_head h = { .bricks = (uint32_t)t->bricks };
    int64_t groups = 0, entries = 0, at = (int64_t)sizeof h + t->bricks * (int64_t)sizeof(struct brick);
    bool pairs = f->a->type == VT_F64;
    for (int32_t b = t->brick; b < t->brick + t->bricks; b++) {
        groups += brick_groups(f->order->brick[b].columns, f->a->type);
        entries += f->order->brick[b].entries;
    }
    h.slots = (uint32_t)at;
    at += groups * (pairs ? BRICK_PAIR : BRICK_QUAD) * 2;
    h.masks = (uint32_t)at;
    at = (at + (pairs ? groups * 8 : 0) + 15) / 16 * 16;
    h.values = (uint32_t)at;
    at += pairs ? entries * 8 : groups * BRICK_QUAD * BRICK_ROWS * 4;
    h.x = (uint32_t)((at + 127) / 128 * 128);
    return h;
}

static void fill_tile(struct filling *f, struct brick_tile *t)
{
    unsigned char *at = f->out->data.get() + t->at;
    struct brick_head *h = (struct brick_head *)at;
    *h = head_of(f, t);
    f->column.clear();
    f->slot.clear();
    f->place.clear();
    f->groups = f->values = 0;
    f->most = (t->columns + BRICK_STEP - 1) / BRICK_STEP + 2;
    std::fill_n(f->taken, (int)BRICK_STEP, 0);
    for (int32_t b = 0; b < t->bricks; b++)
        fill_brick(f, &f->order->brick[t->brick + b], at, h, (struct brick *)(h + 1) + b);
    t->slots = *std::max_element(f->taken, f->taken + BRICK_STEP) * BRICK_STEP;
    std::fill_n(f->out->columns.begin() + t->column, t->slots, -1);
    for (size_t n = 0; n < f->column.size(); n++) {
        f->out->columns[t->column + f->slot[n]] = f->column[n];
        f->number[f->column[n]] = -1;
    }
}

/* Where every tile and its columns go. */
static bool place_tiles(const struct csr *a, const struct brick_limits *l, const struct brick_order *order,
                        struct bricks *out, struct err *e)
{
    struct filling f = { .a = a, .l = l, .order = order };
    int64_t columns = 0, fetched = 0, entries = 0;
    out->tile = order->tile;
    for (struct brick_tile &t : out->tile) {
        int64_t end = head_of(&f, &t).x;
        t.at = out->bytes;
        t.bytes = (int32_t)end;
        t.column = columns;
        out->bytes += end;
        columns += brick_slots(t.columns);
        fetched += t.columns;
    }
    for (const struct brick_rows &b : order->brick)
        entries += b.entries;
    if ((double)entries < (1 - LONG_MOST) * (double)a->nnz)
        return err_set(e, ERR_UNSUPPORTED, "rows of more than %lld entries have %.0f%% of all entries",
                       (long long)l->cut, 100.0 * (double)(a->nnz - entries) / (double)a->nnz);
    if ((double)fetched > FETCHED_MOST * (double)entries)
        return err_set(e, ERR_UNSUPPORTED, "rows share too few columns: a tile has one for every %.1f entries",
                       (double)entries / (double)fetched);
    uint64_t all = (uint64_t)out->bytes + (uint64_t)columns * 4 + out->tile.size() * sizeof(struct brick_tile);
    if (all > l->most)
        return err_set(e, ERR_UNSUPPORTED, "rows share too few columns: %llu bytes for %lld entries",
                       (unsigned long long)all, (long long)a->nnz);
    out->columns.resize((size_t)columns);
    out->data.reset(new unsigned char[(size_t)out->bytes + 1]);
    return true;
}

static void fill_tiles(const struct csr *a, const struct brick_limits *l, const struct brick_order *order,
                       struct bricks *out)
{
    int64_t shared = 0;
    bool failed = false;
#pragma omp parallel reduction(max : shared)
    {
        struct filling f = { .a = a, .l = l, .order = order, .out = out };
#pragma omp for schedule(dynamic, 16)
        for (size_t i = 0; i < out->tile.size(); i++) {
            try {
                if (f.number.empty())
                    f.number.assign((size_t)a->n, -1);
                fill_tile(&f, &out->tile[i]);
                shared = std::max(shared, out->tile[i].bytes + out->tile[i].slots * l->stride);
            } catch (const std::bad_alloc &) {
#pragma omp atomic write
                failed = true;
            }
        }
    }
    if (failed)
        throw std::bad_alloc();
    out->shared = shared;
}

bool bricks_build(const struct csr *a, const struct brick_limits *l, struct bricks *out, struct err *e)
{
    try {
        struct brick_order order;
        *out = {};
        brick_order(a, l, &order);
        for (int64_t i = 0; i < a->m; i++)
            if (a->ptr[i + 1] - a->ptr[i] > l->cut)
                out->long_rows.push_back(i);
        if (!place_tiles(a, l, &order, out, e))
            return false;
        fill_tiles(a, l, &order, out);
        return true;
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "the bricks of a matrix", l->most);
    }
}
