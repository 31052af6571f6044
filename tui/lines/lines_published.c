/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_published: published measurements from other machines: all, or those of the open matrix. */
#include "tui/canvas/canvas.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/table.h"
#include "tui/model/figure.h"
#include "tui/verdict/rule_runs.h"

static json_t *text_or_null(const char *text)
{
    return *text ? json_string(text) : json_null();
}

static json_t *number_or_null(double value)
{
    return value > 0 ? json_real(value) : json_null();
}

static json_t *count_or_null(int64_t value)
{
    return value > 0 ? json_integer(value) : json_null();
}

static json_t *object_of(const struct published_row *r)
{
    return json_pack("{s:s,s:I,s:s,s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:s}", "name", r->matrix, "nnz",
                     (json_int_t)r->nnz, "op", r->op, "k", count_or_null(r->k), "type", text_or_null(r->type), "kernel",
                     r->kernel, "params", text_or_null(r->params), "threads", count_or_null(r->threads), "time_ms",
                     number_or_null(r->time_ms), "gflops", number_or_null(r->gflops), "nnz_per_s",
                     number_or_null(r->nnz_per_s), "speedup", number_or_null(r->speedup), "machine", r->machine,
                     "source", r->source);
}

/* Those on one matrix; NULL: all. */
static json_t *objects(const struct published *p, const char *matrix)
{
    json_t *array = json_array();
    for (int i = 0; i < p->rows; i++)
        if (!matrix || strcmp(p->row[i].matrix, matrix) == 0)
            json_array_append_new(array, object_of(&p->row[i]));
    return array;
}

json_t *lines_published(struct lines *l, struct err *e)
{
    struct published p;
    if (!published_load(&p, e))
        return NULL;
    json_t *array = objects(&p, NULL);
    published_free(&p);
    return array;
}

const char *lines_published_name(const struct published *p, const char *name, const json_t *matrix)
{
    bool twin;
    return published_name(p, name, take_whole(matrix, "rows"), take_whole(matrix, "cols"), take_whole(matrix, "nnz"),
                          &twin);
}

json_t *lines_published_here(const struct lines *l)
{
    struct published p;
    if (!published_load(&p, NULL)) /* `list published` says why; the other facts are shown */
        return NULL;
    const char *name = lines_published_name(&p, take_string(l->matrix, "name"), l->matrix);
    json_t *array = name ? objects(&p, name) : NULL;
    published_free(&p);
    return array;
}

/* Whether the rule of thumb held for SpMV there. */
static void print_rule(const json_t *array, const json_t *matrix)
{
    enum { MOST = 64 };
    struct rule_speed speed[MOST];
    const struct rule *rule = rule_runs_of(matrix);
    const json_t *o;
    int n = 0;
    JSON_EACH(o, array)
        if (take_double(o, "k") == 1 && n < MOST)
            speed[n++] = rule_printed(take_string(o, "kernel"), take_double(o, "gflops"));
    char text[160];
    static const char *const outcomes[] = {
        [RULE_HOLDS] = "held", [RULE_UNCLEAR] = "was too close to tell", [RULE_FAILS] = "did not hold"
    };
    enum rule_outcome outcome = rule_check(rule, speed, n, text, sizeof text);
    if (outcome != RULE_UNTRIED)
        printf("  the rule %s there: %s (single figures: within %g%% is unclear)\n", outcomes[outcome], text,
               100 * RULE_PRINTED);
}

void lines_print_published(const json_t *array, const json_t *matrix)
{
    const json_t *o;
    char title[64];
    if (!array)
        return;
    snprintf(title, sizeof title, "published on %.40s", take_string(json_array_get(array, 0), "name"));
    printf("\n  %-22s  op              time   GFLOPS  machine\n", title);
    JSON_EACH(o, array) {
        double ms = take_double(o, "time_ms"), gflops = take_double(o, "gflops");
        const int64_t k = take_whole(o, "k");
        char kernel[128], op[40], time[TEXT_SIZE] = "", rate[TEXT_SIZE] = "";
        snprintf(op, sizeof op, k ? "%.16s k=%lld" : "%.16s", take_string(o, "op"), (long long)k);
        if (ms > 0)
            table_plain(figure_ms(time, ms));
        if (gflops > 0)
            figure_number(rate, gflops);
        snprintf(kernel, sizeof kernel, "%s %s", take_string(o, "kernel"), take_string(o, "params"));
        printf("  %-22s", kernel);
        if (strlen(kernel) > 22) /* many parameters have a line of their own */
            printf("\n  %22s", "");
        printf("  %-9s %*s  %7s  %s\n", op, 9 + (int)strlen(time) - canvas_width(time), time, rate,
               take_string(o, "machine"));
    }
    print_rule(array, matrix);
}
