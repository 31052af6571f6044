/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry_find: looks up devices and kernels by the names that users give. */
#include <fnmatch.h>

#include "core/base/nearest.h"
#include "core/measure/registry.h"

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
