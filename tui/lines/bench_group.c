/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_group: the runs of a bench as bars, a group for each matrix. */
#include "tui/lines/bench_group.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file_save.h"
#include "core/base/text.h"
#include "tui/lines/machine_text.h"
#include "tui/lines/pivot_parts.h"
#include "tui/lines/table.h"

/* "A.svg" → "A-2.svg" for the second table. */
static void numbered(const char *path, int i, char *out, size_t size)
{
    const int stem = (int)strlen(path) - 4;
    if (i == 0)
        snprintf(out, size, "%s", path);
    else
        snprintf(out, size, "%.*s-%d.svg", stem, path, i + 1);
}

static bool write_pictures(const struct pivot *p, const char *path, const char *machine, struct err *e)
{
    struct group_chart chart = { 0 };
    char name[4200];
    bool ok = true;
    for (int i = 0; ok && pivot_groups(p, i, &chart); i++) {
        snprintf(chart.caption, sizeof chart.caption, "%s", machine);
        numbered(path, i, name, sizeof name);
        char *svg = groups_to_svg(&chart);
        ok = file_save_text(name, svg, e);
        free(svg);
        groups_free(&chart);
    }
    return ok;
}

static bool write_text(const struct pivot *p, const char *path, const char *machine, struct err *e)
{
    struct group_chart chart = { 0 };
    struct file_save f = { 0 };
    bool ok = file_save_open(&f, path, e);
    for (int i = 0; ok && pivot_groups(p, i, &chart); i++) {
        snprintf(chart.caption, sizeof chart.caption, "%s", machine);
        char *text = groups_to_text(&chart, table_columns(), table_ascii());
        ok = text ? file_save_put(&f, text, strlen(text), e) : err_nomem(e, "the bars", 1 << 16);
        free(text);
        groups_free(&chart);
    }
    if (ok)
        return file_save_commit(&f, e);
    file_save_abort(&f);
    return false;
}

bool bench_group_write(const struct pivot *p, const char *path, struct err *e)
{
    char machine[400];
    const size_t n = json_array_size(p->measured);
    if (n == 0)
        return err_set(e, ERR_USAGE, "nothing was measured that could be drawn");
    machine_text(json_array_get(json_array_get(p->measured, n - 1), 0), machine, sizeof machine);
    return text_ends_in(path, ".svg") ? write_pictures(p, path, machine, e) : write_text(p, path, machine, e);
}
