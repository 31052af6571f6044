/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/slices.h"

#include <limits.h>

#include "core/base/ascending.h"
#include "core/base/minmax.h"
#include "gpu/layout/long_row_pieces.h"

/* Rows keep their order if that pads by no more than this. Not measured. */
static const double PADDING = 1.05;
/* A row gets more lanes if each would have more entries than this. Not measured. */
enum { LANE_ENTRIES = 64 };

/* The slices under construction, and their source. */
struct slicer {
    const struct csr *a;
    const struct slices_limits *l;
    int step; /* entries of a lane in a unit */
    struct value_codes codes;
    struct sliced_rows *out;
};

static bool no_memory(const struct csr *a, struct err *e)
{
    return err_nomem(e, "slices of rows", (unsigned long long)a->nnz * (4 + vtype_size(a->type)));
}

static bool is_long(const struct slicer *s, int64_t row)
{
    return row_length(s->a, row) > s->l->cut;
}

static int64_t stored_length(const struct slicer *s, int64_t row)
{
    return is_long(s, row) ? 0 : row_length(s->a, row);
}

static int64_t row_at(const struct slicer *s, int64_t at)
{
    return s->out->order ? at / SLICE_WINDOW * SLICE_WINDOW + s->out->order[at] : at;
}

static int64_t units_of(const struct slicer *s, int64_t longest, int ways)
{
    int64_t each = (longest + ways - 1) / ways;
    return (each + s->step - 1) / s->step;
}

/* ---- order ---- */

/* Whether the file's order pads little, and no row is long. */
static bool is_even(const struct slicer *s)
{
    int64_t m = s->a->m, rows = SLICE_LANES / s->l->ways, units = 0;
    bool any_long = false;
#pragma omp parallel for schedule(static, 1024) reduction(+ : units) reduction(|| : any_long)
    for (int64_t at = 0; at < m; at += rows) {
        int64_t longest = 0;
        for (int64_t i = at; i < min64(at + rows, m); i++) {
            longest = max64(longest, stored_length(s, i));
            any_long = any_long || is_long(s, i);
        }
        units += (longest + s->l->ways - 1) / s->l->ways;
    }
    return !any_long && (double)(units * SLICE_LANES) <= PADDING * (double)s->a->nnz;
}

/* By descending length, equal ones in order. */
static void sort_window(const struct slicer *s, int64_t first, int64_t count)
{
    uint64_t key[SLICE_WINDOW];
    for (int64_t i = 0; i < count; i++)
        key[i] = (uint64_t)(INT32_MAX - stored_length(s, first + i)) << 16 | (uint64_t)i;
    qsort(key, (size_t)count, sizeof *key, ascending_u64);
    for (int64_t i = 0; i < count; i++)
        s->out->order[first + i] = (uint16_t)key[i];
}

static bool sort_windows(struct slicer *s, struct err *e)
{
    int64_t m = s->a->m;
    s->out->order = malloc((size_t)m * sizeof *s->out->order + 1);
    if (!s->out->order)
        return no_memory(s->a, e);
#pragma omp parallel for schedule(static, 16)
    for (int64_t first = 0; first < m; first += SLICE_WINDOW)
        sort_window(s, first, min64(SLICE_WINDOW, m - first));
    return true;
}

/* Lists the long rows and removes them from the order: a separate kernel writes them. */
static bool leave_out_long_rows(struct slicer *s, struct err *e)
{
    struct sliced_rows *out = s->out;
    if (!long_rows_list(s->a->ptr, s->a->m, 1, s->l->cut, &out->long_row, &out->long_rows))
        return no_memory(s->a, e);
    for (int64_t at = 0; out->long_rows > 0 && at < s->a->m; at++)
        if (is_long(s, row_at(s, at)))
            out->order[at] = SLICE_NO_ROW;
    return true;
}

/* ---- slices ---- */

/* The number of lanes for each row of the slice at `at`, from its first row, the longest if rows are sorted. */
static int ways_at(const struct slicer *s, int64_t at)
{
    int ways = s->l->ways;
    while (s->out->order && ways < SLICE_LANES && stored_length(s, row_at(s, at)) > LANE_ENTRIES * ways)
        ways *= 2;
    return ways;
}

static int64_t slice_end(const struct slicer *s, int64_t at, int ways)
{
    return min64(min64(at + SLICE_LANES / ways, (at / SLICE_WINDOW + 1) * SLICE_WINDOW), s->a->m);
}

static int64_t first_of(const struct row_slice *slice)
{
    return slice->first & (SLICE_ROWS_MOST - 1);
}

static int ways_of(const struct row_slice *slice)
{
    return 1 << (slice->first >> SLICE_WAYS_SHIFT);
}

static uint32_t log2_of(int ways)
{
    uint32_t log = 0;
    while (1 << log < ways)
        log++;
    return log;
}

/* The slices of row window `window`, from unit `units` on, if there is a list; returns how many, and moves *units past
   theirs. */
static int64_t cut_window(const struct slicer *s, int64_t window, struct row_slice *slice, int64_t *units)
{
    int64_t slices = 0, last = min64((window + 1) * SLICE_WINDOW, s->a->m);
    for (int64_t at = window * SLICE_WINDOW, end; at < last; at = end, slices++) {
        int ways = ways_at(s, at);
        int64_t longest = 0;
        end = slice_end(s, at, ways);
        for (int64_t r = at; r < end; r++)
            longest = max64(longest, stored_length(s, row_at(s, r)));
        int64_t own = units_of(s, longest, ways);
        if (slice)
            slice[slices] = (struct row_slice){ .unit = (uint32_t)*units,
                                                .units = (uint32_t)own,
                                                .first = (uint32_t)at | log2_of(ways) << SLICE_WAYS_SHIFT };
        *units += own;
    }
    return slices;
}

/* What comes before a row window. */
struct window_begin {
    int64_t slices, units;
};

static bool cut_slices(struct slicer *s, struct err *e)
{
    struct sliced_rows *out = s->out;
    int64_t windows = (s->a->m + SLICE_WINDOW - 1) / SLICE_WINDOW;
    struct window_begin *begin = calloc((size_t)windows + 1, sizeof *begin);
    if (!begin)
        return no_memory(s->a, e);
#pragma omp parallel for schedule(static)
    for (int64_t w = 0; w < windows; w++)
        begin[w + 1].slices = cut_window(s, w, NULL, &begin[w + 1].units);
    for (int64_t w = 0; w < windows; w++) {
        begin[w + 1].slices += begin[w].slices;
        begin[w + 1].units += begin[w].units;
    }
    int64_t units = begin[windows].units;
    out->slices = begin[windows].slices;
    out->slots = units * SLICE_LANES * s->step;
    out->slice = malloc((size_t)out->slices * sizeof *out->slice + 1);
    bool ok = out->slice != NULL || no_memory(s->a, e);
#pragma omp parallel for schedule(static)
    for (int64_t w = 0; w < windows; w++)
        if (ok) {
            int64_t unit = begin[w].units;
            cut_window(s, w, out->slice + begin[w].slices, &unit);
        }
    free(begin);
    if (ok && units > INT32_MAX)
        return err_set(e, ERR_UNSUPPORTED, "more than 2^31 units of padded entries");
    return ok;
}

/* Records the least column of each slice; false: the columns of one slice are too far apart. */
static bool find_bases(struct slicer *s)
{
    const struct csr *a = s->a;
    int64_t slices = s->out->slices;
    bool fits = true;
#pragma omp parallel for schedule(static, 256) reduction(&& : fits)
    for (int64_t i = 0; i < slices; i++) {
        struct row_slice *slice = &s->out->slice[i];
        int64_t first = first_of(slice), end = slice_end(s, first, ways_of(slice));
        int64_t least = INT_MAX, most = 0;
        for (int64_t at = first; at < end; at++) {
            int64_t row = row_at(s, at), begin = a->ptr[row], count = stored_length(s, row);
            if (count == 0)
                continue;
            least = min64(least, a->ind[begin]);
            most = max64(most, a->ind[begin + count - 1]); /* they ascend */
        }
        slice->base = least <= most ? (int32_t)least : 0;
        fits = fits && (least > most || most - least < UINT16_MAX);
    }
    return fits;
}

/* ---- entries ---- */

/* With codes. */
static void fill_slice(const struct slicer *s, const struct row_slice *slice)
{
    const struct csr *a = s->a;
    uint16_t *ind = s->out->ind;
    int64_t first = first_of(slice), ways = ways_of(slice), end = slice_end(s, first, (int)ways), step = s->step;
    int64_t begin = (int64_t)slice->unit * SLICE_LANES * step, slots = (int64_t)slice->units * SLICE_LANES * step;
    memset(ind + begin, 0xff, (size_t)slots * sizeof *ind);
    memset((char *)s->out->val + begin, 0, (size_t)slots);
    for (int64_t at = first; at < end; at++) {
        int64_t row = row_at(s, at), p = a->ptr[row], count = stored_length(s, row);
        for (int64_t e = 0; e < count; e++) {
            int64_t lane = (at - first) * ways + e % ways, in_lane = e / ways;
            int64_t to = begin + (in_lane / step * SLICE_LANES + lane) * step + in_lane % step;
            ind[to] = (uint16_t)(a->ind[p + e] - slice->base);
            value_store(a, p + e, &s->codes, s->out->val, to);
        }
    }
}

static bool fill(struct slicer *s, struct err *e)
{
    struct sliced_rows *out = s->out;
    out->ind = malloc(((size_t)out->slots + 1) * sizeof(uint16_t));
    out->val = malloc((size_t)out->slots + 1);
    if (!out->ind || !out->val)
        return no_memory(s->a, e);
#pragma omp parallel for schedule(static, 256)
    for (int64_t i = 0; i < out->slices; i++)
        fill_slice(s, &out->slice[i]);
    return true;
}

bool slices_build(const struct csr *a, const struct slices_limits *l, struct sliced_rows *out, struct err *e)
{
    struct slicer s = { .a = a, .l = l, .step = 1, .out = out };
    memset(out, 0, sizeof *out);
    if (l->coded && value_codes_likely(a) && value_codes_find(a, true, &s.codes)) {
        memcpy(out->code, s.codes.value, sizeof out->code);
        out->coded = true;
        s.step = 4;
    }
    bool ok = (is_even(&s) || sort_windows(&s, e)) && cut_slices(&s, e);
    if (ok && l->narrow && !find_bases(&s))
        ok = err_set(e, ERR_UNSUPPORTED, "32 neighbouring rows have columns that are 2^16 or more apart");
    ok = ok && (!out->coded || fill(&s, e)) && leave_out_long_rows(&s, e);
    if (!ok)
        slices_release(out);
    return ok;
}

void slices_release(struct sliced_rows *s)
{
    free(s->val);
    free(s->ind);
    free(s->long_row);
    free(s->order);
    free(s->slice);
    memset(s, 0, sizeof *s);
}
