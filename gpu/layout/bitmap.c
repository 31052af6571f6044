/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bitmap: finds and numbers the columns of a group with one bit per column of A. */
#include "gpu/layout/bitmap.h"

enum { WORD = 64, UNIT = 16 };

/* The columns of one group: a set of bits, and how many are set before each word; words low .. high-1 are in use. */
struct group_columns {
    uint64_t *bits;
    int32_t *before;
    int64_t low, high, count;
};

static bool columns_init(struct group_columns *g, int64_t n)
{
    int64_t words = n / WORD + 1;
    *g = (struct group_columns){ .bits = calloc((size_t)words, sizeof *g->bits),
                                 .before = malloc((size_t)words * sizeof *g->before) };
    return g->bits && g->before;
}

static void columns_free(struct group_columns *g)
{
    free(g->before);
    free(g->bits);
}

static void group_span(const struct csr *a, int64_t number, int64_t *begin, int64_t *end)
{
    int64_t last = (number + 1) * BITMAP_ROWS;
    *begin = a->ptr[number * BITMAP_ROWS];
    *end = a->ptr[last < a->m ? last : a->m];
}

static void columns_find(const struct csr *a, int64_t number, struct group_columns *g)
{
    int64_t begin, end;
    memset(g->bits + g->low, 0, (size_t)(g->high - g->low) * sizeof *g->bits);
    group_span(a, number, &begin, &end);
    g->low = a->n / WORD + 1;
    g->high = g->count = 0;
    for (int64_t p = begin; p < end; p++) {
        int64_t word = a->ind[p] / WORD;
        g->bits[word] |= 1ull << a->ind[p] % WORD;
        g->low = word < g->low ? word : g->low;
        g->high = word >= g->high ? word + 1 : g->high;
    }
    g->low = g->low < g->high ? g->low : g->high;
    for (int64_t w = g->low; w < g->high; w++) {
        g->before[w] = (int32_t)g->count;
        g->count += __builtin_popcountll(g->bits[w]);
    }
}

static int64_t column_place(const struct group_columns *g, int32_t j)
{
    return g->before[j / WORD] + __builtin_popcountll(g->bits[j / WORD] & ((1ull << j % WORD) - 1));
}

static int64_t step_bytes(int64_t values, enum vtype type)
{
    int64_t bytes = (int64_t)sizeof(struct bitmap_step) + values * (int64_t)vtype_size(type);
    return (bytes + UNIT - 1) / UNIT * UNIT;
}

/* ---- three passes over the groups ---- */

static void count_steps(const struct csr *a, int64_t g, struct group_columns *c, struct bitmap *out)
{
    columns_find(a, g, c);
    out->group[g + 1] = (int32_t)((c->count + BITMAP_COLUMNS - 1) / BITMAP_COLUMNS);
}

/* Sizes of the steps, in at[step + 1], and their columns. */
static void measure_steps(const struct csr *a, int64_t g, struct group_columns *c, struct bitmap *out)
{
    int64_t begin, end, first = out->group[g], place = 0, places = (out->group[g + 1] - first) * BITMAP_COLUMNS;
    uint32_t *size = out->at + first + 1;
    int32_t *column = out->column + first * BITMAP_COLUMNS, last = 0;
    columns_find(a, g, c);
    group_span(a, g, &begin, &end);
    for (int64_t p = begin; p < end; p++)
        size[column_place(c, a->ind[p]) / BITMAP_COLUMNS]++;
    for (int64_t s = 0; s < places / BITMAP_COLUMNS; s++)
        size[s] = (uint32_t)(step_bytes(size[s], a->type) / UNIT);
    for (int64_t w = c->low; w < c->high; w++)
        for (uint64_t left = c->bits[w]; left; left &= left - 1)
            column[place++] = last = (int32_t)(w * WORD + __builtin_ctzll(left));
    while (place < places)
        column[place++] = last;
}

struct bitmap_place {
    struct bitmap_step *step;
    int warp, tile, word, bit;
};

static struct bitmap_place place_of(const struct bitmap *b, const struct group_columns *c, int64_t group, int64_t row,
                                    int32_t column)
{
    int64_t at = column_place(c, column), step = b->group[group] + at / BITMAP_COLUMNS;
    int in = (int)(at % BITMAP_COLUMNS), r = (int)(row % BITMAP_STRIP), t = in % BITMAP_TILE;
    return (struct bitmap_place){ .step = (void *)(b->data + (size_t)b->at[step] * UNIT),
                                  .warp = (int)(row % BITMAP_ROWS / BITMAP_STRIP),
                                  .tile = in / BITMAP_TILE,
                                  .word = r / 8 * 2 + t / 4,
                                  .bit = r % 8 * 4 + t % 4 };
}

static uint32_t count_bits(const uint32_t *mask, int words)
{
    uint32_t count = 0;
    for (int i = 0; i < words; i++)
        count += (uint32_t)__builtin_popcount(mask[i]);
    return count;
}

static void put_value(const struct csr *a, int64_t p, const struct bitmap_place *at)
{
    const uint32_t *mask = at->step->mask[at->warp][0];
    int word = at->tile * BITMAP_WORDS + at->word;
    uint32_t to = at->step->first[at->warp] + count_bits(mask, word) +
                  (uint32_t)__builtin_popcount(mask[word] & ((1u << at->bit) - 1));
    size_t size = vtype_size(a->type);
    memcpy((char *)(at->step + 1) + to * size, (const char *)a->val + (size_t)p * size, size);
}

static void fill_steps(const struct csr *a, int64_t g, struct group_columns *c, struct bitmap *out)
{
    int64_t end = (g + 1) * BITMAP_ROWS < a->m ? (g + 1) * BITMAP_ROWS : a->m;
    columns_find(a, g, c);
    memset(out->data + (size_t)out->at[out->group[g]] * UNIT, 0,
           (size_t)(out->at[out->group[g + 1]] - out->at[out->group[g]]) * UNIT);
    for (int64_t i = g * BITMAP_ROWS; i < end; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            struct bitmap_place at = place_of(out, c, g, i, a->ind[p]);
            at.step->mask[at.warp][at.tile][at.word] |= 1u << at.bit;
        }
    for (int64_t s = out->group[g]; s < out->group[g + 1]; s++) {
        struct bitmap_step *step = (void *)(out->data + (size_t)out->at[s] * UNIT);
        for (int w = 1; w < BITMAP_WARPS; w++)
            step->first[w] = step->first[w - 1] + count_bits(step->mask[w - 1][0], BITMAP_TILES * BITMAP_WORDS);
    }
    for (int64_t i = g * BITMAP_ROWS; i < end; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++) {
            struct bitmap_place at = place_of(out, c, g, i, a->ind[p]);
            put_value(a, p, &at);
        }
}

typedef void group_pass(const struct csr *, int64_t group, struct group_columns *, struct bitmap *);

/* False: out of memory. */
static bool for_groups(const struct csr *a, group_pass *pass, struct bitmap *out)
{
    bool ok = true;
#pragma omp parallel reduction(&& : ok)
    {
        struct group_columns c;
        ok = columns_init(&c, a->n);
#pragma omp for schedule(dynamic, 1)
        for (int64_t g = 0; g < out->groups; g++)
            if (ok)
                pass(a, g, &c, out);
        columns_free(&c);
    }
    return ok;
}

/* ---- all of it ---- */

static bool full_enough(const struct csr *a, int64_t steps, uint64_t most, struct err *e)
{
    uint64_t step = (uint64_t)step_bytes(1, a->type) + BITMAP_COLUMNS * sizeof(int32_t);
    uint64_t all = size_add(size_mul((uint64_t)steps, step), size_mul((uint64_t)a->nnz, vtype_size(a->type)));
    return (all <= most && steps < INT32_MAX / BITMAP_COLUMNS) ||
           err_set(e, ERR_UNSUPPORTED, "windows of %d rows are too empty: %.1f%% of their places hold an entry",
                   BITMAP_ROWS, 100.0 * (double)a->nnz / ((double)steps * BITMAP_COLUMNS * BITMAP_ROWS));
}

bool bitmap_build(const struct csr *a, uint64_t most, struct bitmap *out, struct err *e)
{
    *out = (struct bitmap){ .groups = bitmap_groups(a->m) };
    out->group = calloc((size_t)out->groups + 1, sizeof *out->group);
    if (!out->group || !for_groups(a, count_steps, out))
        return err_nomem(e, "windows of rows", most);
    for (int64_t g = 0; g < out->groups; g++) {
        out->steps += out->group[g + 1];
        if (!full_enough(a, out->steps, most, e))
            return false;
        out->group[g + 1] = (int32_t)out->steps;
    }
    out->at = calloc((size_t)out->steps + 1, sizeof *out->at);
    out->column = malloc((size_t)out->steps * BITMAP_COLUMNS * sizeof *out->column + 1);
    if (!out->at || !out->column || !for_groups(a, measure_steps, out))
        return err_nomem(e, "windows of rows", most);
    for (int64_t s = 0; s < out->steps; s++) {
        out->stage = out->at[s + 1] * UNIT > out->stage ? out->at[s + 1] * UNIT : out->stage;
        out->at[s + 1] += out->at[s];
    }
    out->data = malloc((size_t)out->at[out->steps] * UNIT + 1);
    if (!out->data || !for_groups(a, fill_steps, out))
        return err_nomem(e, "windows of rows", most);
    return true;
}

void bitmap_release(struct bitmap *b)
{
    free(b->data);
    free(b->column);
    free(b->at);
    free(b->group);
    *b = (struct bitmap){ 0 };
}
