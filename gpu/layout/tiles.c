/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles: groups bundles that share columns, and stores their entries in the order in which warps read them. */
#include "gpu/layout/tiles.h"

#include "core/base/ascending.h"
#include "core/base/minmax.h"
#include "core/matrix/row_merge.h"
#include "gpu/layout/diagonal.h"
#include "gpu/layout/long_row_pieces.h"
#include "gpu/layout/tile_grow.h"

static bool no_memory(const struct csr *a, struct err *e)
{
    return err_nomem(e, "the tiles of a matrix", (unsigned long long)a->nnz * (2 + vtype_size(a->type)));
}

/* ---- bundles ---- */

static bool same_columns(const struct csr *a, int64_t i, int64_t j)
{
    int64_t count = a->ptr[i + 1] - a->ptr[i];
    return count > 0 && a->ptr[j + 1] - a->ptr[j] == count &&
           memcmp(a->ind + a->ptr[i], a->ind + a->ptr[j], (size_t)count * sizeof *a->ind) == 0;
}

int tiles_height(const struct csr *a)
{
    int64_t same = 0, seen = 0, step = a->m / 3 / 1024 > 1 ? a->m / 3 / 1024 : 1;
    for (int64_t i = 0; i + 3 <= a->m; i += 3 * step) {
        seen++;
        same += same_columns(a, i, i + 1) && same_columns(a, i, i + 2);
    }
    return seen > 0 && (double)same >= 0.95 * (double)seen ? 3 : 1;
}

/* The union of the columns of bundle b, ascending, goes to out (which may be NULL); returns how many. */
static int64_t join(const struct csr *a, int height, int64_t b, int32_t *out)
{
    struct row_merge rows = row_merge_open(a, b * height, height);
    int64_t count = 0;
    for (int64_t column; (column = row_merge_next(a, 1, &rows)) >= 0; count++) {
        row_merge_pass(a, 1, &rows, column);
        if (out)
            out[count] = (int32_t)column;
    }
    return count;
}

static bool find_pattern(const struct csr *a, int height, struct bundle_pattern *p)
{
    *p = (struct bundle_pattern){ .height = height, .m = (a->m + height - 1) / height, .ptr = a->ptr, .ind = a->ind };
    p->diagonal = diagonal_find(a);
    if (height == 1)
        return true;
    p->ptr = p->own_ptr = calloc((size_t)p->m + 1, sizeof *p->own_ptr);
    if (!p->own_ptr)
        return false;
#pragma omp parallel for schedule(static, 4096)
    for (int64_t b = 0; b < p->m; b++)
        p->own_ptr[b + 1] = join(a, height, b, NULL);
    for (int64_t b = 0; b < p->m; b++)
        p->own_ptr[b + 1] += p->own_ptr[b];
    p->ind = p->own_ind = malloc((size_t)p->own_ptr[p->m] * sizeof *p->own_ind + 1);
    if (!p->own_ind)
        return false;
#pragma omp parallel for schedule(static, 4096)
    for (int64_t b = 0; b < p->m; b++)
        join(a, height, b, p->own_ind + p->own_ptr[b]);
    return true;
}

/* ---- slices ---- */

/* Sorts the bundles of a tile by descending length, so that slices hold bundles of similar length, and its columns in
   ascending order. */
static void arrange(const struct bundle_pattern *p, struct tiling *t, const struct tile *tile, uint64_t *key)
{
    int32_t *order = t->order + tile->bundle;
    for (int32_t i = 0; i < tile->bundles; i++)
        key[i] = (uint64_t)(INT32_MAX - bundle_length(p, order[i])) << 32 | (uint32_t)order[i];
    qsort(key, (size_t)tile->bundles, sizeof *key, ascending_u64);
    for (int32_t i = 0; i < tile->bundles; i++)
        order[i] = (int32_t)(uint32_t)key[i];
    qsort(t->columns + tile->column, (size_t)tile->columns, sizeof *t->columns, ascending_int32);
}

static bool arrange_all(const struct bundle_pattern *p, struct tiling *t)
{
    int32_t most = 0;
    for (int64_t i = 0; i < t->tiles; i++)
        most = t->tile[i].bundles > most ? t->tile[i].bundles : most;
    bool ok = true;
#pragma omp parallel reduction(&& : ok)
    {
        uint64_t *key = malloc((size_t)most * sizeof *key + 1);
        ok = key != NULL;
#pragma omp for schedule(dynamic, 16)
        for (int64_t i = 0; i < t->tiles; i++)
            if (key)
                arrange(p, t, &t->tile[i], key);
        free(key);
    }
    return ok;
}

/* The longest bundle of slice s of a tile: its first. */
static int64_t slice_length(const struct bundle_pattern *p, const struct tiling *t, const struct tile *tile, int groups,
                            int64_t s)
{
    return bundle_length(p, t->order[tile->bundle + s * groups]);
}

/* The step with the fewest slots, from least_step on; a longer one needs fewer loads, and may pad 4% more (not
   measured). */
static int choose_step(const struct bundle_pattern *p, const struct tiling *t, const struct tile_limits *l)
{
    int64_t slots1 = 0, slots2 = 0, slots4 = 0;
#pragma omp parallel for schedule(static, 64) reduction(+ : slots1, slots2, slots4)
    for (int64_t i = 0; i < t->tiles; i++)
        for (int64_t s = 0; s < t->tile[i].slices; s++) {
            int64_t length = slice_length(p, t, &t->tile[i], l->groups, s);
            slots1 += length;
            slots2 += (length + 1) / 2 * 2;
            slots4 += (length + 3) / 4 * 4;
        }
    if (p->height > 1)
        return 2;
    if (l->least_step == 1 && slots1 + slots1 / 25 < min64(slots2, slots4))
        return 1;
    return slots2 + slots2 / 25 < slots4 ? 2 : 4;
}

static void count_slices(const struct tile_limits *l, struct tiling *t)
{
    for (struct tile *tile = t->tile; tile < t->tile + t->tiles; tile++) {
        tile->slice = (uint32_t)t->slices;
        tile->slices = (uint32_t)((tile->bundles + l->groups - 1) / l->groups);
        t->slices += tile->slices;
        t->most_columns = tile->columns > t->most_columns ? tile->columns : t->most_columns;
    }
}

/* The first unit of every slice; false: too many units. */
static bool number_units(const struct bundle_pattern *p, struct tiling *t, int groups)
{
    uint64_t units = 0;
    for (struct tile *tile = t->tile; tile < t->tile + t->tiles; tile++) {
        tile->unit = (uint32_t)units;
        for (int64_t s = 0; s < tile->slices; s++) {
            t->slice[tile->slice + s] = (uint32_t)units;
            units += (uint64_t)(slice_length(p, t, tile, groups, s) + t->step - 1) / (uint64_t)t->step;
        }
        tile->unit_end = (uint32_t)units;
    }
    t->slice[t->slices] = (uint32_t)units;
    t->slots = (int64_t)units * groups * t->step;
    return units <= UINT32_MAX;
}

/* ---- entries ---- */

/* The tiles being filled, and their source. */
struct tile_filling {
    const struct csr *a;
    const struct bundle_pattern *p;
    const struct tile_limits *l;
    const struct value_codes *codes; /* NULL: values are stored in full */
    struct tiling *t;
};

/* Group `group` of a slice that begins with `unit`. */
struct slice_group {
    int64_t unit;
    int group;
};

/* The index in ind of column c of the group's bundle; the index in val of its value in row r. */
static int64_t ind_at(const struct tile_filling *f, const struct slice_group *g, int64_t c)
{
    int64_t step = f->t->step;
    return ((g->unit + c / step) * f->l->groups + g->group) * step + c % step;
}

static int64_t val_at(const struct tile_filling *f, const struct slice_group *g, int64_t c, int r)
{
    int64_t step = f->t->step, groups = f->l->groups, run = min64(step, f->l->vector), u = c % step;
    int64_t unit = (g->unit + c / step) * groups * step * f->p->height;
    return unit + (r * (step / run) + u / run) * groups * run + g->group * run + u % run;
}

/* Indices and values of a bundle; val is zeroed before. */
static void fill_bundle(const struct tile_filling *f, const struct tile *tile, const struct slice_group *g,
                        int64_t bundle)
{
    const struct csr *a = f->a;
    const int32_t *ind = f->p->ind + f->p->ptr[bundle], *columns = f->t->columns + tile->column;
    int64_t first = bundle * f->p->height, rows = min64(f->p->height, a->m - first), at[TILE_HEIGHT] = { 0 };
    int64_t local = 0;
    for (int r = 0; r < rows; r++)
        at[r] = a->ptr[first + r];
    for (int64_t c = 0; c < bundle_length(f->p, bundle); c++) {
        local = ascending_find(columns, local, tile->columns, ind[c]);
        f->t->ind[ind_at(f, g, c)] = (uint16_t)local;
        for (int r = 0; r < rows; r++)
            if (at[r] < a->ptr[first + r + 1] && a->ind[at[r]] == ind[c])
                value_store(a, at[r]++, f->codes, f->t->val, val_at(f, g, c, r));
    }
}

static void fill_slice(const struct tile_filling *f, const struct tile *tile, int64_t s, size_t value)
{
    struct tiling *t = f->t;
    int64_t unit = t->slice[tile->slice + s], slots = (t->slice[tile->slice + s + 1] - unit) * f->l->groups * t->step;
    int64_t first = unit * f->l->groups * t->step, height = f->p->height;
    for (int64_t i = first; i < first + slots; i++)
        t->ind[i] = (uint16_t)tile->columns;
    memset((char *)t->val + (size_t)(first * height) * value, 0, (size_t)(slots * height) * value);
    for (int g = 0; g < f->l->groups; g++) {
        int64_t b = s * f->l->groups + g;
        struct slice_group group = { unit, g };
        if (b < tile->bundles)
            fill_bundle(f, tile, &group, t->order[tile->bundle + b]);
    }
}

static bool fill(const struct tile_filling *f)
{
    struct tiling *t = f->t;
    size_t value = f->codes ? 1 : vtype_size(f->a->type);
    t->ind = malloc(((size_t)t->slots + 1) * sizeof *t->ind);
    t->val = malloc(((size_t)t->slots * (size_t)f->p->height + 1) * value);
    if (!t->ind || !t->val)
        return false;
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t i = 0; i < t->tiles; i++)
        for (int64_t s = 0; s < t->tile[i].slices; s++)
            fill_slice(f, &t->tile[i], s, value);
    return true;
}

/* ---- all of it ---- */

static bool build(const struct csr *a, const struct tile_limits *l, const struct value_codes *codes,
                  struct bundle_pattern *p, struct tiling *t, struct err *e)
{
    if (!find_pattern(a, l->height, p) || !tile_grow(p, l, t) ||
        !long_rows_list(p->ptr, a->m, p->height, l->cut, &t->long_row, &t->long_rows) || !arrange_all(p, t))
        return no_memory(a, e);
    count_slices(l, t);
    t->step = choose_step(p, t, l);
    t->slice = malloc(((size_t)t->slices + 1) * sizeof *t->slice);
    if (!t->slice)
        return no_memory(a, e);
    if (!number_units(p, t, l->groups))
        return err_set(e, ERR_UNSUPPORTED, "more than 2^32 units of padded entries");
    struct tile_filling f = { .a = a, .p = p, .l = l, .codes = codes, .t = t };
    return fill(&f) || no_memory(a, e);
}

bool tiles_build(const struct csr *a, const struct tile_limits *l, struct tiling *t, struct err *e)
{
    struct value_codes codes;
    struct bundle_pattern p = { 0 };
    *t = (struct tiling){ 0 };
    if (l->coded && !value_codes_find(a, true, &codes))
        return err_set(e, ERR_UNSUPPORTED, "more than %d different values", VALUE_CODES);
    if (l->coded)
        memcpy(t->code, codes.value, sizeof t->code);
    bool ok = build(a, l, l->coded ? &codes : NULL, &p, t, e);
    free(p.own_ind);
    free(p.own_ptr);
    if (!ok)
        tiles_release(t);
    return ok;
}

void tiles_release(struct tiling *t)
{
    free(t->val);
    free(t->ind);
    free(t->long_row);
    free(t->slice);
    free(t->columns);
    free(t->order);
    free(t->tile);
    *t = (struct tiling){ 0 };
}
