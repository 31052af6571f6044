/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bundles: finding rows with the same columns, how even rows are, and what neighbouring ones share. */
#include "gpu/lib/bundles.cuh"

#include <algorithm>
#include <cstring>

static const double SAVES = 0.75; /* of the entries, when a greater height is worth it */
enum { SAMPLES = 16, SAMPLE_ENTRIES = 1 << 16, GLANCE = 2048 };

static int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

/* Whether row i has the columns of row i-1, and some. */
static bool continues(const struct csr *a, int64_t i)
{
    int64_t count = row_length(a, i);
    return count > 0 && count == row_length(a, i - 1) &&
           memcmp(a->ind + a->ptr[i], a->ind + a->ptr[i - 1], (size_t)count * sizeof *a->ind) == 0;
}

static bool often_continues(const struct csr *a)
{
    int64_t step = std::max<int64_t>(1, a->m / GLANCE), seen = 0, same = 0;
    for (int64_t i = 1; i < a->m; i += step, seen++)
        same += continues(a, i);
    return 4 * same > seen;
}

/* Entries that bundles of each height up to `most` would read the columns of. */
static void weigh(const struct csr *a, const std::vector<char> &same, int most, int64_t *entries)
{
    std::fill_n(entries, most + 1, (int64_t)0);
    for (int height = 1; height <= most; height++)
        for (int64_t i = 0, in = 0; i < a->m; i++) {
            in = same[(size_t)i] && in < height ? in + 1 : 1;
            entries[height] += in == 1 ? row_length(a, i) : 0;
        }
}

static int choose_height(const struct csr *a, const std::vector<char> &same, int most)
{
    int64_t entries[BUNDLE_MOST + 1];
    weigh(a, same, most, entries);
    int best = 1;
    for (int height = 2; height <= most; height++)
        if ((double)entries[height] < SAVES * (double)entries[best])
            best = height;
    return best;
}

static void list_bundles(const struct csr *a, const std::vector<char> &same, int64_t cut, struct bundles *b)
{
    for (int64_t i = 0, in = 0; i < a->m; i++) {
        if (row_length(a, i) > cut) {
            b->long_rows.push_back(i);
            in = 0;
        } else if (in > 0 && in < b->height && same[(size_t)i]) {
            b->list.back() += 1u << 30;
            in++;
        } else {
            b->list.push_back((uint32_t)i);
            in = 1;
        }
    }
    b->count = (int64_t)b->list.size();
}

void bundles_find(const struct csr *a, int most, int64_t cut, struct bundles *b)
{
    *b = {};
    b->height = 1;
    b->count = a->m;
    std::vector<char> same((size_t)a->m);
    if (most > 1 && often_continues(a)) {
#pragma omp parallel for schedule(static, 4096)
        for (int64_t i = 1; i < a->m; i++)
            same[(size_t)i] = continues(a, i);
        b->height = choose_height(a, same, most);
    }
    bool all = b->height == 1;
    for (int64_t i = 0; all && i < a->m; i++)
        all = row_length(a, i) <= cut;
    if (!all)
        list_bundles(a, same, cut, b);
}

/* ---- lengths ---- */

static int64_t bundle_length(const struct csr *a, const struct bundles *b, int64_t at)
{
    return row_length(a, b->list.empty() ? at : b->list[(size_t)at] & (BUNDLE_ROWS_MOST - 1));
}

double bundles_evenness(const struct csr *a, const struct bundles *b, int per_warp)
{
    int64_t used = 0, taken = 0;
    for (int64_t at = 0; at < b->count; at += per_warp) {
        int64_t longest = 1;
        for (int64_t i = at; i < std::min(at + per_warp, b->count); i++) {
            int64_t length = std::max<int64_t>(bundle_length(a, b, i), 1);
            used += length;
            longest = std::max(longest, length);
        }
        taken += per_warp * longest;
    }
    return taken > 0 ? (double)used / (double)taken : 1;
}

/* ---- what neighbours share ---- */

double bundles_reuse(const struct csr *a, int64_t rows)
{
    std::vector<uint8_t> seen((size_t)a->n, 0); /* by which of the samples last */
    int64_t entries = 0, fresh = 0;
    for (int64_t s = 0; s < SAMPLES; s++) {
        int64_t first = std::max<int64_t>(0, a->m - rows) * s / SAMPLES, end = std::min(first + rows, a->m);
        int64_t last = std::min(a->ptr[end], a->ptr[first] + SAMPLE_ENTRIES);
        for (int64_t e = a->ptr[first]; e < last; e++) {
            uint8_t *by = &seen[(size_t)a->ind[e]];
            fresh += *by != s + 1;
            *by = (uint8_t)(s + 1);
        }
        entries += last - a->ptr[first];
    }
    return fresh > 0 ? (double)entries / (double)fresh : 1;
}
