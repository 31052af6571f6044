/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks: rows in tiles of bricks, laid out as the kernel reads them. */
#include "gpu/mul/bricks.cuh"

#include <algorithm>
#include <new>

#include "gpu/mul/brick_order.cuh"
#include "gpu/mul/brick_window.cuh"

/* A tile has at most this share of the columns that single rows would have; the long rows have at most that of all
   entries. */
static const double COLUMNS_MOST = 0.6, LONG_MOST = 0.25;

/* What is known of the run that is being filled, and of the tile and the brick. */
struct filling {
    const struct csr *a;
    const struct brick_limits *l;
    const struct brick_order *order;
    struct bricks *out;
    struct brick_window window;
    std::vector<int32_t> place;                     /* of each column of A: in the brick, -1: not there */
    std::vector<int32_t> own, of_class[BRICK_STEP]; /* columns of the brick */
    std::vector<uint32_t> mask;
    std::vector<double> value;
    uint32_t groups, values; /* of the bricks before, in the tile */
};

/* The columns of a brick, in the order in which they come up. */
static void gather(struct filling *f, const struct brick_rows *b)
{
    f->own.clear();
    for (int r = 0; r < b->rows; r++) {
        int64_t row = f->order->row[b->first + r];
        for (int64_t e = f->a->ptr[row]; e < f->a->ptr[row + 1]; e++) {
            int32_t c = f->a->ind[e];
            if (f->place[c] < 0) {
                f->place[c] = 0;
                f->own.push_back(c);
            }
        }
    }
}

static uint16_t slot_units(const struct filling *f, int32_t column)
{
    int32_t slot = f->window.slot[column], turn = f->a->type == VT_F64 ? slot % BRICK_STEP * 2 : 0;
    return (uint16_t)(slot * f->l->stride / 16 + turn);
}

/* The four columns of a step are to be of four classes, which lie in different banks. Column number p of a brick of f64
   goes with p % 4 in step p / 4: as many as there are steps of each class to their place, the rest to places that are
   left, and where none is left, one of its own again, which meets no other. */
static void place_pairs(struct filling *f, int64_t groups, uint16_t *slots)
{
    int64_t steps = groups * 2, next = 0;
    std::vector<int32_t> at((size_t)(steps * BRICK_STEP), -1), rest;
    for (int q = 0; q < BRICK_STEP; q++)
        f->of_class[q].clear();
    for (int32_t n : f->own)
        f->of_class[f->window.slot[n] % BRICK_STEP].push_back(n);
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
            int32_t p = f->place[f->a->ind[e]], lane = r * BRICK_STEP + p % BRICK_STEP;
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
            values[f->place[f->a->ind[e]] * BRICK_ROWS + r] = val[e];
}

static void fill_brick(struct filling *f, const struct brick_rows *b, unsigned char *at, const struct brick_head *h,
                       struct brick *to, std::vector<struct brick_fetch> *fetch)
{
    gather(f, b);
    window_bring(&f->window, f->own, fetch);
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

/* Where the parts of a tile begin; *end: where it ends. */
static struct brick_head head_of(const struct filling *f, const struct brick_tile *t, int64_t *end)
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
    *end = (at + 15) / 16 * 16;
    return h;
}

static void want_columns(struct filling *f, const struct brick_tile *t)
{
    for (int32_t b = t->brick; b < t->brick + t->bricks; b++)
        for (int32_t r = 0; r < f->order->brick[b].rows; r++) {
            int64_t row = f->order->row[f->order->brick[b].first + r];
            for (int64_t e = f->a->ptr[row]; e < f->a->ptr[row + 1]; e++)
                window_want(&f->window, f->a->ind[e]);
        }
}

static void fill_tile(struct filling *f, int32_t number, bool first, std::vector<struct brick_fetch> *fetch)
{
    struct brick_tile *t = &f->out->tile[number];
    unsigned char *at = f->out->data.get() + t->at;
    struct brick_head *h = (struct brick_head *)at;
    int64_t end, before = (int64_t)fetch->size();
    *h = head_of(f, t, &end);
    window_next(&f->window, number);
    want_columns(f, t);
    t->alone = !window_begin(&f->window) || first;
    f->groups = f->values = 0;
    for (int32_t b = 0; b < t->bricks; b++)
        fill_brick(f, &f->order->brick[t->brick + b], at, h, (struct brick *)(h + 1) + b, fetch);
    t->fetch = before;
    t->fetches = (int32_t)((int64_t)fetch->size() - before);
}

/* Runs of about equal cost, in bytes, as far as tiles allow; none is empty. */
static void cut_runs(const struct brick_limits *l, struct bricks *out)
{
    auto cost = [l](const struct brick_tile &t) { return t.bytes + (t.columns + t.bricks * BRICK_ROWS) * l->stride; };
    int64_t all = 0, sum = 0, tiles = (int64_t)out->tile.size(), runs = std::min(l->runs, tiles);
    for (const struct brick_tile &t : out->tile)
        all += cost(t);
    for (int64_t i = 0; i < tiles; i++) {
        int64_t cut = (int64_t)out->run.size(), left = tiles - i;
        if (cut < runs && (sum >= all / runs * cut || left <= runs - cut))
            out->run.push_back((int32_t)i);
        sum += cost(out->tile[(size_t)i]);
    }
    out->run.push_back((int32_t)tiles);
}

/* Where every tile goes. */
static bool place_tiles(const struct csr *a, const struct brick_limits *l, const struct brick_order *order,
                        struct bricks *out, struct err *e)
{
    struct filling f = { .a = a, .l = l, .order = order };
    int64_t columns = 0, entries = 0;
    out->tile = order->tile;
    for (struct brick_tile &t : out->tile) {
        int64_t end;
        head_of(&f, &t, &end);
        t.at = out->bytes;
        t.bytes = (int32_t)end;
        out->bytes += end;
        columns += t.columns;
    }
    for (const struct brick_rows &b : order->brick)
        entries += b.entries;
    if ((double)entries < (1 - LONG_MOST) * (double)a->nnz)
        return err_set(e, ERR_UNSUPPORTED, "rows of more than %lld entries have %.0f%% of all entries",
                       (long long)l->cut, 100.0 * (double)(a->nnz - entries) / (double)a->nnz);
    if ((double)columns > COLUMNS_MOST * (double)entries)
        return err_set(e, ERR_UNSUPPORTED, "rows share too few columns: a tile has one for every %.1f entries",
                       (double)entries / (double)columns);
    uint64_t all = (uint64_t)out->bytes + (uint64_t)columns * sizeof(struct brick_fetch) +
                   out->tile.size() * sizeof(struct brick_tile);
    if (all > l->most)
        return err_set(e, ERR_UNSUPPORTED, "rows share too few columns: %llu bytes for %lld entries",
                       (unsigned long long)all, (long long)a->nnz);
    out->data.reset(new unsigned char[(size_t)out->bytes + 1]);
    return true;
}

static void fill_run(struct filling *f, int64_t run, std::vector<struct brick_fetch> *fetch)
{
    if (f->place.empty()) {
        f->place.assign((size_t)f->a->n, -1);
        window_init(&f->window, f->l, f->a->n);
    }
    window_clear(&f->window);
    for (int32_t t = f->out->run[run]; t < f->out->run[run + 1]; t++)
        fill_tile(f, t, t == f->out->run[run], fetch);
}

static void fill_runs(const struct csr *a, const struct brick_limits *l, const struct brick_order *order,
                      struct bricks *out)
{
    int64_t runs = (int64_t)out->run.size() - 1;
    std::vector<std::vector<struct brick_fetch>> fetch((size_t)runs);
    bool failed = false;
#pragma omp parallel
    {
        struct filling f = { .a = a, .l = l, .order = order, .out = out };
#pragma omp for schedule(dynamic, 1)
        for (int64_t r = 0; r < runs; r++) {
            try {
                fill_run(&f, r, &fetch[(size_t)r]);
            } catch (const std::bad_alloc &) {
#pragma omp atomic write
                failed = true;
            }
        }
    }
    if (failed)
        throw std::bad_alloc();
    for (int64_t r = 0; r < runs; r++) {
        for (int32_t t = out->run[r]; t < out->run[r + 1]; t++)
            out->tile[t].fetch += (int64_t)out->fetch.size();
        out->fetch.insert(out->fetch.end(), fetch[r].begin(), fetch[r].end());
    }
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
        cut_runs(l, out);
        fill_runs(a, l, &order, out);
        return true;
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "the bricks of a matrix", l->most);
    }
}
