/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_results: the results in the columns: of this session, and of former days. */
#include "tui/views/comparison.h"

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
    int n;
    out[0] = 0;
    for (const char *word; (word = text_word(&params, &n));)
        if (strncmp(word, "reorder=", 8) != 0 && strncmp(word, "choice=", 7) != 0)
            text_join(out, size, " ", "%.*s", n, word);
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
    if (!l || l->cell[column].row)
        return;
    struct comparison_cell *c = &l->cell[column];
    double rate = take_double(row, x->flops ? "gflops" : "gnnzs");
    c->row = row;
    if (strcmp(status, "ok") == 0)
        c->speed = contender_row(rate, row);
}

/* The newest result of each line. The runs are gone through once: they are many. */
static void collect_runs(const struct model *m, struct comparison *x, const struct trait *problem)
{
    for (int i = m->runs - 1; i >= 0; i--) {
        const struct trait t = trait_of_run(&m->run[i]);
        for (int j = 0; same_problem(&t, problem) && j < x->columns; j++)
            if (!x->column[j].before && run_is_of(x->column[j].look, &m->run[i]))
                put(x, j, &t, m->run[i].event);
    }
}

/* The current result in the line; NULL: none, or it is not shown. */
static const json_t *now_of(struct comparison *x, const struct trait *t, const struct model_look *look)
{
    const struct comparison_line *l = line_of(x, t);
    for (int j = 0; l && j < x->columns; j++)
        if (x->column[j].look == look && !x->column[j].before)
            return l->cell[j].row;
    return NULL;
}

static void collect_before(struct comparison *x, int column, const struct trait *problem)
{
    const struct comparison_column *c = &x->column[column];
    const char *key;
    json_t *rows;
    if (!c->before)
        return;
    json_object_foreach(c->before->rows, key, rows) {
        const json_t *row = baseline_before(rows, NULL);
        const struct trait t = trait_of_row(row);
        if (same_problem(&t, problem) && row_is_of(c->look, row))
            row = baseline_before(rows, now_of(x, &t, c->look));
        else
            row = NULL;
        if (row)
            put(x, column, &t, row);
    }
}

static bool column_has(const struct model *m, const struct comparison_column *c, const struct trait *problem)
{
    const char *key;
    json_t *rows;
    for (int i = 0; i < m->runs && !c->before; i++) {
        const struct trait t = trait_of_run(&m->run[i]);
        if (run_is_of(c->look, &m->run[i]) && same_problem(&t, problem))
            return true;
    }
    if (c->before)
        json_object_foreach(c->before->rows, key, rows) {
            const json_t *row = json_array_get(rows, 0);
            const struct trait t = trait_of_row(row);
            if (row_is_of(c->look, row) && same_problem(&t, problem))
                return true;
        }
    return false;
}

/* How many columns have results of the run's problem. */
static int columns_with(const struct model *m, const struct comparison *x, const struct model_run *r)
{
    const struct trait problem = trait_of_run(r);
    int n = 0;
    for (int j = 0; j < x->columns; j++)
        n += column_has(m, &x->column[j], &problem);
    return n;
}

const struct model_run *comparison_newest(const struct model *m, const struct comparison *x)
{
    const struct model_run *best = NULL, *last = NULL;
    int most = 0;
    for (int column = 0; column < x->columns && !best; column++)
        for (int i = m->runs - 1; i >= 0 && most < x->columns; i--) {
            const struct model_run *r = &m->run[i];
            const struct trait now = trait_of_run(r), before = last ? trait_of_run(last) : now;
            if (!run_is_of(x->column[column].look, r) || (last && same_problem(&now, &before)))
                continue;
            last = r;
            const int n = columns_with(m, x, r);
            best = n > most ? r : best;
            most = n > most ? n : most;
        }
    return best;
}

void comparison_collect(const struct model *m, struct comparison *x, const struct model_run *like)
{
    const struct trait problem = trait_of_run(like);
    collect_runs(m, x, &problem);
    for (int i = 0; i < x->columns; i++)
        collect_before(x, i, &problem);
}
