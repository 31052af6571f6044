/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/comparison.h"

#include "tui/results/diff.h"

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
            if (&m->look[i] != open && comparison_measured(m, &m->look[i]) == measured)
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
    const struct model_run *first = comparison_newest(s, x);
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
    comparison_collect(s->model, x, first);
    qsort(x->line, (size_t)x->lines, sizeof *x->line, s->state[VIEW_run].run.sort == SORT_NAME ? by_name : by_speed);
    tag_lines(x);
    for (int i = 0; i < x->columns; i++)
        judge(x, i);
}
