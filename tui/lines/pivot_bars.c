/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pivot_bars: a pivot as bars: one group per row, one bar per column. */
#include "core/base/file_save.h"
#include "core/catalog/catalog.h"
#include "tui/lines/pivot.h"
#include "tui/link/take.h"

/* The interval of a value, from that of its time: a rate falls as the time grows. */
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
    static const char *const mark[] = {
        [STANDING_BEST] = "best", [STANDING_LEVEL] = "~", [STANDING_WORST] = "worst", [STANDING_DIM_LEVEL] = "~"
    };
    struct group_bar b = { .value = pivot_value(p, m), .lo = NAN, .hi = NAN, .dim = STANDING_IS_DIM(s) };
    if (isnan(b.value))
        return b;
    set_interval(p, m, &b);
    strcpy(b.mark, mark[s] ? mark[s] : "");
    return b;
}

/* "twin:mcfe" → "mcfe (twin)" */
static void name_of(const char *label, char out[GROUPS_NAME])
{
    static const char mark[] = " (twin)";
    if (catalog_bare(label, out, GROUPS_NAME - strlen(mark)))
        strcat(out, mark);
}

bool pivot_groups(struct pivot *p, int i, struct group_chart *to)
{
    struct pivot_table t;
    struct pivot_line line;
    char name[GROUPS_NAME];
    if (!pivot_table_at(p, i, &t))
        return false;
    snprintf(to->title, sizeof to->title, "%.190s", t.heading);
    snprintf(to->unit, sizeof to->unit, "%s", pivot_unit(p));
    pivot_machine(p, to->caption, sizeof to->caption);
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

/* "A.svg" → "A-2.svg" for the second table. */
static void numbered(const char *path, int i, char *out, size_t size)
{
    const int stem = (int)strlen(path) - 4;
    if (i == 0)
        snprintf(out, size, "%s", path);
    else
        snprintf(out, size, "%.*s-%d.svg", stem, path, i + 1);
}

bool bench_group_write(struct pivot *p, const char *path, struct err *e)
{
    struct group_chart chart = { 0 };
    char name[4200];
    bool ok = json_array_size(p->measured) > 0 || err_set(e, ERR_USAGE, "nothing was measured that could be drawn");
    for (int i = 0; ok && pivot_groups(p, i, &chart); i++) {
        numbered(path, i, name, sizeof name);
        char *svg = groups_to_svg(&chart);
        ok = file_save_text(name, svg, e);
        free(svg);
        groups_free(&chart);
    }
    return ok;
}
