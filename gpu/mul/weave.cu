/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weave: which rows of A are taken together, and where tiles of x cut them. */
#include "gpu/mul/weave.cuh"

#include <algorithm>
#include <functional>

/* A tile is a small part of an L1, and a long row has EACH entries in it or more on average, since the sum of a strand
   is written and read. There are TILES at least, also of a small x that is to be woven, and STRANDS at most, which
   bounds their sums in memory. LEAST: x is more than an L1 holds. ENTRIES of long rows save a second launch's time. */
enum { COLUMNS = 4096, TILES = 4, EACH = 2, STRANDS = 1 << 21, LEAST = 512 << 10, ENTRIES = 1 << 21 };

static bool wanted(const struct csr *a, enum weave_when when)
{
    return when == WEAVE_YES ||
           (when == WEAVE_AUTO && a->nnz >= ENTRIES && a->n > LEAST / (int64_t)vtype_size(a->type));
}

int64_t weave_most(const struct csr *a, enum weave_when when)
{
    return wanted(a, when) ? std::min<int64_t>(STRANDS, a->nnz / EACH) : 0;
}

/* The length from which on rows are long: where there are more than STRANDS allow, none of the length that is cut. */
static int64_t long_from(const struct csr *a, int64_t x_tiles)
{
    std::vector<int64_t> length;
    for (int64_t i = 0; i < a->m; i++)
        if (a->ptr[i + 1] - a->ptr[i] >= EACH * x_tiles)
            length.push_back(a->ptr[i + 1] - a->ptr[i]);
    size_t most = (size_t)(STRANDS / x_tiles);
    if (length.size() <= most)
        return EACH * x_tiles;
    std::nth_element(length.begin(), length.begin() + (ptrdiff_t)most, length.end(), std::greater<int64_t>());
    return length[most] + 1;
}

/* Strands of the long rows: each takes up where the one in the tile before has ended. */
static void cut_strands(const struct csr *a, int64_t columns, struct weave *w)
{
    int64_t longs = (int64_t)w->long_row.size();
#pragma omp parallel for schedule(dynamic, 16)
    for (int64_t h = 0; h < longs; h++) {
        int64_t at = a->ptr[w->long_row[(size_t)h]], end = a->ptr[w->long_row[(size_t)h] + 1];
        for (int64_t t = 0; t < w->x_tiles; t++) {
            w->begin[(size_t)(t * longs + h)] = at;
            while (at < end && a->ind[at] < (t + 1) * columns)
                at++;
            w->end[(size_t)(t * longs + h)] = at;
        }
    }
}

void weave_build(const struct csr *a, enum weave_when when, struct weave *out)
{
    int64_t columns = std::min<int64_t>(COLUMNS, a->n / TILES + 1), entries = 0;
    *out = {};
    out->x_tiles = (a->n + columns - 1) / columns;
    if (!wanted(a, when) || out->x_tiles < 1 || out->x_tiles > STRANDS)
        return;
    int64_t least = long_from(a, out->x_tiles);
    for (int64_t i = 0; i < a->m; i++)
        if (a->ptr[i + 1] - a->ptr[i] >= least) {
            out->long_row.push_back((uint32_t)i);
            entries += a->ptr[i + 1] - a->ptr[i];
        }
    if (when == WEAVE_AUTO && (entries < std::max<int64_t>(a->n, ENTRIES) || out->long_row.size() < 2))
        out->long_row.clear();
    if (out->long_row.empty())
        return;
    size_t row = (size_t)weave_strands(out), longs = out->long_row.size();
    out->begin.resize(row + (size_t)a->m - longs);
    out->end.resize(out->begin.size());
    cut_strands(a, columns, out);
    for (int64_t i = 0, h = 0; i < a->m; i++)
        if (h < (int64_t)longs && out->long_row[(size_t)h] == i) {
            h++;
        } else {
            out->begin[row] = a->ptr[i];
            out->end[row++] = a->ptr[i + 1];
        }
}

struct slot_rows weave_rows(const struct csr *a, const struct weave *w)
{
    if (w->long_row.empty())
        return { a->m, a->ptr, a->ptr + 1 };
    return { (int64_t)w->begin.size(), w->begin.data(), w->end.data() };
}

void weave_shares(const struct weave *w, struct slots *s)
{
    int64_t strands = weave_strands(w);
    uint32_t before = 0;
    /* how many long rows stand before this one */
    auto pass = [&](int64_t row) {
        while (before < w->long_row.size() && (int64_t)w->long_row[before] - before <= row - strands)
            before++;
        return before;
    };
    for (struct share &h : s->share) {
        h.skip = pass(h.row);
        h.skip_end = pass(h.row + h.rows);
    }
}
