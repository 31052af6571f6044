/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file_same.h"

#include <limits.h>
#include <sys/stat.h>

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The folder of a path and the name in it. */
static const char *split(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    return slash ? slash + 1 : path;
}

bool file_same(const char *a, const char *b)
{
    struct stat x, y;
    char folder[2][PATH_MAX];
    bool a_exists = stat(a, &x) == 0, b_exists = stat(b, &y) == 0;

    if (a_exists || b_exists)
        return a_exists && b_exists && S_ISREG(x.st_mode) && same_inode(&x, &y);
    const char *name_a = split(a, folder[0]), *name_b = split(b, folder[1]);
    return strcmp(name_a, name_b) == 0 && stat(folder[0], &x) == 0 && stat(folder[1], &y) == 0 && same_inode(&x, &y);
}
