/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles: rows that share columns are gathered, and their entries stored in the order in which warps read them. */
#include "gpu/lib/tiles.cuh"

#include <algorithm>
#include <climits>
#include <cstring>
#include <new>

#include "gpu/lib/tile_codes.cuh"
#include "gpu/lib/tile_grow.cuh"

/* ---- bundles ---- */

int tiles_height(const struct csr *a)
{
    int64_t same = 0, seen = 0, step = std::max<int64_t>(1, a->m / 3 / 1024);
    for (int64_t b = 0; b + 3 <= a->m; b += 3 * step) {
        int64_t p = a->ptr[b], count = a->ptr[b + 1] - p;
        seen++;
        same += a->ptr[b + 2] - a->ptr[b + 1] == count && a->ptr[b + 3] - a->ptr[b + 2] == count && count > 0 &&
                memcmp(a->ind + p, a->ind + a->ptr[b + 1], (size_t)count * sizeof *a->ind) == 0 &&
                memcmp(a->ind + p, a->ind + a->ptr[b + 2], (size_t)count * sizeof *a->ind) == 0;
    }
    return seen > 0 && (double)same >= 0.95 * (double)seen ? 3 : 1;
}

/* The union of the columns of bundle b, ascending, goes to out (which may be NULL); returns how many. */
static int64_t join(const struct csr *a, int height, int64_t b, int32_t *out)
{
    int64_t first = b * height, rows = std::min<int64_t>(height, a->m - first), at[TILE_HEIGHT], count = 0;
    for (int r = 0; r < rows; r++)
        at[r] = a->ptr[first + r];
    for (;; count++) {
        int32_t least = INT32_MAX;
        for (int r = 0; r < rows; r++)
            if (at[r] < a->ptr[first + r + 1])
                least = std::min(least, a->ind[at[r]]);
        if (least == INT32_MAX)
            return count;
        for (int r = 0; r < rows; r++)
            at[r] += at[r] < a->ptr[first + r + 1] && a->ind[at[r]] == least;
        if (out)
            out[count] = least;
    }
}

static struct pattern pattern_of(const struct csr *a, int height)
{
    struct pattern p = { .height = height, .m = (a->m + height - 1) / height, .n = a->n };
    if (height == 1) {
        p.ptr = a->ptr;
        p.ind = a->ind;
        return p;
    }
    p.own_ptr.resize((size_t)p.m + 1);
#pragma omp parallel for schedule(static, 4096)
    for (int64_t b = 0; b < p.m; b++)
        p.own_ptr[b + 1] = join(a, height, b, NULL);
    for (int64_t b = 0; b < p.m; b++)
        p.own_ptr[b + 1] += p.own_ptr[b];
    p.own_ind.reset(new int32_t[(size_t)p.own_ptr[p.m] + 1]);
#pragma omp parallel for schedule(static, 4096)
    for (int64_t b = 0; b < p.m; b++)
        join(a, height, b, p.own_ind.get() + p.own_ptr[b]);
    p.ptr = p.own_ptr.data();
    p.ind = p.own_ind.get();
    return p;
}

/* ---- slices ---- */

/* The bundles of a tile by falling length, so that slices hold bundles of like length; its columns, ascending. */
static void arrange(const struct pattern *p, struct tiling *t, const struct tile *tile)
{
    int32_t *first = t->order.data() + tile->bundle;
    std::sort(first, first + tile->bundles, [p](int32_t a, int32_t b) {
        int64_t long_a = pattern_length(p, a), long_b = pattern_length(p, b);
        return long_a != long_b ? long_a > long_b : a < b;
    });
    std::vector<int32_t> all;
    for (int32_t i = 0; i < tile->bundles; i++)
        all.insert(all.end(), p->ind + p->ptr[first[i]], p->ind + p->ptr[first[i] + 1]);
    std::sort(all.begin(), all.end());
    std::unique_copy(all.begin(), all.end(), t->columns.begin() + tile->column);
}

/* The longest bundle of slice s of a tile: its first. */
static int64_t slice_length(const struct pattern *p, const struct tiling *t, const struct tile *tile, int groups,
                            int64_t s)
{
    return pattern_length(p, t->order[tile->bundle + s * groups]);
}

/* The step with the fewest slots, from `least` on; a longer one is worth 4%, since it takes fewer loads. */
static int choose_step(const struct pattern *p, const struct tiling *t, const struct tile_limits *l)
{
    int64_t slots1 = 0, slots2 = 0, slots4 = 0;
#pragma omp parallel for schedule(static, 64) reduction(+ : slots1, slots2, slots4)
    for (size_t i = 0; i < t->tile.size(); i++)
        for (int64_t s = 0; s < t->tile[i].slices; s++) {
            int64_t length = slice_length(p, t, &t->tile[i], l->groups, s);
            slots1 += length;
            slots2 += (length + 1) / 2 * 2;
            slots4 += (length + 3) / 4 * 4;
        }
    if (p->height > 1)
        return 2;
    if (l->least_step == 1 && slots1 + slots1 / 25 < std::min(slots2, slots4))
        return 1;
    return slots2 + slots2 / 25 < slots4 ? 2 : 4;
}

static bool number_slices(const struct pattern *p, struct tiling *t, int groups, struct err *e)
{
    uint64_t units = 0;
    t->slice.clear();
    for (struct tile &tile : t->tile) {
        tile.unit = (uint32_t)units;
        for (int64_t s = 0; s < tile.slices; s++) {
            if (units > UINT32_MAX)
                return err_set(e, ERR_UNSUPPORTED, "more than 2^32 units of padded entries");
            t->slice.push_back((uint32_t)units);
            units += (uint64_t)(slice_length(p, t, &tile, groups, s) + t->step - 1) / t->step;
        }
        tile.unit_end = (uint32_t)units;
    }
    if (units > UINT32_MAX)
        return err_set(e, ERR_UNSUPPORTED, "more than 2^32 units of padded entries");
    t->slice.push_back((uint32_t)units);
    t->slots = (int64_t)units * groups * t->step;
    return true;
}

/* Where column number c (of its bundle) of group g is in a slice that begins with `unit`. */
struct place {
    int64_t unit;
    int groups, step, height, vector, group;
};

static int64_t place_ind(const struct place *at, int64_t c)
{
    return ((at->unit + c / at->step) * at->groups + at->group) * at->step + c % at->step;
}

static int64_t place_val(const struct place *at, int64_t c, int r)
{
    int run = std::min(at->step, at->vector), u = (int)(c % at->step);
    int64_t base = (at->unit + c / at->step) * at->groups * at->step * at->height;
    return base + (int64_t)(r * (at->step / run) + u / run) * at->groups * run + at->group * run + u % run;
}

/* Stores values as they are, or (O = uint8_t) by their codes. */
template <class T, class O>
static void fill_bundle(const struct csr *a, const struct pattern *p, const struct tile_codes *codes, struct tiling *t,
                        const struct tile *tile, struct place at, int64_t bundle, int64_t length)
{
    const int32_t *first = t->columns.data() + tile->column, *end = first + tile->columns, *found = first;
    const int32_t *ind = bundle < 0 ? NULL : p->ind + p->ptr[bundle];
    int64_t count = bundle < 0 ? 0 : pattern_length(p, bundle), cursor[TILE_HEIGHT] = {};
    O *out = reinterpret_cast<O *>(t->val.get());
    const T *val = static_cast<const T *>(a->val);
    for (int64_t c = 0; c < length; c++) {
        if (c < count)
            found = std::lower_bound(found, end, ind[c]);
        t->ind[place_ind(&at, c)] = (uint16_t)(c < count ? found - first : tile->columns);
        for (int r = 0; r < at.height; r++) {
            int64_t row = bundle * at.height + r;
            bool there = c < count && row < a->m && a->ptr[row] + cursor[r] < a->ptr[row + 1] &&
                         a->ind[a->ptr[row] + cursor[r]] == ind[c];
            T value = there ? val[a->ptr[row] + cursor[r]] : T(0);
            if constexpr (sizeof(O) == 1)
                out[place_val(&at, c, r)] = (O)tile_code(codes, (double)value);
            else
                out[place_val(&at, c, r)] = value;
            cursor[r] += there;
        }
    }
}

template <class T, class O>
static void fill(const struct csr *a, const struct pattern *p, const struct tile_limits *l,
                 const struct tile_codes *codes, struct tiling *t)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < t->tile.size(); i++) {
        const struct tile *tile = &t->tile[i];
        for (int64_t s = 0; s < tile->slices; s++)
            for (int g = 0; g < l->groups; g++) {
                int64_t unit = t->slice[tile->slice + s], length = (t->slice[tile->slice + s + 1] - unit) * t->step;
                int64_t b = s * l->groups + g;
                struct place at = { unit, l->groups, t->step, p->height, l->vector, g };
                fill_bundle<T, O>(a, p, codes, t, tile, at, b < tile->bundles ? t->order[tile->bundle + b] : -1,
                                  length);
            }
    }
}

/* ---- all of it ---- */

static void note_long_rows(const struct csr *a, const struct pattern *p, int64_t cut, struct tiling *t)
{
    for (int64_t b = 0; b < p->m; b++)
        for (int64_t i = b * p->height; pattern_length(p, b) > cut && i < std::min((b + 1) * p->height, a->m); i++)
            t->long_rows.push_back(i);
}

static void arrange_all(const struct pattern *p, const struct tile_limits *l, struct tiling *t)
{
    int64_t column = 0;
    uint32_t slice = 0;
    for (struct tile &tile : t->tile) {
        tile.column = column;
        tile.slice = slice;
        tile.slices = (uint32_t)((tile.bundles + l->groups - 1) / l->groups);
        column += tile.columns;
        slice += tile.slices;
        t->most_columns = std::max<int64_t>(t->most_columns, tile.columns);
    }
    t->columns.resize((size_t)column);
    t->bundles = (int64_t)t->order.size();
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t i = 0; i < t->tile.size(); i++)
        arrange(p, t, &t->tile[i]);
}

bool tiles_build(const struct csr *a, const struct tile_limits *l, struct tiling *t, struct err *e)
{
    try {
        struct tile_codes codes;
        *t = {};
        if (l->coded && !tile_codes_find(a, &codes, &t->code))
            return err_set(e, ERR_UNSUPPORTED, "more than %d different values", TILE_CODES);
        struct pattern p = pattern_of(a, l->height);
        tile_grow(&p, l, t);
        note_long_rows(a, &p, l->cut, t);
        arrange_all(&p, l, t);
        t->step = choose_step(&p, t, l);
        if (!number_slices(&p, t, l->groups, e))
            return false;
        t->ind.reset(new uint16_t[(size_t)t->slots + 1]);
        size_t width = l->coded ? 1 : vtype_size(a->type);
        t->val.reset(new unsigned char[((size_t)t->slots * (size_t)l->height + 1) * width]);
        auto fill_as = a->type == VT_F64 ? (l->coded ? fill<double, uint8_t> : fill<double, double>)
                                         : (l->coded ? fill<float, uint8_t> : fill<float, float>);
        fill_as(a, &p, l, &codes, t);
        return true;
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "the tiles of a matrix", (unsigned long long)a->nnz * (2 + vtype_size(a->type)));
    }
}
