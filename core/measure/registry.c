/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/registry.h"

#include <dlfcn.h>
#include <fnmatch.h>

#include "core/base/nearest.h"
#include "core/measure/plugin.h"
#include "core/measure/trial.h"

/* finding eight sleeping GPUs takes many seconds */
enum { PATIENCE_MS = 20000 };

/* NULL: the list is full. */
static struct registry_backend *backend_new(struct registry *r, const char *name)
{
    if (r->backends == REGISTRY_BACKENDS)
        return NULL;
    struct registry_backend *own = &r->backend[r->backends++];
    snprintf(own->name, sizeof own->name, "%s", name);
    return own;
}

/* `e`: why not, unless ready. */
static void backend_settle(struct registry_backend *own, bool ready, const struct err *e)
{
    own->ready = ready;
    if (!ready)
        snprintf(own->why, sizeof own->why, "%.*s", (int)sizeof own->why - 1, e->text);
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

static bool backend_kernels(struct registry *r, const struct registry_backend *own, const struct backend *b,
                            struct err *e)
{
    for (const struct kernel *const *k = b->kernels; *k; k++) {
        if (r->kernels == REGISTRY_KERNELS)
            return err_set(e, ERR_DEVICE, "more than %d kernels", REGISTRY_KERNELS);
        r->kernel[r->kernels++] = (struct registered){ .kernel = *k, .backend = own };
    }
    return true;
}

/* Kernels are listed even if the backend cannot be opened, so that users see why. `refused`: why it may not; NULL: it
   may. */
static bool backend_attach(struct registry *r, struct registry_backend *own, const struct backend *b,
                           const char *refused, struct err *e)
{
    snprintf(own->name, sizeof own->name, "%s", b->name);
    snprintf(own->kind, sizeof own->kind, "%s", b->kind);
    const bool listed = backend_kernels(r, own, b, e);
    if (refused)
        return err_set(e, ERR_DEVICE, "%s", refused);
    if (!b->open(e) || !backend_devices(r, b, e))
        return false;
    own->foreign = b->foreign ? b->foreign() : NULL;
    return listed;
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
    for (const struct registered *k = r->kernel; k < r->kernel + r->kernels; k++)
        if (!strcmp(k->kernel->family, family) && !k->backend->ready)
            return k->backend->why;
    return strcmp(family, "gpus") == 0 ? no_gpus : no_device;
}

/* A kernel is ready if its backend is and some backend brought a device of its family. */
static void kernels_settle(struct registry *r)
{
    for (struct registered *k = r->kernel; k < r->kernel + r->kernels; k++) {
        k->why_not = !k->backend->ready                    ? k->backend->why
                     : registry_runs(r, k->kernel->family) ? NULL
                                                           : family_why_no(r, k->kernel->family);
        k->ready = !k->why_not;
    }
}

bool registry_add(struct registry *r, const struct backend *b, struct err *e)
{
    struct err why = { 0 };
    struct registry_backend *own = backend_new(r, b->name);

    if (!own)
        return err_set(e, ERR_DEVICE, "backend %s: more than %d backends", b->name, REGISTRY_BACKENDS);
    backend_settle(own, plugin_compatible(b, &why) && backend_attach(r, own, b, NULL, &why), &why);
    kernels_settle(r);
    return own->ready || err_set(e, why.code, "backend %s: %s", own->name, why.text);
}

static bool plugin_attach(struct registry *r, struct registry_backend *own, const struct trial *t, struct err *e)
{
    const char *refused = *t->why ? t->why : NULL;

    if (refused && !t->loads)
        return err_set(e, ERR_DEVICE, "%s", refused);
    const struct backend *b = plugin_table(t->path, &own->handle, e);
    if (!b)
        return false;
    for (int i = 0; i < r->backends; i++)
        if (&r->backend[i] != own && !strcmp(r->backend[i].name, b->name))
            return err_set(e, ERR_DEVICE, "%s: a backend named %s is already there", t->path, b->name);
    return backend_attach(r, own, b, refused, e);
}

/* `t`: its trial; NULL: it has no file. */
static void plugin_enter(struct registry *r, const struct plugin *p, const struct trial *t)
{
    struct err e = p->why;
    struct registry_backend *own = backend_new(r, t ? p->file : "NZSCOPE_PLUGINS");

    if (!own)
        return;
    snprintf(own->file, sizeof own->file, "%s", t ? p->file : "");
    own->dev = p->dev;
    own->ino = p->ino;
    backend_settle(own, t && plugin_attach(r, own, t, &e), &e);
}

/* Whether this file, or a working one of the same name, is listed. */
static bool plugin_known(const struct registry *r, const struct plugin *p)
{
    for (const struct registry_backend *b = r->backend; b < r->backend + r->backends; b++)
        if (*b->file && ((b->dev == p->dev && b->ino == p->ino) || (b->handle && !strcmp(b->file, p->file))))
            return true;
    return false;
}

/* Chooses the next file of each name; the others of that name wait for its outcome. Returns how many. */
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
        if (r->backend[i].handle)
            dlclose(r->backend[i].handle);
    memset(r, 0, sizeof *r);
}

/* ---- by the names that users give ---- */

/* NULL also if several UUIDs begin with this. */
static struct device *device_by_uuid(const struct registry *r, const char *prefix)
{
    struct device *found = NULL;

    for (int i = 0; i < r->devices; i++) {
        if (!device_uuid_begins(r->device[i]->uuid, prefix))
            continue;
        if (found)
            return NULL;
        found = r->device[i];
    }
    return found;
}

struct device *registry_device(const struct registry *r, const char *name)
{
    for (int i = 0; i < r->devices; i++)
        if (!strcmp(r->device[i]->id, name))
            return r->device[i];
    for (int i = 0; i < r->devices; i++)
        if (!strcmp(r->device[i]->kind, name))
            return r->device[i];
    return device_by_uuid(r, name);
}

struct device *registry_runs(const struct registry *r, const char *family)
{
    for (int i = 0; i < r->devices; i++)
        if (device_runs(r->device[i], family))
            return r->device[i];
    return NULL;
}

struct device *registry_asked(const struct registry *r, const char *name, struct err *e)
{
    struct device *d = registry_device(r, name);
    char list[300] = "";

    for (int i = 0; !d && i < r->devices; i++) {
        const struct device *x = r->device[i];
        text_join(list, sizeof list, ", ", "%s%s%s%s", x->id, *x->uuid ? " (" : "", x->uuid, *x->uuid ? ")" : "");
    }
    if (!d)
        err_set(e, ERR_DEVICE, "there is no device %.60s here; there are: %s", name, *list ? list : "none");
    return d;
}

const struct registered *registry_kernel(const struct registry *r, const char *name, enum vtype type)
{
    for (int i = 0; i < r->kernels; i++)
        if (r->kernel[i].kernel->type == type && !strcmp(r->kernel[i].kernel->name, name))
            return &r->kernel[i];
    return NULL;
}

bool registry_match(const char *globs, const char *name)
{
    if (!globs || !*globs)
        return true;
    char glob[128];
    while (text_item(&globs, glob, sizeof glob))
        if (!fnmatch(glob, name, 0))
            return true;
    return false;
}

bool registry_named(const char *globs, const char *name)
{
    char item[128];
    while (text_item(&globs, item, sizeof item))
        if (strcmp(item, name) == 0)
            return true;
    return false;
}

bool registry_unknown(const struct registry *r, const char *name, struct err *e)
{
    struct nearest near = nearest_to(name);
    char hint[100];
    for (int i = 0; i < r->kernels; i++)
        nearest_try(&near, r->kernel[i].kernel->name);
    return err_set(e, ERR_USAGE, "no kernel is called %.60s; %s", name,
                   nearest_hint(&near, "nzscope list kernels names them", hint, sizeof hint));
}
