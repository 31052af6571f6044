/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/lines/summary.h"

#include "core/base/array.h"
#include "core/protocol/event.h"
#include "tui/model/figure.h"
#include "tui/verdict/problem.h"
#include "tui/verdict/standing.h"

struct mean_group {
    const json_t *first; /* of its measurements */
    json_t *row;         /* what they have in common */
    json_t *flags;       /* flags of any of them */
    const char *speed;   /* "gflops" or "gnnzs" */
    struct mean_sum {
        double of, lo, hi; /* Σ 1/v (harmonic) or Σ log v (geometric); the same of v at both ends of its interval */
    } sum;
    bool solid; /* all of its measurements have an interval */
    json_int_t count;
    int choice;        /* a group with its choices… */
    json_int_t chosen; /* …from this many of its measurements */
};

struct summary {
    char mean[8];
    bool harmonic;
    json_t *measured;         /* all with a speed */
    struct mean_group *group; /* of these, once the means are requested */
    int groups;
    /* at first of all measurements, then of the groups that compete in one problem */
    int *rival;
    struct contender *contender;
    enum standing *standing;
};

static const char *const common[] = { "op",     "type",   "k",       "layout", "kernel",
                                      "format", "device", "threads", "params", "cache" };

struct summary *summary_new(const char *mean)
{
    struct summary *s = calloc(1, sizeof *s);
    if (s) {
        strncpy(s->mean, mean, sizeof s->mean - 1);
        s->harmonic = mean[0] == 'h';
        s->measured = json_array();
    }
    return s;
}

static double term(const struct summary *s, double speed)
{
    return s->harmonic ? 1 / speed : log(speed);
}

static bool has_flag(const json_t *flags, const json_t *flag)
{
    const json_t *f;
    JSON_EACH(f, flags)
        if (json_equal(f, flag))
            return true;
    return false;
}

static void group_add(struct summary *s, struct mean_group *g, const json_t *m, const struct contender *c)
{
    g->speed = take_rate_name(m);
    g->solid = c->hi > 0 && (g->solid || g->count == 0);
    g->sum.of += term(s, c->rate);
    if (g->solid) {
        g->sum.lo += term(s, 1 / c->hi);
        g->sum.hi += term(s, 1 / c->lo);
    }
    g->count++;
    const json_t *flag;
    JSON_EACH(flag, json_object_get(m, "flags"))
        if (!has_flag(g->flags, flag))
            json_array_append(g->flags, (json_t *)flag);
}

void summary_add(struct summary *s, const json_t *m)
{
    if (take_rate(m) > 0)
        json_array_append(s->measured, (json_t *)m);
}

/* The group of a measurement, a new one if necessary; -1: out of memory. */
static int group_of(struct summary *s, const json_t *m)
{
    json_t *row = json_object();
    int at = 0;
    for (size_t i = 0; i < COUNT(common); i++)
        json_object_set(row, common[i], json_object_get(m, common[i]));
    while (at < s->groups && !json_equal(s->group[at].row, row))
        at++;
    if (at == s->groups && array_grow(&s->group, at, sizeof *s->group)) {
        s->group[s->groups++] = (struct mean_group){ .first = m, .row = row, .flags = json_array() };
        return at;
    }
    json_decref(row);
    return at < s->groups ? at : -1;
}

/* Counts what cpu.auto chose for how many matrices. */
static void count_choices(struct summary *s, const struct contender *c, const int *group, int n)
{
    for (int i = 0; i < n; i++) {
        const int choice = c[i].code && c[i].code != i + 1 ? group[c[i].code - 1] : -1;
        if (group[i] < 0 || choice < 0)
            continue;
        struct mean_group *g = &s->group[group[i]];
        g->chosen = g->choice == choice ? g->chosen + 1 : 1;
        g->choice = choice;
    }
}

/* Sorts all measurements into groups, uniting the intervals of cpu.auto and its choices. */
static void gather(struct summary *s)
{
    const size_t n = json_array_size(s->measured);
    if (s->rival)
        return;
    const json_t **row = calloc(n + 1, sizeof *row);
    int *const group = s->rival = calloc(n + 1, sizeof *group);
    struct contender *const c = s->contender = calloc(n + 1, sizeof *c);
    s->standing = calloc(n + 1, sizeof *s->standing);
    for (size_t i = 0; c && row && i < n; i++) {
        row[i] = json_array_get(s->measured, i);
        c[i] = contender_row(row[i]);
    }
    if (c && row && group && s->standing) {
        standing_unite(row, c, (int)n);
        for (size_t i = 0; i < n; i++)
            if ((group[i] = group_of(s, row[i])) >= 0)
                group_add(s, &s->group[group[i]], row[i], &c[i]);
        count_choices(s, c, group, (int)n);
    }
    free(row);
}

static double mean_of(const struct summary *s, const struct mean_group *g, double sum)
{
    double n = (double)g->count;
    return s->harmonic ? n / sum : exp(sum / n);
}

/* As one result: the mean is at least that of the slow ends of all intervals, and at most that of the fast ends. */
static struct contender contender_group(const struct summary *s, const struct mean_group *g)
{
    struct contender c = { .rate = mean_of(s, g, g->sum.of) };
    if (g->solid) {
        c.lo = 1 / mean_of(s, g, g->sum.hi);
        c.hi = 1 / mean_of(s, g, g->sum.lo);
    }
    return c;
}

void summary_rows(struct summary *s, struct row_table *rows)
{
    gather(s);
    for (int i = 0; i < s->groups; i++) {
        const struct mean_group *g = &s->group[i];
        EVENT_ADD(g->row, FIELD("matrix", s->mean), FIELD("samples", g->count),
                  FIELD(g->speed, mean_of(s, g, g->sum.of)), FIELD("status", "summary"));
        json_object_set(g->row, "flags", g->flags);
        rows_put(rows, g->row);
    }
}

int summary_groups(struct summary *s)
{
    gather(s);
    return s->groups;
}

json_t *summary_mean(struct summary *s, int i)
{
    static const char *const own[] = { "ci_lo_ms", "ci_hi_ms", "gbs", "roof_frac" };
    const struct mean_group *g = &s->group[i];
    const struct contender c = contender_group(s, g);
    const double work = take_double(g->first, "time_ms") * take_rate(g->first);
    json_t *m = json_copy((json_t *)g->first);
    char name[60];
    snprintf(name, sizeof name, "%s of %lld", s->mean, (long long)g->count);
    for (size_t j = 0; j < COUNT(own); j++)
        json_object_del(m, own[j]);
    return EVENT_ADD(m, FIELD("matrix", name), FIELD("time_ms", work / c.rate), FIELD(g->speed, c.rate),
                     FIELD_IF(g->solid, "ci_lo_ms", c.lo * work), FIELD_IF(g->solid, "ci_hi_ms", c.hi * work));
}

/* The means over as many matrices, of the problem of group i; none unless i is their first, and none is over more. */
static int find_rivals(struct summary *s, int i)
{
    int n = 0;
    for (int j = 0; j < s->groups; j++) {
        const struct mean_group *o = &s->group[j];
        if (problem_rows_differ(s->group[i].row, o->row, DIFFER_WORK))
            continue;
        if (o->count > s->group[i].count || (j < i && o->count == s->group[i].count))
            return 0;
        /* cpu.auto may on each matrix be the same code as another group, which represents it */
        if (o->count == s->group[i].count && (o->chosen != o->count || s->group[o->choice].count != o->count))
            s->rival[n++] = j;
    }
    return n;
}

/* "cpu.csr.omp NZ_PER_CHUNK=4096, 3.21 GFLOPS" */
static void group_text(const struct summary *s, const struct mean_group *g, char *out, size_t size)
{
    char rate[TEXT_SIZE];
    const char *params = take_string(g->row, "params");
    snprintf(out, size, "%s%s%s, %s %s", take_string(g->row, "kernel"), *params ? " " : "", params,
             figure_number(rate, mean_of(s, g, g->sum.of)), take_rate_unit(g->row));
}

bool summary_best(struct summary *s, int i, char *text, size_t size, bool *doubts)
{
    char k[32] = "", best[300] = "";
    int levels = 0, fastest = 0;
    text[0] = 0;
    gather(s);
    if (i >= s->groups)
        return false;
    const int n = find_rivals(s, i);
    if (n < 2)
        return true;
    for (int j = 0; j < n; j++)
        s->contender[j] = contender_group(s, &s->group[s->rival[j]]);
    standing_of(s->contender, n, s->standing);
    for (int j = 0; j < n; j++) {
        const bool level = s->standing[j] == STANDING_LEVEL;
        fastest = s->contender[j].rate > s->contender[fastest].rate ? j : fastest;
        levels += level;
        if (s->standing[j] == STANDING_BEST || (level && levels == 1))
            group_text(s, &s->group[s->rival[j]], best, sizeof best);
    }
    const json_t *row = s->group[i].row;
    if (json_object_get(row, "k"))
        snprintf(k, sizeof k, " k=%lld", (long long)json_integer_value(json_object_get(row, "k")));
    int used = snprintf(text, size, "%s of %lld matri%s, %s %s%s: ", s->mean, (long long)s->group[i].count,
                        s->group[i].count == 1 ? "x" : "ces", take_string(row, "op"), take_string(row, "type"), k);
    text += used;
    size -= (size_t)used;
    *doubts |= levels > 0 || !*best;
    if (!*best) {
        group_text(s, &s->group[s->rival[fastest]], best, sizeof best);
        snprintf(text, size, "no best: %s, without an interval or with one above ±25%%", best);
    } else if (levels == 0)
        snprintf(text, size, "best %s", best);
    else if (levels == 1)
        snprintf(text, size, "no best: %s, and others may be as fast", best);
    else
        snprintf(text, size, "no best: %s, and %d more whose intervals overlap its own", best, levels - 1);
    return true;
}

void summary_free(struct summary *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->groups; i++) {
        json_decref(s->group[i].row);
        json_decref(s->group[i].flags);
    }
    json_decref(s->measured);
    free(s->group);
    free(s->rival);
    free(s->contender);
    free(s->standing);
    free(s);
}
