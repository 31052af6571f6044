/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slices: rows sorted by length within windows, cut into slices and stored as warps read them. */
#include "gpu/lib/slices.cuh"

#include <algorithm>
#include <climits>
#include <new>

#include "gpu/lib/tile_codes.cuh"
#include "gpu/lib/tiles.cuh"

/* The padding that is taken before rows are put in another order, and the entries of a lane that are aimed at. */
static const double PADDING = 1.05;
enum { LANE_ENTRIES = 64 };

/* What is being built, and from what. */
struct slicer {
    const struct csr *a;
    const struct slices_limits *l;
    int step;
    struct tile_codes codes;
    struct slices *out;
};

static int64_t stored_length(const struct slicer *s, int64_t row)
{
    int64_t count = s->a->ptr[row + 1] - s->a->ptr[row];
    return count > s->l->cut ? 0 : count;
}

static int64_t row_at(const struct slicer *s, int64_t at)
{
    return s->out->place.empty() ? at : at / SLICE_WINDOW * SLICE_WINDOW + s->out->place[(size_t)at];
}

static int64_t units_of(const struct slicer *s, int64_t longest, int ways)
{
    int64_t each = (longest + ways - 1) / ways;
    return (each + s->step - 1) / s->step;
}

/* ---- order ---- */

static bool is_even(const struct slicer *s)
{
    int64_t m = s->a->m, rows = SLICE_LANES / s->l->ways, units = 0;
    bool any_long = false;
#pragma omp parallel for schedule(static, 1024) reduction(+ : units) reduction(|| : any_long)
    for (int64_t at = 0; at < m; at += rows) {
        int64_t longest = 0;
        for (int64_t i = at; i < std::min(at + rows, m); i++) {
            longest = std::max(longest, stored_length(s, i));
            any_long = any_long || s->a->ptr[i + 1] - s->a->ptr[i] > s->l->cut;
        }
        units += (longest + s->l->ways - 1) / s->l->ways;
    }
    return !any_long && (double)(units * SLICE_LANES) <= PADDING * (double)s->a->nnz;
}

static void sort_windows(struct slicer *s)
{
    int64_t m = s->a->m;
    std::vector<uint16_t> &all = s->out->place;
    all.resize((size_t)m);
#pragma omp parallel for schedule(static, 16)
    for (int64_t first = 0; first < m; first += SLICE_WINDOW) {
        int64_t count = std::min<int64_t>(SLICE_WINDOW, m - first);
        uint16_t *place = all.data() + first;
        for (int64_t i = 0; i < count; i++)
            place[i] = (uint16_t)i;
        std::sort(place, place + count, [&](uint16_t p, uint16_t q) {
            int64_t long_p = stored_length(s, first + p), long_q = stored_length(s, first + q);
            return long_p != long_q ? long_p > long_q : p < q;
        });
    }
}

/* Long rows are written by somebody else. */
static void leave_out_long_rows(struct slicer *s)
{
    const int64_t *ptr = s->a->ptr;
    for (int64_t i = 0; i < s->a->m; i++)
        if (ptr[i + 1] - ptr[i] > s->l->cut)
            s->out->long_rows.push_back(i);
    if (s->out->long_rows.empty())
        return;
    for (int64_t at = 0; at < s->a->m; at++)
        if (ptr[row_at(s, at) + 1] - ptr[row_at(s, at)] > s->l->cut)
            s->out->place[(size_t)at] = SLICE_NO_ROW;
}

/* ---- slices ---- */

/* Rows at places at .. end-1 at most; how many lanes each gets depends on the first, which is the longest if sorted. */
static int ways_at(const struct slicer *s, int64_t at)
{
    int ways = s->l->ways;
    while (!s->out->place.empty() && ways < SLICE_LANES && stored_length(s, row_at(s, at)) > LANE_ENTRIES * ways)
        ways *= 2;
    return ways;
}

/* Where the rows end that a slice from `at` on has. */
static int64_t slice_end(const struct slicer *s, int64_t at, int ways)
{
    return std::min({ at + SLICE_LANES / ways, (at / SLICE_WINDOW + 1) * SLICE_WINDOW, s->a->m });
}

static int64_t first_of(const struct slice *slice)
{
    return slice->first & (SLICE_ROWS_MOST - 1);
}

static int ways_of(const struct slice *slice)
{
    return 1 << (slice->first >> SLICE_WAYS_SHIFT);
}

static int log2_of(int ways)
{
    int log = 0;
    while (1 << log < ways)
        log++;
    return log;
}

static bool cut_slices(struct slicer *s, struct err *e)
{
    int64_t m = s->a->m, units = 0;
    for (int64_t at = 0, end; at < m; at = end) {
        int ways = ways_at(s, at);
        end = slice_end(s, at, ways);
        int64_t longest = 0;
        for (int64_t i = at; i < end; i++)
            longest = std::max(longest, stored_length(s, row_at(s, i)));
        uint32_t first = (uint32_t)at | (uint32_t)log2_of(ways) << SLICE_WAYS_SHIFT;
        int64_t own = units_of(s, longest, ways);
        s->out->slice.push_back({ (uint32_t)units, (uint32_t)own, first, 0 });
        units += own;
    }
    s->out->slots = units * SLICE_LANES * s->step;
    if (units > INT32_MAX)
        return err_set(e, ERR_UNSUPPORTED, "more than 2^31 units of padded entries");
    return true;
}

/* Notes the least column of each slice; false: one slice has columns that are too far apart. */
static bool find_bases(struct slicer *s)
{
    int64_t slices = (int64_t)s->out->slice.size();
    bool fits = true;
#pragma omp parallel for schedule(static, 256) reduction(&& : fits)
    for (int64_t i = 0; i < slices; i++) {
        struct slice *slice = &s->out->slice[(size_t)i];
        int64_t first = first_of(slice), end = slice_end(s, first, ways_of(slice));
        int32_t least = INT_MAX, most = 0;
        for (int64_t at = first; at < end; at++) {
            int64_t row = row_at(s, at), begin = s->a->ptr[row], count = stored_length(s, row);
            if (count == 0)
                continue;
            least = std::min(least, s->a->ind[begin]);
            most = std::max(most, s->a->ind[begin + count - 1]); /* they ascend */
        }
        slice->base = least <= most ? least : 0;
        fits = fits && (least > most || most - least < UINT16_MAX);
    }
    return fits;
}

/* ---- entries ---- */

template <class T, class O> static O stored_value(const struct slicer *s, T value)
{
    if constexpr (sizeof(O) == 1)
        return (O)tile_code(&s->codes, (double)value);
    else
        return value;
}

/* Stores columns as I and values as O. */
template <class T, class I, class O> static void fill_slice(const struct slicer *s, size_t number)
{
    const struct slice *slice = &s->out->slice[number];
    const T *from = static_cast<const T *>(s->a->val);
    I *ind = reinterpret_cast<I *>(s->out->ind.get());
    O *val = reinterpret_cast<O *>(s->out->val.get());
    int64_t first = first_of(slice), ways = ways_of(slice), step = s->step, unit = SLICE_LANES * step;
    int64_t begin = slice->unit * unit, end = begin + slice->units * unit;
    std::fill(ind + begin, ind + end, (I)-1);
    std::fill(val + begin, val + end, (O)0);
    for (int64_t at = first; at < slice_end(s, first, (int)ways); at++) {
        int64_t row = row_at(s, at), p = s->a->ptr[row], count = stored_length(s, row);
        for (int64_t e = 0; e < count; e++) {
            int64_t lane = (at - first) * ways + e % ways, in_lane = e / ways;
            int64_t to = begin + (in_lane / step * SLICE_LANES + lane) * step + in_lane % step;
            ind[to] = (I)(s->a->ind[p + e] - slice->base);
            val[to] = stored_value<T, O>(s, from[p + e]);
        }
    }
}

template <class T, class I, class O> static void fill(struct slicer *s)
{
    s->out->ind.reset(new unsigned char[((size_t)s->out->slots + 1) * sizeof(I)]);
    s->out->val.reset(new unsigned char[((size_t)s->out->slots + 1) * sizeof(O)]);
    int64_t slices = (int64_t)s->out->slice.size();
#pragma omp parallel for schedule(static, 256)
    for (int64_t i = 0; i < slices; i++)
        fill_slice<T, I, O>(s, (size_t)i);
}

template <class T> static void fill_as(struct slicer *s)
{
    if (!s->l->narrow)
        fill<T, int32_t, T>(s);
    else if (s->out->code.empty())
        fill<T, uint16_t, T>(s);
    else
        fill<T, uint16_t, uint8_t>(s);
}

bool slices_build(const struct csr *a, const struct slices_limits *l, struct slices *out, struct err *e)
{
    try {
        *out = {};
        struct slicer s = { .a = a, .l = l, .step = 1, .codes = {}, .out = out };
        if (l->coded && tiles_codable(a) && tile_codes_find(a, &s.codes, &out->code))
            s.step = 4;
        else
            out->code.clear();
        if (!is_even(&s))
            sort_windows(&s);
        if (!cut_slices(&s, e))
            return false;
        if (l->narrow && !find_bases(&s))
            return err_set(e, ERR_UNSUPPORTED, "32 neighbouring rows have columns that are 2^16 or more apart");
        (a->type == VT_F64 ? fill_as<double> : fill_as<float>)(&s);
        leave_out_long_rows(&s);
        return true;
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "slices of rows", (unsigned long long)a->nnz * (4 + vtype_size(a->type)));
    }
}
