/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/spy.h"

#include "core/base/minmax.h"

/* The first row or column of cell c of `cells` over from .. to-1: the least i with floor((i - from)·cells/size) = c. */
static int64_t cell_begin(int64_t from, int64_t to, int cells, int c)
{
    int64_t size = to - from;
    return from + size / cells * c + (size % cells * c + cells - 1) / cells;
}

/* begin[c] is the first column of cell c. The floating-point quotient may be off by one at a border, which begin[]
   corrects: cheaper than an integer division per entry. */
static void row_count(const struct csr *a, const struct spy *s, const int64_t *begin, int64_t i, int64_t *count)
{
    double scale = (double)s->cols / (double)(s->to_j - s->from_j);
    for (int64_t p = csr_search(a, i, s->from_j); p < a->ptr[i + 1] && a->ind[p] < s->to_j; p++) {
        int64_t j = a->ind[p];
        int c = (int)((double)(j - s->from_j) * scale);
        c = c < s->cols ? c : s->cols - 1;
        c -= j < begin[c];
        c += j >= begin[c + 1];
        count[c]++;
    }
}

static void entries_count(const struct csr *a, struct spy *s)
{
    int64_t begin[SPY_MAX + 1];
    for (int c = 0; c <= s->cols; c++)
        begin[c] = cell_begin(s->from_j, s->to_j, s->cols, c);
#pragma omp parallel for schedule(dynamic)
    for (int r = 0; r < s->rows; r++) {
        int64_t end = cell_begin(s->from_i, s->to_i, s->rows, r + 1);
        for (int64_t i = cell_begin(s->from_i, s->to_i, s->rows, r); i < end; i++)
            row_count(a, s, begin, i, s->count + (int64_t)r * s->cols);
    }
}

static void levels_set(struct spy *s)
{
    for (int64_t c = 0; c < (int64_t)s->rows * s->cols; c++)
        s->max = s->count[c] > s->max ? s->count[c] : s->max;
    for (int r = 0; r < s->rows; r++) {
        char *line = s->level + (int64_t)r * (s->cols + 1);
        for (int c = 0; c < s->cols; c++) {
            int64_t count = s->count[(int64_t)r * s->cols + c];
            /* 9 however the logarithms round */
            int level = count == s->max ? 9 : (int)(9 * log1p((double)count) / log1p((double)s->max));
            line[c] = count == 0 ? '.' : (char)('0' + level);
        }
        line[s->cols] = '\0';
    }
}

bool spy_make(const struct csr *a, int rows, int cols, int64_t from_i, int64_t to_i, int64_t from_j, int64_t to_j,
              struct spy *s, struct err *e)
{
    *s = (struct spy){ 0 };
    if (rows < 1 || cols < 1 || rows > SPY_MAX || cols > SPY_MAX)
        return err_set(e, ERR_USAGE, "a spy plot of %d × %d cells: each side takes 1 to %d", rows, cols, SPY_MAX);
    s->from_i = clamp64(from_i, 0, a->m);
    s->to_i = clamp64(to_i, s->from_i, a->m);
    s->from_j = clamp64(from_j, 0, a->n);
    s->to_j = clamp64(to_j, s->from_j, a->n);
    s->rows = (int)min64(rows, s->to_i - s->from_i);
    s->cols = (int)min64(cols, s->to_j - s->from_j);
    size_t cells = (size_t)s->rows * (size_t)s->cols, chars = (size_t)s->rows * ((size_t)s->cols + 1);
    s->count = calloc(cells + 1, sizeof *s->count);
    s->level = calloc(chars + 1, 1);
    if (!s->count || !s->level) {
        spy_free(s);
        return err_nomem(e, "the spy plot", cells * sizeof *s->count + chars);
    }
    if (cells > 0)
        entries_count(a, s);
    levels_set(s);
    return true;
}

void spy_free(struct spy *s)
{
    free(s->level);
    free(s->count);
    *s = (struct spy){ 0 };
}

const char *spy_line(const struct spy *s, int r)
{
    return s->level + (int64_t)r * (s->cols + 1);
}
