/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/report/select.h"

#include <fnmatch.h>

#include "core/catalog/catalog.h"
#include "core/measure/device.h"
#include "tui/link/take.h"

enum { NAME = 40, VALUE = 300 };

/* NAME OP VALUE; `op` "": a list of kernels, in value. */
struct condition {
    char name[NAME], op[3], value[VALUE];
};

/* ---- text ---- */

/* The next word as a condition; NULL: no more, or (*bad) invalid. */
static const char *next(const char *text, struct condition *c, bool *bad)
{
    text += strspn(text, " ");
    const size_t all = strcspn(text, " "), name = strcspn(text, "=<>!"), n = name < all ? name : all;
    size_t op = n < all ? strspn(text + n, "=<>!") : 0;
    *c = (struct condition){ 0 };
    *bad = *text && (op > 2 || (op > 0 && (n == 0 || n + op == all || n >= NAME)) || all - (op ? n + op : 0) >= VALUE);
    if (!*text || *bad)
        return NULL;
    if (op == 0) {
        snprintf(c->value, VALUE, "%.*s", (int)all, text);
    } else {
        snprintf(c->name, NAME, "%.*s", (int)n, text);
        snprintf(c->op, sizeof c->op, "%.*s", (int)op, text + n);
        snprintf(c->value, VALUE, "%.*s", (int)(all - n - op), text + n + op);
    }
    return text + all;
}

bool select_check(const char *text, struct err *e)
{
    struct condition c;
    bool bad = false;
    for (const char *at = text; at;)
        at = next(at, &c, &bad);
    return !bad || err_set(e, ERR_INPUT, "kernels, and conditions such as k=64 or row_mean>=8, not '%.80s'", text);
}

bool select_names(const char *text, const char *name)
{
    struct condition c;
    bool bad;
    for (const char *at = next(text, &c, &bad); at; at = next(at, &c, &bad))
        if (strcmp(c.name, name) == 0)
            return true;
    return false;
}

/* ---- matching ---- */

/* Whether a name in a comma-separated list, globs allowed, matches this one. */
static bool is_in(const char *list, const char *name)
{
    char one[VALUE];
    while (text_item(&list, one, sizeof one))
        if (fnmatch(one, name, 0) == 0)
            return true;
    return false;
}

/* The value of this name, as text. */
static bool known(const json_t *m, const json_t *matrix, const char *name, char out[VALUE])
{
    const json_t *value = json_object_get(m, name) ? json_object_get(m, name) : json_object_get(matrix, name);
    const char *text = text_value(take_string(m, "params"), name);
    if (strcmp(name, "matrix") == 0)
        catalog_bare(take_string(m, name), out, VALUE);
    else if (strcmp(name, "spread") == 0 && take_double(matrix, "row_mean") > 0)
        snprintf(out, VALUE, "%.9g", take_double(matrix, "row_std") / take_double(matrix, "row_mean"));
    else if (json_is_number(value))
        snprintf(out, VALUE, "%.9g", json_number_value(value));
    else if (json_is_string(value))
        snprintf(out, VALUE, "%s", json_string_value(value));
    else
        return snprintf(out, VALUE, "%.*s", (int)strcspn(text ? text : "", " "), text ? text : "") >= 0 && text;
    return true;
}

static bool holds(const struct condition *c, const char *is, int cores)
{
    static const char all[] = "{cores}", twice[] = "{2cores}";
    char value[VALUE];
    snprintf(value, sizeof value, "%s", c->value);
    if (strcmp(value, all) == 0 || strcmp(value, twice) == 0) {
        if (cores == 0)
            return true;
        snprintf(value, sizeof value, "%d", strcmp(value, all) == 0 ? cores : 2 * cores);
    }
    const double a = strtod(is, NULL), b = strtod(value, NULL);
    if (strcmp(c->op, "=") == 0)
        return is_in(value, is);
    if (strcmp(c->op, "!=") == 0)
        return !is_in(value, is);
    return c->op[0] == '<' ? a < b || (c->op[1] == '=' && a == b) : a > b || (c->op[1] == '=' && a == b);
}

/* On a GPU any number of threads matches. */
static bool is_met(const struct condition *c, const json_t *m, const json_t *matrix, int cores)
{
    char is[VALUE];
    if (!*c->op)
        return is_in(c->value, take_string(m, "kernel"));
    if (strcmp(c->name, "threads") == 0 && !device_is_cpu(take_string(m, "device")))
        return true;
    return known(m, matrix, c->name, is) ? holds(c, is, cores) : strcmp(c->op, "!=") == 0;
}

const json_t *pool_run(const struct pool *p, size_t i)
{
    return json_array_get(json_array_get(p->pair, i), 0);
}

bool select_pair(const char *text, const struct pool *p, size_t i)
{
    const json_t *pair = json_array_get(p->pair, i), *m = json_array_get(pair, 0), *matrix = json_array_get(pair, 1);
    struct condition c;
    bool bad;
    for (const char *at = next(text, &c, &bad); at; at = next(at, &c, &bad))
        if (!is_met(&c, m, matrix, p->cores))
            return false;
    return true;
}
