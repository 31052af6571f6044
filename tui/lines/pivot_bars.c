/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot_bars: a pivot as bars: a group for each row, a bar for each column. */
#include <math.h>
#include <string.h>

#include "tui/lines/pivot_parts.h"
#include "tui/link/take.h"

/* The interval of a value, from that of the time: a rate falls as the time grows. */
static void set_interval(const struct pivot *p, const json_t *m, struct group_bar *b)
{
    const double ms = take_double(m, "time_ms"), lo = take_double(m, "ci_lo_ms"), hi = take_double(m, "ci_hi_ms");
    const bool grows = strncmp(p->value, "time", 4) == 0, falls = strncmp(p->value, "p", 1) != 0;
    if (!(ms > 0) || !(lo > 0) || !(hi > 0) || !falls || strcmp(p->value, "err_ratio") == 0)
        return;
    b->lo = grows ? lo * b->value / ms : b->value * ms / hi;
    b->hi = grows ? hi * b->value / ms : b->value * ms / lo;
}

static struct group_bar bar_of(const struct pivot *p, const json_t *m, enum standing s)
{
    struct group_bar b = { .value = pivot_value(p, m), .lo = NAN, .hi = NAN, .dim = s == STANDING_DIM };
    if (isnan(b.value))
        return b;
    set_interval(p, m, &b);
    strcpy(b.mark, s == STANDING_BEST ? "best" : s == STANDING_WORST ? "worst" : s == STANDING_LEVEL ? "~" : "");
    return b;
}

/* "twin:mcfe" → "mcfe (twin)" */
static void name_of(const char *label, char out[GROUPS_NAME])
{
    static const char prefix[] = "twin:";
    const bool twin = strncmp(label, prefix, sizeof prefix - 1) == 0;
    label += twin ? sizeof prefix - 1 : 0;
    const char *seed = twin ? strstr(label, ":seed=") : NULL;
    snprintf(out, GROUPS_NAME, "%.*s%s", seed ? (int)(seed - label) : GROUPS_NAME - 8, label, twin ? " (twin)" : "");
}

bool pivot_groups(const struct pivot *p, int i, struct group_chart *to)
{
    struct pivot_table t;
    struct pivot_line line;
    char name[GROUPS_NAME];
    if (!pivot_table_at(p, i, &t))
        return false;
    snprintf(to->title, sizeof to->title, "%.190s", t.heading);
    snprintf(to->unit, sizeof to->unit, "%s", pivot_unit(p));
    for (size_t at = 0; pivot_line_next(&t, &at, &line);) {
        name_of(line.name, name);
        struct bar_group *g = groups_add(to, name);
        for (int j = 0; g && j < t.columns; j++) {
            const int bar = isnan(pivot_value(p, line.cell[j])) ? -1 : groups_series(to, t.column[j], false);
            if (bar >= 0)
                g->bar[bar] = bar_of(p, line.cell[j], line.standing[j]);
        }
    }
    return true;
}
