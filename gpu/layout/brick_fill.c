/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/brick_fill.h"

bool brick_filling_init(struct brick_filling *f, const struct csr *a, const struct brick_limits *l,
                        const struct brick_order *order, struct bricks *out)
{
    *f = (struct brick_filling){ .a = a, .l = l, .order = order, .out = out };
    int64_t most = 0;
    for (int64_t b = 0; b < order->bricks; b++)
        most = order->brick[b].columns > most ? order->brick[b].columns : most;
    size_t places = (size_t)(most + BRICK_PAIR), steps = places / BRICK_STEP + 1;
    f->place = malloc((size_t)a->n * sizeof *f->place + 1);
    f->own = malloc(places * sizeof *f->own);
    f->at = malloc(places * sizeof *f->at);
    f->rest = malloc(places * sizeof *f->rest);
    f->mask = malloc(steps * sizeof *f->mask);
    f->value = malloc(steps * 32 * sizeof *f->value);
    bool ok = f->place && f->own && f->at && f->rest && f->mask && f->value;
    for (int q = 0; q < BRICK_STEP; q++)
        ok = (f->of_class[q] = malloc(places * sizeof *f->of_class[q])) && ok;
    ok = x_window_init(&f->window, l, a->n) && ok;
    if (ok)
        memset(f->place, -1, (size_t)a->n * sizeof *f->place);
    return ok;
}

void brick_filling_release(struct brick_filling *f)
{
    x_window_release(&f->window);
    for (int q = 0; q < BRICK_STEP; q++)
        free(f->of_class[q]);
    free(f->value);
    free(f->mask);
    free(f->rest);
    free(f->at);
    free(f->own);
    free(f->place);
}

/* The columns of a brick, in order of appearance. */
static void gather(struct brick_filling *f, const struct brick_rows *b)
{
    f->columns = 0;
    for (int r = 0; r < b->rows; r++) {
        int64_t row = f->order->row[b->first + r];
        for (int64_t e = f->a->ptr[row]; e < f->a->ptr[row + 1]; e++) {
            int32_t c = f->a->ind[e];
            if (f->place[c] < 0) {
                f->place[c] = 0;
                f->own[f->columns++] = c;
            }
        }
    }
}

/* The slot of a column as the kernel reads it. */
static uint16_t slot_of(const struct brick_filling *f, int32_t column)
{
    int32_t slot = f->window.slot[column], swizzle = f->a->type == VT_F64 ? slot % BRICK_STEP * 2 : 0;
    return (uint16_t)(slot * f->l->stride / 16 + swizzle);
}

/* Lists the columns of each class; returns how many exceed `steps` in their class: these go to `rest`. */
static void sort_classes(struct brick_filling *f, int64_t steps, int64_t count[BRICK_STEP], int64_t *left)
{
    memset(count, 0, BRICK_STEP * sizeof *count);
    *left = 0;
    for (int64_t i = 0; i < f->columns; i++) {
        int q = f->window.slot[f->own[i]] % BRICK_STEP;
        f->of_class[q][count[q]++] = f->own[i];
    }
    for (int q = 0; q < BRICK_STEP; q++)
        for (int64_t s = 0; s < count[q]; s++)
            if (s < steps)
                f->at[s * BRICK_STEP + q] = f->of_class[q][s];
            else
                f->rest[(*left)++] = f->of_class[q][s];
}

/* The four columns of a step should be of four classes, which are in different banks. Column p of a brick of f64 is
   paired by p % 4 in step p / 4: each class fills its own places, as many as there are steps; the rest go to free
   places; an empty place repeats a column of its class, which adds no bank conflict. */
static void place_pairs(struct brick_filling *f, int64_t groups, uint16_t *slots)
{
    int64_t steps = groups * 2, count[BRICK_STEP], left, next = 0;
    memset(f->at, -1, (size_t)(steps * BRICK_STEP) * sizeof *f->at);
    sort_classes(f, steps, count, &left);
    for (int64_t i = 0; i < left; i++) {
        while (f->at[next] >= 0)
            next++;
        f->at[next] = f->rest[i];
    }
    for (int64_t p = 0; p < steps * BRICK_STEP; p++) {
        int q = (int)(p % BRICK_STEP);
        int32_t column = f->at[p] >= 0 ? f->at[p] : count[q] == 0 ? f->own[0] : f->of_class[q][0];
        if (f->at[p] >= 0)
            f->place[column] = (int32_t)p;
        slots[p / BRICK_PAIR * BRICK_PAIR + q * 2 + p / BRICK_STEP % 2] = slot_of(f, column);
    }
}

static void fill_pairs(struct brick_filling *f, const struct brick_rows *b, unsigned char *at,
                       const struct brick_head *h, const struct brick *to)
{
    const double *val = f->a->val;
    int64_t steps = (int64_t)to->groups * 2;
    place_pairs(f, to->groups, (uint16_t *)(void *)(at + h->slots) + (int64_t)to->group * BRICK_PAIR);
    memset(f->mask, 0, (size_t)steps * sizeof *f->mask);
    for (int r = 0; r < b->rows; r++)
        for (int64_t e = f->a->ptr[to->row[r]]; e < f->a->ptr[to->row[r] + 1]; e++) {
            int32_t p = f->place[f->a->ind[e]], lane = r * BRICK_STEP + p % BRICK_STEP;
            f->mask[p / BRICK_STEP] |= 1u << lane;
            f->value[p / BRICK_STEP * 32 + lane] = val[e];
        }
    uint32_t *masks = (uint32_t *)(void *)(at + h->masks) + (int64_t)to->group * 2;
    double *values = (double *)(void *)(at + h->values) + to->value;
    for (int64_t s = 0; s < steps; s++) {
        masks[s] = f->mask[s];
        for (uint32_t bits = f->mask[s]; bits != 0; bits &= bits - 1)
            *values++ = f->value[s * 32 + __builtin_ctz(bits)];
    }
}

static void fill_quads(struct brick_filling *f, const struct brick_rows *b, unsigned char *at,
                       const struct brick_head *h, const struct brick *to)
{
    const float *val = f->a->val;
    int64_t first = (int64_t)to->group * BRICK_QUAD, places = (int64_t)to->groups * BRICK_QUAD;
    uint16_t *slots = (uint16_t *)(void *)(at + h->slots) + first;
    float *values = (float *)(void *)(at + h->values) + first * BRICK_ROWS;
    memset(values, 0, (size_t)(places * BRICK_ROWS) * sizeof *values);
    for (int64_t p = 0; p < places; p++) {
        int32_t column = f->own[p < f->columns ? p : f->columns - 1];
        slots[p] = slot_of(f, column);
        if (p < f->columns)
            f->place[column] = (int32_t)p;
    }
    for (int r = 0; r < b->rows; r++)
        for (int64_t e = f->a->ptr[to->row[r]]; e < f->a->ptr[to->row[r] + 1]; e++)
            values[f->place[f->a->ind[e]] * BRICK_ROWS + r] = val[e];
}

static void fill_brick(struct brick_filling *f, const struct brick_rows *b, struct brick_tile *t, unsigned char *at,
                       const struct brick_head *h, struct brick *to)
{
    gather(f, b);
    t->copies += (int32_t)x_window_bring(&f->window, f->own, f->columns, f->out->copy + t->copy + t->copies);
    *to = (struct brick){ .group = f->groups,
                          .groups = (uint32_t)brick_groups(b->columns, f->a->type),
                          .value = f->values };
    for (int r = 0; r < BRICK_ROWS; r++)
        to->row[r] = r < b->rows ? f->order->row[b->first + r] : -1;
    if (to->groups > 0)
        (f->a->type == VT_F64 ? fill_pairs : fill_quads)(f, b, at, h, to);
    f->groups += to->groups;
    f->values += (uint32_t)b->entries;
    for (int64_t i = 0; i < f->columns; i++)
        f->place[f->own[i]] = -1;
}

struct brick_head brick_tile_head(const struct brick_order *order, const struct brick_tile *t, enum vtype type,
                                  int64_t *bytes)
{
    struct brick_head h = { .bricks = (uint32_t)t->bricks };
    int64_t groups = 0, entries = 0, at = (int64_t)sizeof h + t->bricks * (int64_t)sizeof(struct brick);
    bool pairs = type == VT_F64;
    for (int32_t b = t->brick; b < t->brick + t->bricks; b++) {
        groups += brick_groups(order->brick[b].columns, type);
        entries += order->brick[b].entries;
    }
    h.slots = (uint32_t)at;
    at += groups * (pairs ? BRICK_PAIR : BRICK_QUAD) * 2;
    h.masks = (uint32_t)at;
    at = (at + (pairs ? groups * 8 : 0) + 15) / 16 * 16;
    h.values = (uint32_t)at;
    at += pairs ? entries * 8 : groups * BRICK_QUAD * BRICK_ROWS * 4;
    *bytes = (at + 15) / 16 * 16;
    return h;
}

static void want_columns(struct brick_filling *f, const struct brick_tile *t)
{
    for (int32_t b = t->brick; b < t->brick + t->bricks; b++)
        for (int32_t r = 0; r < f->order->brick[b].rows; r++) {
            int64_t row = f->order->row[f->order->brick[b].first + r];
            for (int64_t e = f->a->ptr[row]; e < f->a->ptr[row + 1]; e++)
                x_window_want(&f->window, f->a->ind[e]);
        }
}

static void fill_tile(struct brick_filling *f, int32_t number, bool first)
{
    struct brick_tile *t = &f->out->tile[number];
    unsigned char *at = f->out->data + t->at;
    struct brick_head *h = (struct brick_head *)(void *)at;
    int64_t bytes;
    *h = brick_tile_head(f->order, t, f->a->type, &bytes);
    x_window_next(&f->window, number);
    want_columns(f, t);
    t->alone = !x_window_begin(&f->window) || first;
    f->groups = f->values = 0;
    t->copies = 0;
    for (int32_t b = 0; b < t->bricks; b++)
        fill_brick(f, &f->order->brick[t->brick + b], t, at, h, (struct brick *)(h + 1) + b);
}

void brick_fill_run(struct brick_filling *f, int64_t run)
{
    int32_t first = f->out->run[run];
    x_window_clear(&f->window);
    for (int32_t t = first; t < f->out->run[run + 1]; t++)
        fill_tile(f, t, t == first);
}
