/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary: the mean speed of each kernel over all matrices of a bench. */
#include "tui/lines/summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/lines/rows.h"
#include "tui/link/take.h"
#include "tui/views/figure.h"

struct mean_group {
    json_t *row;       /* what its measurements have in common */
    const char *speed; /* "gflops" or "gnnzs" */
    double sum;        /* Σ 1/v (harmonic) or Σ log v (geometric) */
    json_int_t count;
};

struct summary {
    char mean[8];
    bool harmonic;
    struct mean_group *group;
    int groups;
};

static const char *const common[] = { "op",     "type",   "k",       "layout", "kernel",
                                      "format", "device", "threads", "params", "cache" };

struct summary *summary_new(const char *mean)
{
    struct summary *s = calloc(1, sizeof *s);
    if (s) {
        strncpy(s->mean, mean, sizeof s->mean - 1);
        s->harmonic = mean[0] == 'h';
    }
    return s;
}

static struct mean_group *find(struct summary *s, json_t *row)
{
    for (int i = 0; i < s->groups; i++)
        if (json_equal(s->group[i].row, row))
            return &s->group[i];
    struct mean_group *more = realloc(s->group, (size_t)(s->groups + 1) * sizeof *more);
    if (!more)
        return NULL;
    s->group = more;
    s->group[s->groups] = (struct mean_group){ .row = json_incref(row) };
    return &s->group[s->groups++];
}

static const char *speed_name(const json_t *m)
{
    return json_object_get(m, "gflops") ? "gflops" : "gnnzs";
}

void summary_add(struct summary *s, const json_t *m)
{
    json_t *row = json_object();
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        json_t *value = json_object_get(m, common[i]);
        if (value)
            json_object_set(row, common[i], value);
    }
    double speed = json_number_value(json_object_get(m, speed_name(m)));
    struct mean_group *g = speed > 0 ? find(s, row) : NULL;
    if (g) {
        g->speed = speed_name(m);
        g->sum += s->harmonic ? 1 / speed : log(speed);
        g->count++;
    }
    json_decref(row);
}

static double mean_of(const struct summary *s, const struct mean_group *g)
{
    double n = (double)g->count;
    return s->harmonic ? n / g->sum : exp(g->sum / n);
}

bool summary_rows(const struct summary *s, struct row_table *rows, struct err *e)
{
    for (int i = 0; i < s->groups; i++) {
        const struct mean_group *g = &s->group[i];
        json_object_set_new(g->row, "matrix", json_string(s->mean));
        json_object_set_new(g->row, "samples", json_integer(g->count));
        json_object_set_new(g->row, g->speed, json_real(mean_of(s, g)));
        json_object_set_new(g->row, "status", json_string("summary"));
        if (!rows_put(rows, g->row, e))
            return false;
    }
    return true;
}

bool summary_best(const struct summary *s, int i, char *text, size_t size)
{
    static const char *const problem[] = { "op", "type", "k", "cache", NULL };
    const struct mean_group *g = i < s->groups ? &s->group[i] : NULL;
    char k[32] = "", rate[TEXT_SIZE];
    int rivals = 0;
    text[0] = 0;
    if (!g)
        return false;
    for (int j = 0; j < s->groups; j++) {
        const struct mean_group *o = &s->group[j];
        if (j == i || !take_alike(g->row, o->row, problem))
            continue;
        bool beaten = o->count == g->count && mean_of(s, o) > mean_of(s, g);
        if (beaten || o->count > g->count)
            return true;
        rivals += o->count == g->count;
    }
    if (rivals == 0)
        return true;
    if (json_object_get(g->row, "k"))
        snprintf(k, sizeof k, " k=%lld", (long long)json_integer_value(json_object_get(g->row, "k")));
    const char *params = take_string(g->row, "params");
    snprintf(text, size, "%s of %lld matri%s, %s %s%s: best %s%s%s, %s %s", s->mean, (long long)g->count,
             g->count == 1 ? "x" : "ces", take_string(g->row, "op"), take_string(g->row, "type"), k,
             take_string(g->row, "kernel"), *params ? " " : "", params, figure_number(rate, mean_of(s, g)),
             strcmp(g->speed, "gflops") == 0 ? "GFLOPS" : "Gnnz/s");
    return true;
}

void summary_free(struct summary *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->groups; i++)
        json_decref(s->group[i].row);
    free(s->group);
    free(s);
}
