/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_matrix: the part of the fold that describes the matrix: matrix, histogram, spy, entries, shares of the rows. */
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

/* ---- what is kept of the matrices of a session ---- */

static struct model_look *find_look(const struct model *m)
{
    for (int i = 0; i < m->looks; i++) {
        const struct model_matrix *a = &m->look[i].matrix, *b = &m->matrix;
        if (strcmp(a->name, b->name) == 0 && strcmp(a->source, b->source) == 0 && strcmp(a->reorder, b->reorder) == 0)
            return (struct model_look *)&m->look[i];
    }
    return NULL;
}

static struct model_look *add_look(struct model *m)
{
    if (m->looks == MODEL_LOOKS) {
        free(m->look[0].spy.cells);
        memmove(&m->look[0], &m->look[1], sizeof m->look[0] * (size_t)--m->looks);
    }
    struct model_look *l = &m->look[m->looks++];
    *l = (struct model_look){ .id = ++m->looked };
    return l;
}

/* A file that has changed has another spy plot. */
static void keep_matrix(struct model *m)
{
    struct model_look *l = find_look(m);
    if (!l)
        l = add_look(m);
    if (l->matrix.rows != m->matrix.rows || l->matrix.cols != m->matrix.cols || l->matrix.nnz != m->matrix.nnz) {
        free(l->spy.cells);
        l->spy = (struct model_spy){ 0 };
    }
    l->matrix = m->matrix;
}

/* Keeps the finest raster. */
static void keep_spy(struct model *m)
{
    struct model_look *l = find_look(m);
    const struct model_spy *s = &m->spy;
    const size_t bytes = (size_t)s->rows * (size_t)s->cols;
    if (!l || (l->spy.cells && s->rows < l->spy.rows) || s->from[0] || s->from[1] || s->to[0] != m->matrix.rows ||
        s->to[1] != m->matrix.cols)
        return;
    char *cells = malloc(bytes);
    if (!cells)
        return;
    memcpy(cells, s->cells, bytes);
    free(l->spy.cells);
    l->spy = *s;
    l->spy.cells = cells;
}

const struct model_look *model_look_find(const struct model *m, int id)
{
    for (int i = 0; i < m->looks; i++)
        if (m->look[i].id == id)
            return &m->look[i];
    return NULL;
}

const struct model_look *model_look_open(const struct model *m)
{
    return m->matrix.open ? find_look(m) : NULL;
}

/* The source distinguishes matrices with the same name. */
char *model_look_name(const struct model *m, const struct model_look *l, char *out, size_t size)
{
    const struct model_matrix *a = &l->matrix;
    const char *name = a->name;
    for (int i = 0; i < m->looks; i++)
        if (strcmp(m->look[i].matrix.name, name) == 0 && strcmp(m->look[i].matrix.source, a->source) != 0)
            name = a->source;
    snprintf(out, size, "%s%s%s", name, a->reorder[0] ? " · " : "", a->reorder);
    return out;
}

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
    keep_matrix(m);
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
    keep_spy(m);
    model_take_window(&m->spied, e);
}

/* ---- single entries, and how a kernel divides the rows ---- */

/* Whether the entry is in the window, and follows the last one: row by row, columns ascending. */
static bool is_next(const struct model_window *w, const struct model_entry *e)
{
    const struct model_entry *last = w->entries ? &w->entry[w->entries - 1] : NULL;
    return e->i >= w->from[0] && e->i < w->to[0] && e->j >= w->from[1] && e->j < w->to[1] &&
           (!last || e->i > last->i || (e->i == last->i && e->j > last->j));
}

void model_take_window(struct model_window *w, const json_t *e)
{
    const json_t *entry, *list = json_object_get(e, "entries");
    w->entries = 0;
    take_pair(e, "from", w->from);
    take_pair(e, "to", w->to);
    w->known = list != NULL;
    for (int d = 0; d < 2; d++)
        w->known &= w->from[d] >= 0 && w->to[d] >= w->from[d] && w->to[d] - w->from[d] <= MODEL_WINDOW;
    if (!w->known)
        return;
    JSON_EACH(entry, list) {
        const struct model_entry next = { .i = json_integer_value(json_array_get(entry, 0)),
                                          .j = json_integer_value(json_array_get(entry, 1)),
                                          .value = take_value(json_array_get(entry, 2), NAN) };
        if (is_next(w, &next))
            w->entry[w->entries++] = next;
    }
}

void model_on_window(struct model *m, const json_t *e)
{
    struct model_window *w = &m->window;
    memset(w, 0, sizeof *w);
    for (size_t i = 0; i < MODEL_WINDOW; i++)
        w->rest[i] = take_value(json_array_get(json_object_get(e, "rest"), i), NAN);
    model_take_window(w, e);
    w->longest = m->matrix.row_max;
    w->all[0] = m->matrix.rows;
    w->all[1] = m->matrix.cols;
    take_bins(json_object_get(e, "whole"), MODEL_WINDOW, w->first, w->length);
    take_bins(json_object_get(e, "sell"), MODEL_WINDOW, w->place, w->slots);
}

#define F(member) TAKE(struct model_work, member)
static const struct take_field work_fields[] = { F(kernel),    F(rule),    F(worker), F(counts),    F(k),
                                                 F(threads),   F(workers), F(units),  F(rows),      F(most),
                                                 F(sum),       F(x_rows),  F(halo),   F(halo_most), F(x_fetched),
                                                 F(imbalance), F(dealt),   F(inside), { 0 } };
#undef F

void model_on_work(struct model *m, const json_t *e)
{
    struct model_work w = { 0 };
    take_no_numbers(work_fields, &w);
    take_fields(e, work_fields, &w);
    const json_t *bins = json_object_get(e, "bins");
    for (w.bins = 0; w.bins < MODEL_BINS && w.bins < (int)json_array_size(bins); w.bins++)
        w.bin[w.bins] = json_integer_value(json_array_get(bins, (size_t)w.bins));
    w.each = take_bins(json_object_get(e, "each"), MODEL_UNITS, w.first, w.work);
    m->work = w;
}
