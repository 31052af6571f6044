/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/registry.h"

#include <dlfcn.h>

#include "core/measure/plugin.h"
#include "core/measure/trial.h"

/* finding eight sleeping GPUs takes many seconds */
enum { PATIENCE_MS = 20000 };

/* Adds an entry to backend[], not ready; -1: the list is full. */
static int entry_new(struct registry *r, const char *name)
{
    if (r->backends == REGISTRY_BACKENDS)
        return -1;
    int at = r->backends++;
    snprintf(r->backend[at].name, sizeof r->backend[at].name, "%s", name);
    return at;
}

/* Stores why an entry is unusable. */
static void entry_blame(struct registry *r, int at, const struct err *e)
{
    r->backend[at].ready = false;
    snprintf(r->backend[at].why, sizeof r->backend[at].why, "%.*s", (int)sizeof r->backend[at].why - 1, e->text);
}

static bool backend_devices(struct registry *r, const struct backend *b, struct err *e)
{
    struct device *d;

    for (int i = 0; b->device && (d = b->device(i)); i++) {
        if (r->devices == REGISTRY_DEVICES)
            return err_set(e, ERR_DEVICE, "more than %d devices", REGISTRY_DEVICES);
        r->device[r->devices++] = d;
    }
    return true;
}

static bool backend_kernels(struct registry *r, int at, const struct backend *b, struct err *e)
{
    for (const struct kernel *const *k = b->kernels; *k; k++) {
        if (r->kernels == REGISTRY_KERNELS)
            return err_set(e, ERR_DEVICE, "more than %d kernels", REGISTRY_KERNELS);
        r->kernel[r->kernels++] = (struct registered){ .kernel = *k, .backend = at };
    }
    return true;
}

/* Lists the kernels of a backend even if it cannot be opened, so that users see why. `refused`: why it may not. */
static bool backend_attach(struct registry *r, int at, const struct backend *b, const char *refused, struct err *e)
{
    struct err second;

    snprintf(r->backend[at].name, sizeof r->backend[at].name, "%s", b->name);
    snprintf(r->backend[at].kind, sizeof r->backend[at].kind, "%s", b->kind);
    bool opened = refused ? err_set(e, ERR_DEVICE, "%s", refused) : b->open(e) && backend_devices(r, b, e);
    bool listed = backend_kernels(r, at, b, opened ? e : &second);
    if (opened && b->foreign)
        r->backend[at].foreign = b->foreign();
    return opened && listed;
}

static const char no_gpus[] = "it needs two GPUs or more, or those that NZSCOPE_GPUS names";
static const char no_device[] = "none was found, or nzscope was built without support for it";

const char *registry_why_no(const struct registry *r, const char *kind)
{
    for (int i = 0; i < r->backends; i++)
        if (!r->backend[i].ready && !strcmp(r->backend[i].kind, kind))
            return r->backend[i].why;
    return no_device;
}

/* Why there is no device of this family: the reason given by a backend for it that failed to open. */
static const char *family_why_no(const struct registry *r, const char *family)
{
    for (int i = 0; i < r->kernels; i++)
        if (!strcmp(r->kernel[i].kernel->family, family) && !r->backend[r->kernel[i].backend].ready)
            return r->backend[r->kernel[i].backend].why;
    return strcmp(family, "gpus") == 0 ? no_gpus : no_device;
}

/* A kernel is ready if its backend is and some backend brought a device of its family. */
static void kernels_settle(struct registry *r)
{
    for (int i = 0; i < r->kernels; i++) {
        struct registered *k = &r->kernel[i];
        k->why_not = NULL;
        if (!r->backend[k->backend].ready)
            k->why_not = r->backend[k->backend].why;
        else if (!registry_runs(r, k->kernel->family))
            k->why_not = family_why_no(r, k->kernel->family);
        k->ready = !k->why_not;
    }
}

bool registry_add(struct registry *r, const struct backend *b, struct err *e)
{
    struct err why = { 0 };
    int at = entry_new(r, b->name);

    if (at < 0)
        return err_set(e, ERR_DEVICE, "backend %s: more than %d backends", b->name, REGISTRY_BACKENDS);
    r->backend[at].ready = plugin_compatible(b, &why) && backend_attach(r, at, b, NULL, &why);
    if (!r->backend[at].ready)
        entry_blame(r, at, &why);
    kernels_settle(r);
    return r->backend[at].ready || err_set(e, why.code, "backend %s: %s", r->backend[at].name, why.text);
}

static bool backend_known(const struct registry *r, int at, const char *name)
{
    for (int i = 0; i < r->backends; i++)
        if (i != at && !strcmp(r->backend[i].name, name))
            return true;
    return false;
}

static bool plugin_attach(struct registry *r, int at, const struct trial *t, struct err *e)
{
    const char *refused = *t->why ? t->why : NULL;

    if (refused && !t->loads)
        return err_set(e, ERR_DEVICE, "%s", refused);
    const struct backend *b = plugin_table(t->path, &r->handle[at], e);
    if (!b)
        return false;
    if (backend_known(r, at, b->name))
        return err_set(e, ERR_DEVICE, "%s: a backend named %s is already there", t->path, b->name);
    return backend_attach(r, at, b, refused, e);
}

static void plugin_enter(struct registry *r, const struct plugin *p, const struct trial *t)
{
    struct err e = p->why;
    int at = entry_new(r, p->file ? p->file : "NZSCOPE_PLUGINS");

    if (at < 0)
        return;
    snprintf(r->backend[at].file, sizeof r->backend[at].file, "%s", p->file ? p->file : "");
    r->backend[at].dev = p->dev;
    r->backend[at].ino = p->ino;
    r->backend[at].ready = t && plugin_attach(r, at, t, &e);
    if (!r->backend[at].ready)
        entry_blame(r, at, &e);
}

/* Whether this file, or a working one of the same name, is listed. */
static bool plugin_known(const struct registry *r, const struct plugin *p)
{
    for (int i = 0; i < r->backends; i++) {
        if (!r->backend[i].file[0])
            continue;
        if (r->backend[i].dev == p->dev && r->backend[i].ino == p->ino)
            return true;
        if (r->handle[i] && !strcmp(r->backend[i].file, p->file))
            return true;
    }
    return false;
}

/* Chooses, for each name not yet listed, its next file; the others wait for the outcome. Returns how many. */
static int plugins_choose(const struct registry *r, struct plugin *p, int n, const struct plugin **chosen)
{
    int count = 0;

    for (int i = 0; i < n && count < REGISTRY_BACKENDS; i++) {
        bool wait = p[i].seen || !p[i].file;
        for (int j = 0; j < count && !wait; j++)
            wait = !strcmp(p[i].file, chosen[j]->file) || (p[i].dev == chosen[j]->dev && p[i].ino == chosen[j]->ino);
        if (wait)
            continue;
        p[i].seen = true;
        if (!plugin_known(r, &p[i]))
            chosen[count++] = &p[i];
    }
    return count;
}

/* Trials run on the first `devices` devices: devices of plug-ins are in use and unfit for a forked child. */
static bool plugins_load(struct registry *r, struct plugin *p, int n, int devices)
{
    const struct plugin *chosen[REGISTRY_BACKENDS];
    struct trial trial[REGISTRY_BACKENDS] = { 0 };
    int count = plugins_choose(r, p, n, chosen);

    if (count == 0)
        return false;
    for (int i = 0; i < count; i++)
        trial[i].path = chosen[i]->path;
    trial_run(trial, count, r->device, devices, r->patience_ms ? r->patience_ms : PATIENCE_MS);
    for (int i = 0; i < count; i++)
        plugin_enter(r, chosen[i], &trial[i]);
    trial_end(trial, count);
    return true;
}

void registry_load(struct registry *r)
{
    struct plugin *found = calloc(PLUGIN_MAX, sizeof *found);
    int n = found ? plugin_find(found) : 0, devices = r->devices;

    while (plugins_load(r, found, n, devices))
        ;
    for (int i = 0; i < n; i++)
        if (!found[i].file)
            plugin_enter(r, &found[i], NULL);
    free(found);
    kernels_settle(r);
}

void registry_close(struct registry *r)
{
    for (int i = r->backends - 1; i >= 0; i--)
        if (r->handle[i])
            dlclose(r->handle[i]);
    memset(r, 0, sizeof *r);
}
