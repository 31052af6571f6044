/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_matrix: the part of the fold that describes the matrix: matrix, histogram, spy. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tui/link/take.h"
#include "tui/model/model_parts.h"

void model_on_matrix(struct model *m, const json_t *e)
{
    struct model_matrix a = {
        .open = true, .runnable = true, .pattern_symmetry = -1, .value_symmetry = NAN, .value_skew = NAN
    };
    take_text(e, "name", a.name, sizeof a.name);
    take_text(e, "source", a.source, sizeof a.source);
    take_text(e, "title", a.title, sizeof a.title);
    take_text(e, "field", a.field, sizeof a.field);
    take_text(e, "symmetry", a.symmetry, sizeof a.symmetry);
    take_text(e, "why", a.why, sizeof a.why);
    take_bool(e, "runnable", &a.runnable);
    const struct {
        const char *name;
        int64_t *to;
    } whole[] = { { "rows", &a.rows },
                  { "cols", &a.cols },
                  { "nnz", &a.nnz },
                  { "zeros", &a.zeros },
                  { "duplicates", &a.duplicates },
                  { "row_min", &a.row_min },
                  { "nonfinite", &a.nonfinite },
                  { "row_max", &a.row_max },
                  { "row_median", &a.row_median },
                  { "col_max", &a.col_max },
                  { "empty_rows", &a.empty_rows },
                  { "diagonal", &a.diagonal },
                  { "empty_cols", &a.empty_cols },
                  { "diagonals", &a.diagonals },
                  { "bandwidth_lower", &a.bandwidth_lower },
                  { "bandwidth_upper", &a.bandwidth_upper },
                  { "profile", &a.profile } };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        take_int64(e, whole[i].name, whole[i].to);
    take_number(e, "bytes", &a.bytes);
    take_number(e, "open_ms", &a.open_ms);
    const json_t *was = json_object_get(e, "was");
    take_text(e, "reorder", a.reorder, sizeof a.reorder);
    take_number(e, "reorder_ms", &a.reorder_ms);
    take_int64(was, "bandwidth_lower", &a.was_lower);
    take_int64(was, "bandwidth_upper", &a.was_upper);
    take_int64(was, "profile", &a.was_profile);
    take_number(e, "row_mean", &a.row_mean);
    take_number(e, "row_std", &a.row_std);
    take_number(e, "pattern_symmetry", &a.pattern_symmetry);
    take_number(e, "value_symmetry", &a.value_symmetry);
    take_number(e, "value_skew", &a.value_skew);
    a.bins = take_bins(json_object_get(e, "hist"), 64, a.bin_rows, a.bin_nnz);
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
    m->matrix.linear_bins = take_bins(json_object_get(e, "bins"), 256, m->matrix.linear_rows, m->matrix.linear_nnz);
}

/* Rows of the raster that are missing or too short are left empty; anything but a digit is an empty cell. */
void model_on_spy(struct model *m, const json_t *e)
{
    struct model_spy s = { 0 };
    take_int(e, "rows", &s.rows);
    take_int(e, "cols", &s.cols);
    take_int64(e, "max", &s.max);
    take_pair(e, "from", s.from);
    take_pair(e, "to", s.to);
    if (s.rows < 1 || s.cols < 1 || s.rows > 4096 || s.cols > 4096)
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
