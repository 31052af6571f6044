/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings_change: the values that a setting accepts, and its next value. */
#include "core/base/nearest.h"
#include "tui/model/settings.h"

#include <ctype.h>

/* Whether every word of the comma-separated value is among the blank-separated choices. */
static bool is_choice(const char *value, const char *choices)
{
    while (*value) {
        size_t n = strcspn(value, ",");
        if (n == 0 || !text_has(choices, value, (int)n))
            return false;
        value += n + (value[n] == ',');
    }
    return true;
}

static int64_t most_of(const struct setting *row)
{
    return row->most > row->max ? row->most : row->max;
}

static bool takes(const struct setting *row, const char *value)
{
    struct list list;
    struct err e;
    return row->choices[0] ? is_choice(value, row->choices)
                           : list_parse(row->name, value, row->min, most_of(row), NULL, &list, &e);
}

/* A parameter's range may differ between kernels: one kernel that accepts the value is enough. */
static bool some_takes(const struct model *m, const struct setting *row, const char *value)
{
    struct setting other;
    if (takes(row, value))
        return true;
    for (int i = 0; row->param && i < m->kernels; i++)
        for (int j = 0; j < m->kernel[i].params; j++) {
            settings_from_param(&m->kernel[i].param[j], &other);
            if (strcmp(other.name, row->name) == 0 && takes(&other, value))
                return true;
        }
    return false;
}

static void store(struct settings *s, const char *name, const char *value)
{
    int i = 0;
    while (i < s->sets && strcasecmp(s->set[i].name, name) != 0)
        i++;
    if (i == SETTINGS_MAX)
        return;
    if (i == s->sets)
        s->sets++;
    snprintf(s->set[i].name, sizeof s->set[i].name, "%s", name);
    snprintf(s->set[i].value, sizeof s->set[i].value, "%s", value);
}

static bool no_setting(const struct setting row[], int rows, const char *name, struct err *e)
{
    char all[120] = "", lower[41];
    snprintf(lower, sizeof lower, "%s", name);
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    struct nearest near = nearest_to(lower);
    for (int i = 0; i < rows; i++) {
        nearest_try(&near, row[i].name);
        if (!row[i].param)
            text_join(all, sizeof all, ", ", "%s", row[i].name);
    }
    if (near.best)
        return err_set(e, ERR_USAGE, "no setting is named %.40s; did you mean %s?", name, near.best);
    return err_set(e, ERR_USAGE, "no setting is named %.40s: it is one of %s or a kernel's parameter", name, all);
}

/* Examples that the setting would take, and of threads those for which there are processors. */
static bool no_number(const struct setting *row, struct err *e)
{
    const long long least = row->min, most = row->max;
    err_set(e, ERR_USAGE, "%s is a number from %lld to %lld", row->name, least, (long long)most_of(row));
    if (least <= 1 && most >= 256)
        text_add(e->text, sizeof e->text, ", a list like 1,2,4, or a rising range like 1..8 or 1..256x2");
    else if (most > least)
        text_add(e->text, sizeof e->text, ", a list like %lld,%lld, or a rising range like %lld..%lld", least, most,
                 least, most);
    return false;
}

bool settings_set(struct settings *s, const struct model *m, const char *name, const char *value, struct err *e)
{
    struct setting row[SETTINGS_MAX];
    int i = settings_find(s, m, name), rows = settings_rows(s, m, row);
    if (i < 0)
        return no_setting(row, rows, name, e);
    if (strcasecmp(value, "default") == 0)
        value = "";
    if (strlen(value) >= SETTINGS_VALUE)
        return err_set(e, ERR_USAGE, "%s: that value is too long", row[i].name);
    bool wrong = value[0] && !some_takes(m, &row[i], value);
    if (wrong && row[i].choices[0])
        return err_set(e, ERR_USAGE, "%s is one of: %s", row[i].name, row[i].choices);
    if (wrong)
        return no_number(&row[i], e);
    store(s, row[i].name, value);
    return true;
}

/* The word after (or before) `value` in a blank-separated list, cyclically. */
static void next_choice(const char *choices, const char *value, int direction, char *out, size_t size)
{
    char word[SETTINGS_MAX][40];
    int n = 0, at = 0, length;
    for (const char *c; n < SETTINGS_MAX && (c = text_word(&choices, &length)); n++) {
        snprintf(word[n], sizeof word[n], "%.*s", length, c);
        at = strcmp(word[n], value) == 0 ? n : at;
    }
    if (n > 0)
        snprintf(out, size, "%s", word[(at + direction + n) % n]);
}

/* Threads up to 8 and small ranges step by one, others by powers of two; both ends are always reached. */
static int64_t next_number(const struct setting *row, int direction)
{
    int64_t v = strtoll(row->value, NULL, 10);
    const int64_t most = v > row->max ? v : row->max; /* typed */
    if (row->max - row->min < 16 || (strcmp(row->name, "threads") == 0 && v + (direction > 0) <= 8))
        v += direction;
    else if (direction > 0)
        v = v < 1 ? 1 : v > row->max / 2 ? row->max : 2 * v;
    else
        v = v / 2;
    return v < row->min ? row->min : v > most ? most : v;
}

void settings_step(struct settings *s, const struct model *m, int i, int direction)
{
    struct setting row[SETTINGS_MAX];
    char value[SETTINGS_VALUE] = "";
    if (i < 0 || i >= settings_rows(s, m, row))
        return;
    if (row[i].choices[0])
        next_choice(row[i].choices, row[i].value, direction, value, sizeof value);
    else
        snprintf(value, sizeof value, "%lld", (long long)next_number(&row[i], direction));
    store(s, row[i].name, value);
}
