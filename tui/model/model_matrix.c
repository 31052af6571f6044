/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_matrix: the part of the fold that describes the matrix: matrix, histogram, spy. */
#include "tui/model/model_parts.h"

/* clang-format off */
#define F(member) TAKE(struct model_matrix, member)
static const struct take_field matrix_fields[] = {
    F(name), F(source), F(title), F(field), F(symmetry), F(why), F(reorder), F(runnable), F(rows), F(cols), F(nnz),
    F(zeros), F(duplicates), F(nonfinite), F(row_min), F(row_max), F(row_median), F(row_mean), F(row_std), F(col_max),
    F(empty_rows), F(empty_cols), F(diagonal), F(diagonals), F(bandwidth_lower), F(bandwidth_upper), F(profile),
    F(bytes), F(open_ms), F(reorder_ms), F(pattern_symmetry), F(value_symmetry), F(value_skew), { 0 }
};
#undef F
/* clang-format on */

void model_on_matrix(struct model *m, const json_t *e)
{
    struct model_matrix a = {
        .open = true, .runnable = true, .pattern_symmetry = -1, .value_symmetry = NAN, .value_skew = NAN
    };
    take_fields(e, matrix_fields, &a);
    const json_t *was = json_object_get(e, "was");
    take_int64(was, "bandwidth_lower", &a.was_lower);
    take_int64(was, "bandwidth_upper", &a.was_upper);
    take_int64(was, "profile", &a.was_profile);
    a.bins = take_bins(json_object_get(e, "hist"), STATS_BINS, a.bin_rows, a.bin_nnz);
    m->matrix = a;
    m->progressing = false;
    free(m->spy.cells);
    m->spy = (struct model_spy){ 0 };
    m->spied.known = m->window.known = false;
    m->work = (struct model_work){ 0 };
    model_look_matrix(m);
}

void model_on_histogram(struct model *m, const json_t *e)
{
    take_int64(e, "max", &m->matrix.linear_max);
    m->matrix.linear_bins =
        take_bins(json_object_get(e, "bins"), COMMAND_BINS_MAX, m->matrix.linear_rows, m->matrix.linear_nnz);
}

/* Rows of the raster that are missing or too short stay empty, as do cells that are not digits. */
void model_on_spy(struct model *m, const json_t *e)
{
    struct model_spy s = { 0 };
    take_int(e, "rows", &s.rows);
    take_int(e, "cols", &s.cols);
    take_pair(e, "from", s.from);
    take_pair(e, "to", s.to);
    take_int64(e, "max", &s.max);
    if (s.rows < 1 || s.cols < 1 || s.rows > 4096 || s.cols > 4096 || s.from[0] < 0 || s.from[1] < 0 ||
        s.to[0] < s.from[0] || s.to[1] < s.from[1])
        return;
    s.cells = malloc((size_t)s.rows * (size_t)s.cols);
    if (!s.cells)
        return;
    memset(s.cells, '.', (size_t)s.rows * (size_t)s.cols);
    const json_t *lines = json_object_get(e, "cells");
    for (int i = 0; i < s.rows && i < (int)json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, (size_t)i));
        for (int j = 0; line && j < s.cols && line[j]; j++)
            if (line[j] >= '0' && line[j] <= '9')
                s.cells[i * s.cols + j] = line[j];
    }
    free(m->spy.cells);
    m->spy = s;
    model_look_spy(m);
    model_take_window(&m->spied, e);
}
