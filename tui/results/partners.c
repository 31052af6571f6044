/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/results/partners.h"

#include "core/base/array.h"
#include "tui/results/kept.h"

static bool has_seen(const struct partners *p, const char *spec)
{
    for (int i = 0; i < p->seen_count; i++)
        if (strcmp(p->seen[i], spec) == 0)
            return true;
    return false;
}

void partners_saw(struct partners *p, const char *spec)
{
    if (has_seen(p, spec) || !array_grow(&p->seen, p->seen_count, sizeof *p->seen))
        return;
    p->seen[p->seen_count] = strdup(spec);
    p->seen_count += p->seen[p->seen_count] != NULL;
}

static struct partner *find(struct partner *entry, int n, enum partner_kind kind, const char *name)
{
    for (int i = 0; i < n; i++)
        if (entry[i].kind == kind && strcmp(entry[i].name, name) == 0)
            return &entry[i];
    return NULL;
}

/* Moves a picked partner over from the old list. */
static void add(struct partners *p, struct partner *old, int olds, enum partner_kind kind, const char *name, int look)
{
    if (p->n == PARTNERS_MAX)
        return;
    struct partner *to = &p->entry[p->n++], *was = find(old, olds, kind, name);
    *to = (struct partner){ .kind = kind, .look = look };
    snprintf(to->name, sizeof to->name, "%s", name);
    if (was) {
        to->picked = was->picked;
        to->before = was->before;
        was->before = (struct baseline){ 0 };
    }
}

void partners_fill(struct partners *p, const struct model *m, char *const *spec, int specs, bool baseline)
{
    struct partner *old = p->entry;
    const struct model_look *open = model_look_open(m);
    char day[KEPT_DAYS][KEPT_DATE], name[sizeof old->name];
    int olds = p->n, days = kept_days(day);
    p->entry = calloc(PARTNERS_MAX, sizeof *p->entry);
    p->n = 0;
    for (int i = 0; p->entry && i < m->looks; i++)
        if (&m->look[i] != open)
            add(p, old, olds, PARTNER_LOOK, model_look_name(m, &m->look[i], name, sizeof name), m->look[i].id);
    for (int i = 0; p->entry && i < specs; i++)
        if (!has_seen(p, spec[i]))
            add(p, old, olds, PARTNER_FILE, spec[i], 0);
    if (p->entry && baseline)
        add(p, old, olds, PARTNER_BASELINE, "baseline", 0);
    for (int i = 0; p->entry && i < days; i++)
        add(p, old, olds, PARTNER_DAY, day[i], 0);
    for (int i = 0; i < olds; i++)
        baseline_drop(&old[i].before);
    free(old);
}

bool partners_pick(struct partners *p, const char *name, bool *opens, struct err *e)
{
    bool none = strcmp(name, "none") == 0, found = none;
    *opens = false;
    for (int i = 0; i < p->n; i++) {
        struct partner *at = &p->entry[i];
        if (!none && strcmp(at->name, name) != 0)
            continue;
        found = true;
        if (none || at->picked) {
            at->picked = false;
            baseline_drop(&at->before);
        } else if (at->kind == PARTNER_DAY && !baseline_load(&at->before, at->name, e))
            return false;
        else if (at->kind == PARTNER_FILE)
            *opens = true;
        else
            at->picked = true;
    }
    return found || err_set(e, ERR_USAGE, "nothing to compare with is named %.200s; V lists the choices", name);
}

int partners_picked(const struct partners *p)
{
    int n = 0;
    for (int i = 0; i < p->n; i++)
        n += p->entry[i].picked;
    return n;
}

void partners_free(struct partners *p)
{
    for (int i = 0; i < p->n; i++)
        baseline_drop(&p->entry[i].before);
    for (int i = 0; i < p->seen_count; i++)
        free(p->seen[i]);
    free(p->entry);
    free(p->seen);
    *p = (struct partners){ 0 };
}
