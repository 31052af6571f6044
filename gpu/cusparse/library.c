/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/cusparse/library.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>

typedef int property(int which, int *value); /* cusparseGetProperty: 0 major, 1 minor, 2 patch */

/* ---- one file ---- */

static bool version_ask(struct found_library *l)
{
    property *ask;
    int part[3] = { 0 };

    *(void **)&ask = dlsym(l->handle, "cusparseGetProperty");
    for (int i = 0; i < 3; i++)
        if (!ask || ask(i, &part[i]))
            return false;
    l->version = part[0] * 1000 + part[1] * 100 + part[2];
    snprintf(l->name, sizeof l->name, "cuSPARSE %d.%d.%d", part[0], part[1], part[2]);
    return true;
}

/* Keeps the file if it is newer than the kept one. *why: why it does not load. */
static void library_try(struct found_library *kept, const char *path, struct err *why)
{
    struct found_library l = { .handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL) };

    if (!l.handle) {
        err_set(why, ERR_DEVICE, "%s", dlerror());
        return;
    }
    bool newer = version_ask(&l) && l.version > kept->version;
    if (!newer) {
        dlclose(l.handle);
        return;
    }
    if (kept->handle)
        dlclose(kept->handle);
    *kept = l;
}

/* ---- where to look ---- */

struct search {
    const char *soname;
    struct found_library *kept;
    struct err *why;
};

/* Tries FOLDER/soname for every folder that matches PREFIX/BELOW. */
static void search_in(const struct search *s, const char *prefix, const char *below)
{
    char pattern[PATH_MAX];
    glob_t found;

    if (!prefix || prefix[0] != '/' ||
        snprintf(pattern, sizeof pattern, "%s/%s/%s", prefix, below, s->soname) >= (int)sizeof pattern)
        return;
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            library_try(s->kept, found.gl_pathv[i], s->why);
    globfree(&found);
}

/* The folder above the bin of the first python3 on the PATH; "": none. */
static void python_prefix(char *prefix, size_t size)
{
    for (const char *at = getenv("PATH"); at && *at; at += strcspn(at, ":"), at += *at == ':') {
        char program[PATH_MAX];
        int n = (int)strcspn(at, ":");
        snprintf(prefix, size, "%.*s/..", n, at);
        snprintf(program, sizeof program, "%.*s/python3", n, at);
        if (*at == '/' && access(program, X_OK) == 0)
            return;
    }
    *prefix = '\0';
}

static void search_python(const struct search *s)
{
    char prefix[PATH_MAX];

    python_prefix(prefix, sizeof prefix);
    search_in(s, prefix, "lib/python3*/site-packages/nvidia/*/lib");
    search_in(s, prefix, "lib/python3*/dist-packages/nvidia/*/lib");
    search_in(s, prefix, "local/lib/python3*/dist-packages/nvidia/*/lib");
    search_in(s, getenv("HOME"), ".local/lib/python3*/site-packages/nvidia/*/lib");
}

static void search_all(const struct search *s)
{
    const char *data = getenv("XDG_DATA_HOME");

    if (data && *data)
        search_in(s, data, "nzscope/peers/nvidia/*/lib");
    else
        search_in(s, getenv("HOME"), ".local/share/nzscope/peers/nvidia/*/lib");
    search_python(s);
    search_in(s, getenv("CUDA_HOME"), "lib64");
    search_in(s, "/usr/local", "cuda/lib64");
    search_in(s, "/usr/local", "cuda-*/lib64");
    library_try(s->kept, s->soname, s->why);
}

bool library_load(const char *soname, struct found_library *l, struct err *e)
{
    struct err why = { ERR_NONE, "" };
    const char *folder = getenv("CUSPARSE");
    const struct search s = { soname, l, &why };

    *l = (struct found_library){ 0 };
    if (!folder || !*folder) {
        search_all(&s);
        return l->handle || err_set(e, ERR_DEVICE, "no %s: make deps-peers fetches it (%s)", soname, why.text);
    }
    if (*folder != '/')
        return err_set(e, ERR_DEVICE, "CUSPARSE=%s is not an absolute path", folder);
    search_in(&s, folder, ".");
    search_in(&s, folder, "lib");
    search_in(&s, folder, "lib64");
    return l->handle || err_set(e, ERR_DEVICE, "CUSPARSE=%s has no %s that loads%s%s", folder, soname,
                                *why.text ? ": " : "", why.text);
}
