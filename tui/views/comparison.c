/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/comparison.h"

#include "tui/results/diff.h"

/* ---- the results in the columns: of this session and of former days ---- */

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

static bool is_measured(const struct model *m, const struct model_look *l)
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
        const json_t *row = baseline_before(c->before, key, NULL);
        const bool alike = !problem_rows_differ(row, like, DIFFER_WORK) && row_is_of(c->look, row);
        const json_t *now = alike ? now_of(x, row, c->look) : NULL, *before = baseline_before(c->before, key, now);
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

/* The newest run, in the first column with one, of the problem of most columns, else of the settings; NULL: none. */
static const struct model_run *newest_of(const struct scene *s, const struct comparison *x)
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

/* ---- columns ---- */

static void add_column(struct comparison *x, const struct model *m, const struct model_look *look,
                       const struct baseline *before)
{
    if ((!look && !before) || x->columns == COMPARISON_COLUMNS)
        return;
    struct comparison_column *c = &x->column[x->columns++];
    *c = (struct comparison_column){ .look = look, .before = before };
    if (before)
        snprintf(c->title, sizeof c->title, "%s", before->source);
    else
        model_look_name(m, look, c->title, sizeof c->title);
}

static void add_picked(const struct scene *s, struct comparison *x, const struct model_look *open)
{
    for (int i = 0; i < s->partners->n; i++) {
        const struct partner *p = &s->partners->entry[i];
        const struct model_look *look = model_look_find(s->model, p->look);
        if (p->picked && p->kind == PARTNER_LOOK && look != open)
            add_column(x, s->model, look, NULL);
        else if (p->picked && p->kind != PARTNER_LOOK)
            add_column(x, s->model, open, p->kind == PARTNER_BASELINE ? s->baseline : &p->before);
    }
}

static void choose_columns(const struct scene *s, struct comparison *x)
{
    const struct model *m = s->model;
    const struct model_look *open = model_look_open(m);
    if (!open)
        return;
    add_column(x, m, open, NULL);
    if (s->partners && partners_picked(s->partners) > 0) {
        add_picked(s, x, open);
        return;
    }
    for (int measured = 1; measured >= 0; measured--)
        for (int i = 0; i < m->looks; i++)
            if (&m->look[i] != open && is_measured(m, &m->look[i]) == measured)
                add_column(x, m, &m->look[i], NULL);
    if (s->baseline)
        add_column(x, m, open, s->baseline);
}

/* ---- beside the first column ---- */

/* "other machine: b, was a" without the names. */
static const char *apart_of(const json_t *a, const json_t *b)
{
    static const char *const what[] = { "other machine", "other device", "other driver", "other library",
                                        "other version" };
    char why[300];
    diff_apart(a, b, why, sizeof why);
    for (size_t i = 0; i < COUNT(what); i++)
        if (strncmp(why, what[i], strlen(what[i])) == 0)
            return what[i];
    return NULL;
}

/* speed.lo and .hi are times per unit of work. again: b is of the same problem, at another time. */
static void hold_beside(const struct comparison_cell *a, struct comparison_cell *b, bool again)
{
    const struct contender *x = &a->speed, *y = &b->speed;
    b->beside = x->rate > 0 && y->rate > 0;
    if (!b->beside)
        return;
    b->apart = again && diff_same_run(a->row, b->row) ? "the same run" : apart_of(a->row, b->row);
    b->ratio = y->rate / x->rate;
    b->versus = again ? diff_versus(a->row, b->row, INTERVAL_SAME) : versus_of(x, y, INTERVAL_SAME);
    if (!(b->versus.most > 0))
        b->versus.is = standing_far(y, x);
}

static void judge(struct comparison *x, int column)
{
    struct comparison_column *c = &x->column[column];
    struct contender speed[COMPARISON_LINES];
    const json_t *row[COMPARISON_LINES];
    enum standing standing[COMPARISON_LINES];
    for (int i = 0; i < x->lines; i++) {
        row[i] = x->line[i].cell[column].row;
        speed[i] = x->line[i].cell[column].speed;
    }
    standing_unite(row, speed, x->lines);
    standing_of(speed, x->lines, standing);
    for (int i = 0; i < x->lines; i++) {
        struct comparison_cell *cell = &x->line[i].cell[column];
        cell->standing = standing[i];
        if (column == 0)
            continue;
        hold_beside(&x->line[i].cell[0], cell, c->before);
        bool counts = cell->beside && !cell->apart;
        c->faster += counts && cell->versus.is == FASTER;
        c->slower += counts && cell->versus.is == SLOWER;
        c->unclear += counts && cell->versus.is == UNCLEAR;
    }
}

/* ---- lines ---- */

/* By speed in the first column that has one. */
static int by_speed(const void *pa, const void *pb)
{
    const struct comparison_line *a = pa, *b = pb;
    for (int i = 0; i < COMPARISON_COLUMNS; i++) {
        double x = a->cell[i].speed.rate, y = b->cell[i].speed.rate;
        if (x != y)
            return x > y ? -1 : 1;
    }
    int by = strcmp(a->kernel, b->kernel);
    return by ? by : a->threads != b->threads ? a->threads - b->threads : strcmp(a->params, b->params);
}

static int by_name(const void *pa, const void *pb)
{
    const struct comparison_line *a = pa, *b = pb;
    const int by = strcmp(a->kernel, b->kernel);
    return by ? by : by_speed(pa, pb);
}

static void tag_lines(struct comparison *x)
{
    for (int i = 0; i < x->lines; i++) {
        struct comparison_line *l = &x->line[i];
        bool threads = false, params = false;
        for (int j = 0; j < x->lines; j++)
            if (strcmp(x->line[j].kernel, l->kernel) == 0) {
                threads |= x->line[j].threads != l->threads;
                params |= strcmp(x->line[j].params, l->params) != 0;
            }
        if (threads)
            snprintf(l->tag, sizeof l->tag, "×%d", l->threads);
        if (params && l->params[0])
            text_join(l->tag, sizeof l->tag, " ", "%s", l->params);
    }
}

const struct model_run *comparison_begin(const struct scene *s, struct comparison *x)
{
    x->columns = x->lines = 0;
    x->flops = true;
    x->problem[0] = 0;
    choose_columns(s, x);
    const struct model_run *first = newest_of(s, x);
    if (!first)
        return NULL;
    common_text(&(struct common){ .first = first }, DIFFER_WORK, x->problem, sizeof x->problem);
    x->flops = first->flops;
    return first;
}

void comparison_make(const struct scene *s, struct comparison *x)
{
    const struct model_run *first = comparison_begin(s, x);
    if (!first)
        return;
    collect_runs(s->model, x, first);
    for (int i = 0; i < x->columns; i++)
        collect_before(x, i, first->event);
    qsort(x->line, (size_t)x->lines, sizeof *x->line, s->state[VIEW_run].run.sort == SORT_NAME ? by_name : by_speed);
    tag_lines(x);
    for (int i = 0; i < x->columns; i++)
        judge(x, i);
}
