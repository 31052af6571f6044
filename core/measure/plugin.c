/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/plugin.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "core/base/data_folder.h"

static int plugin_named(const struct dirent *d)
{
    return !fnmatch("nzscope-*.so", d->d_name, 0);
}

static bool plugin_look(struct plugin *p, const char *folder, const char *file)
{
    struct stat s;

    if (snprintf(p->path, sizeof p->path, "%s/%s", folder, file) >= (int)sizeof p->path || stat(p->path, &s))
        return false;
    p->file = strrchr(p->path, '/') + 1;
    p->dev = s.st_dev;
    p->ino = s.st_ino;
    return true;
}

/* False: the folder cannot be read; errno says why. */
static bool folder_find(struct plugin *found, int *count, const char *folder)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, plugin_named, alphasort);

    if (n < 0)
        return false;
    for (int i = 0; i < n; i++) {
        if (*count < PLUGIN_MAX && plugin_look(&found[*count], folder, entry[i]->d_name))
            ++*count;
        free(entry[i]);
    }
    free(entry);
    return true;
}

/* The user named the folders of $NZSCOPE_PLUGINS, so an unreadable one is reported. */
static void folder_asked(struct plugin *found, int *count, const char *folder)
{
    struct err e;

    if (folder[0] != '/')
        err_set(&e, ERR_USAGE, "'%s' is not an absolute path, so no plug-ins are loaded from it", folder);
    else if (!folder_find(found, count, folder))
        err_set(&e, ERR_INPUT, "%s: %s", folder, strerror(errno));
    else
        return;
    if (*count < PLUGIN_MAX)
        found[(*count)++] = (struct plugin){ .why = e };
}

#define INSTALLED "/../lib/nzscope"

int plugin_find(struct plugin *found)
{
    char folder[PATH_MAX];
    const char *list = getenv("NZSCOPE_PLUGINS");
    int count = 0;

    /* beside the program, then in the libdir of its prefix, then in the configured one */
    if (program_folder(folder, sizeof folder - sizeof INSTALLED, 0)) {
        folder_find(found, &count, folder);
        strcat(folder, INSTALLED);
        folder_find(found, &count, folder);
    }
    folder_find(found, &count, NZ_LIBDIR);
    while (list && *list) {
        size_t n = strcspn(list, ":");
        if (n > 0 && n < sizeof folder) {
            memcpy(folder, list, n);
            folder[n] = '\0';
            folder_asked(found, &count, folder);
        }
        list += n + (list[n] == ':');
    }
    return count;
}

/* abi and the sizes come first in struct backend and never move: any build can read them. */
bool plugin_compatible(const struct backend *b, struct err *e)
{
    const uint32_t here[] = { BACKEND_SIZES };

    if (b->abi != here[0])
        return err_set(e, ERR_DEVICE, "it was built for plug-in interface %u, this engine has %u; rebuild it", b->abi,
                       here[0]);
    if (b->device_size != here[1] || b->problem_size != here[2] || b->kernel_size != here[3] ||
        b->operations != here[4])
        return err_set(e, ERR_DEVICE, "it was built from other headers than this engine; rebuild it");
    return true;
}

/* What the loader says, and what to do: the library of a plug-in is missing, or is another than it was built with. */
static void explain(const char *said, struct err *e)
{
    const bool missing = strstr(said, "cannot open shared object file"),
               older = strstr(said, "undefined symbol") || strstr(said, "' not found");
    err_set(e, ERR_DEVICE, "%.300s%s", said,
            missing ? "; install that library, or name its folder in LD_LIBRARY_PATH"
            : older ? "; the library found is not the one it was built with: build nzscope again, or name the folder "
                      "of the right one in LD_LIBRARY_PATH"
                    : "");
}

const struct backend *plugin_table(const char *path, void **handle, struct err *e)
{
    backend_entry *entry;

    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*handle) {
        explain(dlerror(), e);
        return NULL;
    }
    *(void **)&entry = dlsym(*handle, BACKEND_SYMBOL); /* POSIX guarantees this cast */
    const struct backend *b = entry ? entry() : NULL;
    if (!b)
        err_set(e, ERR_DEVICE, "%s is not a plug-in: it has no %s", path, BACKEND_SYMBOL);
    else if (!plugin_compatible(b, e))
        err_prefix(e, "%s", path);
    else
        return b;
    return NULL;
}
