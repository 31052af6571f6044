/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry: which backends, devices and kernels there are, and why some of them cannot be used. */
#include "core/registry.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- adding ---- */

/* A new entry of backend[], not ready; -1: the list is full. */
static int entry_new(struct registry *r, const char *name)
{
    if (r->backends == REGISTRY_BACKENDS)
        return -1;
    int at = r->backends++;
    snprintf(r->backend[at].name, sizeof r->backend[at].name, "%s", name);
    return at;
}

/* Keeps the reason why an entry is of no use. */
static void entry_blame(struct registry *r, int at, const struct err *e)
{
    r->backend[at].ready = false;
    snprintf(r->backend[at].why, sizeof r->backend[at].why, "%.*s", (int)sizeof r->backend[at].why - 1, e->text);
}

/* abi and the sizes come first in struct backend and never move, so that they can be read from any build. */
static bool backend_compatible(const struct backend *b, struct err *e)
{
    const uint32_t here[] = { BACKEND_SIZES };

    if (b->abi != here[0])
        return err_set(e, ERR_DEVICE, "it was built for plug-in interface %u, this engine has %u; rebuild it", b->abi,
                       here[0]);
    if (b->device_size != here[1] || b->problem_size != here[2] || b->kernel_size != here[3])
        return err_set(e, ERR_DEVICE, "it was built from other headers than this engine; rebuild it");
    return true;
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

/* The kernels of a backend that cannot be opened are listed all the same, so that their users see why. */
static bool backend_attach(struct registry *r, int at, const struct backend *b, struct err *e)
{
    struct err second;

    if (!backend_compatible(b, e))
        return false;
    snprintf(r->backend[at].name, sizeof r->backend[at].name, "%s", b->name);
    snprintf(r->backend[at].kind, sizeof r->backend[at].kind, "%s", b->kind);
    bool opened = b->open(e) && backend_devices(r, b, e);
    bool listed = backend_kernels(r, at, b, opened ? e : &second);
    return opened && listed;
}

const char *registry_why_no(const struct registry *r, const char *kind)
{
    for (int i = 0; i < r->backends; i++)
        if (!r->backend[i].ready && !strcmp(r->backend[i].kind, kind))
            return r->backend[i].why;
    return "there is no device of this kind, nor a plug-in that brings one";
}

/* A kernel is ready when its backend is and when some backend, maybe another one, brought a device of its kind. */
static void kernels_settle(struct registry *r)
{
    for (int i = 0; i < r->kernels; i++) {
        struct registered *k = &r->kernel[i];
        k->why_not = NULL;
        if (!r->backend[k->backend].ready)
            k->why_not = r->backend[k->backend].why;
        else if (!registry_device(r, k->kernel->on))
            k->why_not = registry_why_no(r, k->kernel->on);
        k->ready = !k->why_not;
    }
}

bool registry_add(struct registry *r, const struct backend *b, struct err *e)
{
    struct err why = { 0 };
    int at = entry_new(r, b->name);

    if (at < 0)
        return err_set(e, ERR_DEVICE, "backend %s: more than %d backends", b->name, REGISTRY_BACKENDS);
    r->backend[at].ready = backend_attach(r, at, b, &why);
    if (!r->backend[at].ready)
        entry_blame(r, at, &why);
    kernels_settle(r);
    return r->backend[at].ready || err_set(e, why.code, "backend %s: %s", r->backend[at].name, why.text);
}

/* ---- plug-ins ---- */

static bool backend_known(const struct registry *r, int at, const char *name)
{
    for (int i = 0; i < r->backends; i++)
        if (i != at && !strcmp(r->backend[i].name, name))
            return true;
    return false;
}

static bool plugin_attach(struct registry *r, int at, const char *path, struct err *e)
{
    void *handle = r->handle[at] = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return err_set(e, ERR_DEVICE, "%s", dlerror());

    backend_entry *entry;
    *(void **)&entry = dlsym(handle, BACKEND_SYMBOL); /* the cast that POSIX asks for */
    const struct backend *b = entry ? entry() : NULL;
    if (!b)
        return err_set(e, ERR_DEVICE, "%s is no plug-in: it has no %s", path, BACKEND_SYMBOL);
    if (!backend_compatible(b, e))
        return err_prefix(e, "%s", path);
    if (backend_known(r, at, b->name))
        return err_set(e, ERR_DEVICE, "%s: a backend named %s is already there", path, b->name);
    return backend_attach(r, at, b, e);
}

/* Whether this very file, or a working one of the same name, is in the list. */
static bool plugin_known(const struct registry *r, const char *file, const struct stat *s)
{
    for (int i = 0; i < r->backends; i++) {
        if (!r->backend[i].file[0])
            continue;
        if (r->backend[i].dev == s->st_dev && r->backend[i].ino == s->st_ino)
            return true;
        if (r->handle[i] && !strcmp(r->backend[i].file, file))
            return true;
    }
    return false;
}

static void plugin_load(struct registry *r, const char *folder, const char *file)
{
    char path[PATH_MAX];
    struct stat s;
    struct err e = { 0 };

    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path || stat(path, &s) ||
        plugin_known(r, file, &s))
        return;
    int at = entry_new(r, file);
    if (at < 0)
        return;
    snprintf(r->backend[at].file, sizeof r->backend[at].file, "%s", file);
    r->backend[at].dev = s.st_dev;
    r->backend[at].ino = s.st_ino;
    r->backend[at].ready = plugin_attach(r, at, path, &e);
    if (!r->backend[at].ready)
        entry_blame(r, at, &e);
}

static int plugin_named(const struct dirent *d)
{
    return !fnmatch("nzscope-*.so", d->d_name, 0);
}

/* False: the folder cannot be read; errno says why. */
static bool folder_load(struct registry *r, const char *folder)
{
    struct dirent **found;
    int n = scandir(folder, &found, plugin_named, alphasort);

    if (n < 0)
        return false;
    for (int i = 0; i < n; i++) {
        plugin_load(r, folder, found[i]->d_name);
        free(found[i]);
    }
    free(found);
    return true;
}

/* The folders of $NZSCOPE_PLUGINS were asked for, so a wrong one is reported. */
static void folder_asked(struct registry *r, const char *folder)
{
    struct err e;

    if (folder[0] != '/')
        err_set(&e, ERR_USAGE, "'%s' is not an absolute path, so no plug-ins are loaded from it", folder);
    else if (!folder_load(r, folder))
        err_set(&e, ERR_INPUT, "%s: %s", folder, strerror(errno));
    else
        return;
    int at = entry_new(r, "NZSCOPE_PLUGINS");
    if (at >= 0)
        entry_blame(r, at, &e);
}

#define INSTALLED "/../lib/nzscope"

/* Where this program's file lies; false: not known. */
static bool folder_of_program(char *folder, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", folder, size - 1);

    if (n <= 0)
        return false;
    folder[n] = '\0';
    char *slash = strrchr(folder, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

void registry_load(struct registry *r)
{
    char folder[PATH_MAX];
    const char *list = getenv("NZSCOPE_PLUGINS");

    /* beside the program, in the libdir of where it was installed, and of where it was built for */
    if (folder_of_program(folder, sizeof folder - sizeof INSTALLED)) {
        folder_load(r, folder);
        strcat(folder, INSTALLED);
        folder_load(r, folder);
    }
    folder_load(r, NZ_LIBDIR);
    while (list && *list) {
        size_t n = strcspn(list, ":");
        if (n > 0 && n < sizeof folder) {
            memcpy(folder, list, n);
            folder[n] = '\0';
            folder_asked(r, folder);
        }
        list += n + (list[n] == ':');
    }
    kernels_settle(r);
}

/* ---- looking up ---- */

/* NULL as well when several UUIDs begin like this. */
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

struct device *registry_asked(const struct registry *r, const char *name, struct err *e)
{
    struct device *d = registry_device(r, name);
    char list[300] = "none";
    size_t used = 0;

    for (int i = 0; !d && i < r->devices && used < sizeof list; i++) {
        const struct device *x = r->device[i];
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s%s%s%s", i ? ", " : "", x->id,
                                 *x->uuid ? " (" : "", x->uuid, *x->uuid ? ")" : "");
    }
    if (!d)
        err_set(e, ERR_DEVICE, "there is no device %.60s here; there are: %s", name, list);
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
    for (const char *list = globs; *list;) {
        char glob[128];
        size_t n = strcspn(list, ",");
        if (n < sizeof glob) {
            memcpy(glob, list, n);
            glob[n] = '\0';
            if (!fnmatch(glob, name, 0))
                return true;
        }
        list += n + (list[n] == ',');
    }
    return false;
}

bool registry_named(const char *globs, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = globs; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return false;
}

void registry_close(struct registry *r)
{
    for (int i = r->backends - 1; i >= 0; i--)
        if (r->handle[i])
            dlclose(r->handle[i]);
    memset(r, 0, sizeof *r);
}
