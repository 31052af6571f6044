/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HOST.pace (roofs_path): the processor and how many, and a line "threads most" for each team (struct pace). */
#include "core/engine/paces.h"

#include "core/base/file_save.h"
#include "core/base/file_text.h"
#include "core/base/user_path.h"
#include "core/engine/roofs.h"

enum { LINE = 200, FASTEST = 200 }; /* no core starts as many instructions in a cycle, nor passes a line on as fast */

static void first_line(const struct device *d, char line[LINE])
{
    snprintf(line, LINE, "%s, %d threads%s\n", d->name, d->threads, d->pin ? "" : " not pinned");
}

static void pace_read(struct pace *p, const struct device *d)
{
    char path[4096], line[LINE], expected[LINE];
    int threads;
    double most;
    FILE *f = roofs_path("pace", path, sizeof path) ? file_text_open(path) : NULL;
    first_line(d, expected);
    if (f && fgets(line, sizeof line, f) && strcmp(line, expected) == 0)
        while (fscanf(f, "%d %lf", &threads, &most) == 2 && threads && most < FASTEST)
            pace_note(p, threads, most);
    if (f)
        fclose(f);
    p->risen = false;
}

struct pace *paces_of(struct session *s, const struct device *d)
{
    if (!d || !device_is_cpu(d->kind))
        return NULL;
    if (!s->pace_device)
        pace_read(&s->pace, d);
    s->pace_device = d;
    return &s->pace;
}

void paces_keep(struct session *s)
{
    char path[4096], text[LINE + 64 * PACES];
    struct err ignored;
    if (!s->pace.risen || !s->pace_device || !roofs_path("pace", path, sizeof path) || !user_path_folders(path))
        return;
    first_line(s->pace_device, text);
    for (int i = 0; i < PACES && s->pace.team[i].threads; i++)
        text_add(text, sizeof text, "%d %.17g\n", s->pace.team[i].threads, s->pace.team[i].most);
    file_save_text(path, text, &ignored);
    s->pace.risen = false;
}
