/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_results: the results in the columns: of this session and of former days. */
#include "tui/results/diff.h"
#include "tui/views/comparison.h"

enum { COMPARED = DIFFER_WORK | DIFFER_MACHINE }; /* all results agree in these */

static bool is_of(const struct model_look *l, const char *matrix, int64_t nnz, const char *order)
{
    return strcmp(l->matrix.name, matrix) == 0 && (nnz == 0 || nnz == l->matrix.nnz) &&
           strcmp(l->matrix.reorder, order) == 0;
}

static bool run_is_of(const struct model_look *l, const struct model_run *r)
{
    return r->event && is_of(l, r->matrix, r->nnz, r->reorder);
}

bool comparison_measured(const struct model *m, const struct model_look *l)
{
    int i = 0;
    while (i < m->runs && !run_is_of(l, &m->run[i]))
        i++;
    return i < m->runs;
}

static bool row_is_of(const struct model_look *l, const json_t *row)
{
    return is_of(l, take_string(row, "matrix"), (int64_t)take_double(row, "nnz"), take_string(row, "reorder"));
}

/* The line of a result's kernel, threads and parameters, ignoring the order and the kernel's choice. */
static struct comparison_line *line_of(struct comparison *x, const json_t *row)
{
    char params[sizeof x->line[0].params];
    const char *kernel = take_string(row, "kernel");
    const int threads = take_threads(row);
    model_params(take_string(row, "params"), "reorder choice", params, sizeof params);
    for (int i = 0; i < x->lines; i++) {
        struct comparison_line *l = &x->line[i];
        if (strcmp(l->kernel, kernel) == 0 && l->threads == threads && strcmp(l->params, params) == 0)
            return l;
    }
    if (x->lines == COMPARISON_LINES)
        return NULL;
    struct comparison_line *l = &x->line[x->lines++];
    *l = (struct comparison_line){ .threads = threads };
    snprintf(l->kernel, sizeof l->kernel, "%s", kernel);
    snprintf(l->params, sizeof l->params, "%s", params);
    return l;
}

/* Without a passed check there is no speed; a stopped run says nothing. */
static void put(struct comparison *x, int column, const json_t *row)
{
    struct comparison_line *l = strcmp(take_string(row, "status"), "cancelled") != 0 ? line_of(x, row) : NULL;
    struct comparison_cell *c = l ? &l->cell[column] : NULL;
    if (!c || (c->row && !diff_spoiled(c->row, row)))
        return;
    c->row = row;
    c->speed = contender_row(row);
}

/* One pass over the runs, since they are many. */
static void collect_runs(const struct model *m, struct comparison *x, const struct model_run *like)
{
    for (int i = m->runs - 1; i >= 0; i--)
        for (int j = 0; !problem_differ(&m->run[i], like, COMPARED) && j < x->columns; j++)
            if (!x->column[j].before && run_is_of(x->column[j].look, &m->run[i]))
                put(x, j, m->run[i].event);
}

/* The current result in the line; NULL: none, or hidden. */
static const json_t *now_of(struct comparison *x, const json_t *row, const struct model_look *look)
{
    const struct comparison_line *l = line_of(x, row);
    for (int j = 0; l && j < x->columns; j++)
        if (x->column[j].look == look && !x->column[j].before)
            return l->cell[j].row;
    return NULL;
}

static void collect_before(struct comparison *x, int column, const json_t *like)
{
    const struct comparison_column *c = &x->column[column];
    const char *key;
    json_t *rows;
    if (!c->before)
        return;
    json_object_foreach(c->before->rows, key, rows) {
        const json_t *row = baseline_before(rows, NULL);
        const bool alike = !problem_rows_differ(row, like, DIFFER_WORK) && row_is_of(c->look, row);
        const json_t *now = alike ? now_of(x, row, c->look) : NULL, *before = baseline_before(rows, now);
        before = before || !now ? before : baseline_same(rows, now);
        if (alike && before)
            put(x, column, before);
    }
}

static bool column_has(const struct model *m, const struct comparison_column *c, const struct model_run *like)
{
    const char *key;
    json_t *rows;
    for (int i = 0; i < m->runs && !c->before; i++)
        if (run_is_of(c->look, &m->run[i]) && !problem_differ(&m->run[i], like, COMPARED))
            return true;
    if (c->before)
        json_object_foreach(c->before->rows, key, rows) {
            const json_t *row = json_array_get(rows, 0);
            if (row_is_of(c->look, row) && !problem_rows_differ(row, like->event, DIFFER_WORK))
                return true;
        }
    return false;
}

static int columns_with(const struct model *m, const struct comparison *x, const struct model_run *r)
{
    int n = 0;
    for (int j = 0; j < x->columns; j++)
        n += column_has(m, &x->column[j], r);
    return n;
}

const struct model_run *comparison_newest(const struct scene *s, const struct comparison *x)
{
    const struct model *m = s->model;
    const struct model_run *best = NULL, *last = NULL;
    int most = 0;
    for (int column = 0; column < x->columns && !best; column++)
        for (int i = m->runs - 1; i >= 0 && most <= 2 * x->columns; i--) {
            const struct model_run *r = &m->run[i];
            if (!run_is_of(x->column[column].look, r) || (last && !problem_differ(r, last, COMPARED)) ||
                problem_differ(r, &m->run[m->runs - 1], DIFFER_MACHINE))
                continue;
            last = r;
            const int n = 2 * columns_with(m, x, r) + (s->settings && settings_ask(s->settings, m, r));
            best = n > most ? r : best;
            most = n > most ? n : most;
        }
    return best;
}

void comparison_collect(const struct model *m, struct comparison *x, const struct model_run *like)
{
    collect_runs(m, x, like);
    for (int i = 0; i < x->columns; i++)
        collect_before(x, i, like->event);
}
