/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison: which columns and results it has, and how they stand beside the first column. */
#include "tui/views/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/link/take.h"
#include "tui/model/diff.h"

/* ---- columns ---- */

static void add_column(struct comparison *x, const struct model *m, const struct model_look *look,
                       const struct baseline *before)
{
    if (!look && !before)
        return;
    if (x->columns == COMPARISON_COLUMNS) {
        x->left_out++;
        return;
    }
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
    for (int i = 0; i < m->looks; i++)
        if (&m->look[i] != open)
            add_column(x, m, &m->look[i], NULL);
    if (s->baseline)
        add_column(x, m, open, s->baseline);
}

/* ---- results ---- */

/* What two results must have in common to stand on one axis, and what makes a line. */
struct trait {
    const char *op, *type, *cache, *kernel, *params;
    int64_t k;
    int threads;
};

static bool same_problem(const struct trait *a, const struct trait *b)
{
    return a->k == b->k && strcmp(a->op, b->op) == 0 && strcmp(a->type, b->type) == 0 &&
           strcmp(a->cache, b->cache) == 0;
}

static struct trait trait_of_run(const struct model_run *r)
{
    return (struct trait){ r->op, r->type, r->cache, r->kernel, r->params, r->columns ? r->k : 0, r->threads };
}

static struct trait trait_of_row(const json_t *row)
{
    struct trait t = { take_string(row, "op"),
                       take_string(row, "type"),
                       take_string(row, "cache"),
                       take_string(row, "kernel"),
                       take_string(row, "params"),
                       0,
                       0 };
    take_int64(row, "k", &t.k);
    take_int(row, "threads", &t.threads);
    return t;
}

static bool is_of(const struct model_look *l, const char *matrix, int64_t nnz, const char *order)
{
    return strcmp(l->matrix.name, matrix) == 0 && (nnz == 0 || nnz == l->matrix.nnz) &&
           strcmp(l->matrix.reorder, order) == 0;
}

static bool run_is_of(const struct model_look *l, const struct model_run *r)
{
    return r->event && is_of(l, r->matrix, r->nnz, r->reorder);
}

static bool row_is_of(const struct model_look *l, const json_t *row)
{
    return is_of(l, take_string(row, "matrix"), (int64_t)take_double(row, "nnz"), take_string(row, "reorder"));
}

/* The parameters without the order and without what a kernel has chosen. */
static void own_params(const char *params, char *out, size_t size)
{
    size_t used = 0;
    out[0] = 0;
    for (size_t n; *params && used < size; params += n + (params[n] == ' ')) {
        n = strcspn(params, " ");
        if (n > 0 && strncmp(params, "reorder=", 8) != 0 && strncmp(params, "choice=", 7) != 0)
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", used ? " " : "", (int)n, params);
    }
}

static struct comparison_line *line_of(struct comparison *x, const struct trait *t)
{
    char params[sizeof x->line[0].params];
    own_params(t->params, params, sizeof params);
    for (int i = 0; i < x->lines; i++) {
        struct comparison_line *l = &x->line[i];
        if (strcmp(l->kernel, t->kernel) == 0 && l->threads == t->threads && strcmp(l->params, params) == 0)
            return l;
    }
    if (x->lines == COMPARISON_LINES)
        return NULL;
    struct comparison_line *l = &x->line[x->lines++];
    *l = (struct comparison_line){ .threads = t->threads };
    snprintf(l->kernel, sizeof l->kernel, "%s", t->kernel);
    snprintf(l->params, sizeof l->params, "%s", params);
    return l;
}

/* Without a passed check there is no speed; what was stopped says nothing. */
static void put(struct comparison *x, int column, const struct trait *t, const json_t *row)
{
    const char *status = take_string(row, "status");
    struct comparison_line *l = strcmp(status, "cancelled") != 0 ? line_of(x, t) : NULL;
    char flags[64] = "";
    if (!l || l->cell[column].row)
        return;
    struct comparison_cell *c = &l->cell[column];
    double rate = take_double(row, x->flops ? "gflops" : "gnnzs");
    take_words(row, "flags", flags, sizeof flags);
    c->row = row;
    if (strcmp(status, "ok") == 0)
        c->speed = contender_of(rate, take_double(row, "time_ms"), take_double(row, "ci_lo_ms"),
                                take_double(row, "ci_hi_ms"), flags);
}

/* The newest result of each line. */
static void collect(const struct model *m, struct comparison *x, int column, const struct trait *problem)
{
    const struct comparison_column *c = &x->column[column];
    const char *key;
    json_t *row;
    for (int i = m->runs - 1; i >= 0 && !c->before; i--) {
        const struct trait t = trait_of_run(&m->run[i]);
        if (same_problem(&t, problem) && run_is_of(c->look, &m->run[i]))
            put(x, column, &t, m->run[i].event);
    }
    if (!c->before)
        return;
    json_object_foreach(c->before->rows, key, row)
    {
        const struct trait t = trait_of_row(row);
        if (same_problem(&t, problem) && row_is_of(c->look, row))
            put(x, column, &t, row);
    }
}

/* The problem of the newest run of the first column, else of the newest run of all. */
static const struct model_run *newest(const struct model *m, const struct comparison *x)
{
    for (int column = 0; column < x->columns; column++)
        for (int i = m->runs - 1; i >= 0; i--)
            if (run_is_of(x->column[column].look, &m->run[i]))
                return &m->run[i];
    return NULL;
}

/* ---- beside the first column ---- */

/* "other machine: b, was a" without the names. */
static const char *apart_of(const json_t *a, const json_t *b)
{
    static const char *const what[] = { "other machine", "other device", "other driver", "other library",
                                        "other version" };
    char why[300];
    diff_apart(a, b, why, sizeof why);
    for (size_t i = 0; i < sizeof what / sizeof *what; i++)
        if (strncmp(why, what[i], strlen(what[i])) == 0)
            return what[i];
    return NULL;
}

/* speed.lo and .hi are times for one unit of work. */
static void hold_beside(const struct comparison_cell *a, struct comparison_cell *b)
{
    const struct contender *x = &a->speed, *y = &b->speed;
    b->beside = x->rate > 0 && y->rate > 0;
    if (!b->beside)
        return;
    b->apart = apart_of(a->row, b->row);
    b->ratio = y->rate / x->rate;
    b->lo = x->lo > 0 && y->hi > 0 ? x->lo / y->hi : (double)NAN;
    b->hi = x->hi > 0 && y->lo > 0 ? x->hi / y->lo : (double)NAN;
    b->is = x->solid && y->solid ? interval_compare(y->lo, y->hi, x->lo, x->hi) : UNCLEAR;
}

static void judge(struct comparison *x, int column)
{
    struct comparison_column *c = &x->column[column];
    struct contender speed[COMPARISON_LINES];
    enum standing standing[COMPARISON_LINES];
    for (int i = 0; i < x->lines; i++)
        speed[i] = x->line[i].cell[column].speed;
    standing_of(speed, x->lines, standing);
    for (int i = 0; i < x->lines; i++) {
        struct comparison_cell *cell = &x->line[i].cell[column];
        cell->standing = standing[i];
        if (column == 0)
            continue;
        hold_beside(&x->line[i].cell[0], cell);
        bool counts = cell->beside && !cell->apart;
        c->faster += counts && cell->is == FASTER;
        c->slower += counts && cell->is == SLOWER;
        c->unclear += counts && cell->is == UNCLEAR;
    }
}

/* ---- lines ---- */

/* By the speed in the first column that has one. */
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
            snprintf(l->tag + strlen(l->tag), sizeof l->tag - strlen(l->tag), "%s%s", threads ? " " : "", l->params);
    }
}

void comparison_make(const struct scene *s, struct comparison *x)
{
    x->columns = x->left_out = x->lines = 0;
    x->flops = true;
    x->problem[0] = 0;
    choose_columns(s, x);
    const struct model_run *first = newest(s->model, x);
    if (!first)
        return;
    const struct trait problem = trait_of_run(first);
    char k[32] = "";
    if (first->columns)
        snprintf(k, sizeof k, " · k=%lld", (long long)first->k);
    snprintf(x->problem, sizeof x->problem, "%s%s · %s", first->op, k, first->type);
    x->flops = first->flops;
    for (int i = 0; i < x->columns; i++)
        collect(s->model, x, i, &problem);
    qsort(x->line, (size_t)x->lines, sizeof *x->line, s->state[VIEW_run].sort == SORT_NAME ? by_name : by_speed);
    tag_lines(x);
    for (int i = 0; i < x->columns; i++)
        judge(x, i);
}
