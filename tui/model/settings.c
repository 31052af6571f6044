/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/settings.h"

#include "core/measure/measurement.h"
#include "core/measure/registry.h"

#include <ctype.h>

/* A permanent row, and its argument in commands to the engine. */
struct fixed_setting {
    struct setting row;
    const char *argument;   /* NULL: concerns only the screen */
    bool always;            /* sent even at its default, once that is known */
    bool run;               /* of `run` only */
    bool first;             /* of several values, only the first is sent */
    bool place;             /* sends the index of the choice, not its word */
    bool columns, reorders; /* only if the operation has columns of X, or accepts other orders */
    /* Fills in what the engine has reported; false: nothing yet. May be NULL. */
    bool (*complete)(const struct model *, struct setting *);
};

static bool threads_of_cpu(const struct model *m, struct setting *row)
{
    row->max = m->threads > 0 ? m->threads : 1;
    for (int i = m->devices - 1; i >= 0; i--)
        if (device_is_cpu(m->device[i].kind) && m->device[i].threads > 0)
            row->max = m->device[i].threads;
    snprintf(row->value, sizeof row->value, "%lld", (long long)row->max);
    for (int i = 0; i < m->devices; i++) /* hosts may have room for more ranks */
        if (strcmp(m->device[i].kind, "mpi") == 0 && m->device[i].threads > row->max)
            row->max = m->device[i].threads;
    row->most = COMMAND_THREADS_MAX; /* crowded, and flagged so */
    return m->devices > 0;
}

/* Until the engine has named its operations, the first of the list is the default. */
static bool operations_of_engine(const struct model *m, struct setting *row)
{
    if (m->operations > 0)
        row->choices[0] = 0;
    for (int i = 0; i < m->operations && strlen(row->choices) + sizeof m->operation[i].name < sizeof row->choices; i++)
        text_join(row->choices, sizeof row->choices, " ", "%s", m->operation[i].name);
    if (m->operations > 0)
        snprintf(row->value, sizeof row->value, "%s", m->operation[0].name);
    return true;
}

/* The words that a list of choices takes from the available orders. */
#define REORDERING(id, name) name " "
static const struct fixed_setting fixed[] = {
    { { "operation", "mul", "multiply, transpose, or a part of that", .min = 1, .choices = "mul" },
      "op",
      .always = true,
      .complete = operations_of_engine },
    { { "k", "1", "columns of X; 1 is SpMV", .min = 1, .max = COMMAND_K_MAX }, "k", .always = true, .columns = true },
    { { "type", "f64", "of the values", .min = 1, .choices = "f64 f32 f64,f32" }, "type", .always = true },
    { { "threads", "1", "of the CPU", .min = 1, .max = 1 }, "threads", .always = true, .complete = threads_of_cpu },
    { { "cache", "warm", "cold: flushed before every run", .min = 1, .choices = "warm cold" },
      "cold",
      .run = true,
      .place = true },
    { { "samples", "10", "at least", .min = 3, .max = MEASURE_SAMPLES }, "samples", .run = true, .first = true },
    { { "reorder", "none", "rows and columns", .min = 1, .choices =
#include "core/matrix/reorderings.list"
      },
      "reorder",
      .run = true,
      .reorders = true },
    { .row = { "keep", "on", "save results, a table a day", .min = 1, .choices = "on off" } },
};
enum { FIXED = COUNT(fixed) };

const char *settings_get(const struct settings *s, const char *name, const char *otherwise)
{
    for (int i = 0; i < s->sets; i++)
        if (strcasecmp(s->set[i].name, name) == 0 && s->set[i].value[0])
            return s->set[i].value;
    return otherwise;
}

const char *settings_operation(const struct settings *s, const struct model *m)
{
    return settings_get(s, "operation", m->operations > 0 ? m->operation[0].name : fixed[0].row.value);
}

bool settings_ask(const struct settings *s, const struct model *m, const struct model_run *r)
{
    return strcmp(r->op, settings_operation(s, m)) == 0 && strcmp(r->type, settings_get(s, "type", "f64")) == 0 &&
           (!r->columns || r->k == atoll(settings_get(s, "k", "1")));
}

static void fill(const struct settings *s, struct setting *row)
{
    const char *value = settings_get(s, row->name, NULL);
    row->initial = !value;
    if (value)
        snprintf(row->value, sizeof row->value, "%s", value);
}

void settings_from_param(const struct model_param *p, struct setting *row)
{
    *row = (struct setting){ .param = true, .min = p->min, .max = p->max };
    for (size_t i = 0; p->name[i] && i + 1 < sizeof row->name; i++)
        row->name[i] = (char)tolower((unsigned char)p->name[i]);
    snprintf(row->help, sizeof row->help, "%s", p->help);
    snprintf(row->choices, sizeof row->choices, "%s", p->choices);
    snprintf(row->value, sizeof row->value, "%lld", (long long)p->initial);
    if (!p->choices[0])
        return;
    row->min = 1;
    row->max = 0;
    const char *word = p->choices;
    for (int64_t i = 0; i < p->initial && strchr(word, ' '); i++)
        word = strchr(word, ' ') + 1;
    snprintf(row->value, sizeof row->value, "%.*s", (int)strcspn(word, " "), word);
}

static int find_row(const struct setting *row, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcasecmp(row[i].name, name) == 0)
            return i;
    return -1;
}

int settings_rows(const struct settings *s, const struct model *m, struct setting row[SETTINGS_MAX])
{
    int n = 0;
    for (; n < FIXED; n++) {
        row[n] = fixed[n].row;
        if (fixed[n].complete)
            fixed[n].complete(m, &row[n]);
    }
    const char *op = settings_operation(s, m);
    const struct model_operation *o = model_operation(m, op);
    for (int i = 0; i < n; i++)
        row[i].unused = fixed[i].columns && o && !o->columns;
    for (int i = 0; i < m->kernels; i++)
        for (int j = 0; j < m->kernel[i].params && strcmp(m->kernel[i].op, op) == 0; j++) {
            const struct model_param *p = &m->kernel[i].param[j];
            int at = find_row(row, n, p->name);
            if (at < 0 && n == SETTINGS_MAX)
                continue;
            if (at < 0) {
                settings_from_param(p, &row[at = n++]);
                snprintf(row[at].owner, sizeof row[at].owner, "%s", m->kernel[i].name);
            }
            row[at].owners++;
        }
    for (int i = 0; i < n; i++)
        fill(s, &row[i]);
    return n;
}

int settings_used(const struct setting row[], int rows, int at)
{
    while (at < rows && row[at].unused)
        at++;
    return at < rows ? at : 0;
}

int settings_find(const struct settings *s, const struct model *m, const char *name)
{
    struct setting row[SETTINGS_MAX];
    return find_row(row, settings_rows(s, m, row), strcasecmp(name, "op") == 0 ? "operation" : name);
}

bool settings_row(const struct settings *s, const struct model *m, const char *name, struct setting *out)
{
    struct setting row[SETTINGS_MAX];
    const int at = settings_find(s, m, name);
    settings_rows(s, m, row);
    if (at >= 0)
        *out = row[at];
    return at >= 0;
}

bool settings_change(const struct settings *s, const struct model_kernel *k)
{
    bool any = false;
    for (int i = 0; i < k->params; i++)
        any |= settings_get(s, k->param[i].name, NULL) != NULL;
    return any;
}

/* Parameters are sent by the kernels' name for them: the engine refuses one that none of them has. NULL: none has. */
static const char *param_name(const struct model *m, const char *globs, const char *shown)
{
    for (int i = 0; i < m->kernels; i++)
        for (int j = 0; j < m->kernel[i].params && registry_match(globs, m->kernel[i].name); j++)
            if (strcasecmp(m->kernel[i].param[j].name, shown) == 0)
                return m->kernel[i].param[j].name;
    return NULL;
}

/* "0", or "0,1" for several. */
static void places_of(const struct setting *row, char *out, size_t size)
{
    int n;
    out[0] = 0;
    for (const char *value = row->value; *value; value += n + (value[n] == ',')) {
        n = (int)strcspn(value, ",");
        const char *choices = row->choices;
        int place = 0, length;
        for (const char *c; (c = text_word(&choices, &length)) && !(length == n && strncmp(c, value, (size_t)n) == 0);)
            place++;
        text_join(out, size, ",", "%d", place);
    }
}

static bool is_sent(const struct fixed_setting *f, const struct model *m, const struct setting *row, bool run,
                    const struct model_operation *o)
{
    struct setting scratch;
    if (!f->argument || (f->run && !run) || (f->columns && o && !o->columns) || (f->reorders && o && !o->reorders))
        return false;
    return !row->initial || (f->always && (!f->complete || f->complete(m, &scratch)));
}

static const char *value_of(const struct setting *row, int n, const char *name)
{
    int i = find_row(row, n, name);
    return i < 0 ? "" : row[i].value;
}

void settings_arguments(const struct settings *s, const struct model *m, const char *globs, char *text, size_t size)
{
    const bool run = globs;
    struct setting row[SETTINGS_MAX];
    int n = settings_rows(s, m, row);
    const struct model_operation *o = model_operation(m, value_of(row, n, "operation"));
    text[0] = 0;
    for (int i = 0; i < FIXED; i++) {
        const struct fixed_setting *f = &fixed[i];
        char place[16];
        places_of(&row[i], place, sizeof place);
        const char *value = f->place ? place : row[i].value;
        const size_t length = run && !f->first ? strlen(value) : strcspn(value, ",.");
        if (is_sent(f, m, &row[i], run, o))
            text_add(text, size, " %s=%.*s", f->argument, (int)length, value);
    }
    for (int i = FIXED; i < n && run; i++) {
        const char *param = row[i].initial ? NULL : param_name(m, globs, row[i].name);
        if (param)
            text_add(text, size, " set.%s=%s", param, row[i].value);
    }
}

void settings_text(const struct settings *s, const struct model *m, char *text, size_t size)
{
    struct setting row[SETTINGS_MAX];
    int n = settings_rows(s, m, row);
    const char *op = value_of(row, n, "operation"), *threads = value_of(row, n, "threads"),
               *cache = value_of(row, n, "cache");
    const bool warm = strcmp(cache, "warm") == 0;
    char k[SETTINGS_VALUE + 8] = "";
    const struct model_operation *o = model_operation(m, op);
    if (!o || o->columns)
        snprintf(k, sizeof k, " · k=%s", value_of(row, n, "k"));
    snprintf(text, size, "%s%s · %s · %s thread%s%s%s", op, k, value_of(row, n, "type"), threads,
             strcmp(threads, "1") == 0 ? "" : "s", warm ? "" : " · ", warm ? "" : cache);
}
