/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/cgroup.h"

#include <limits.h>

/* The path of our group in the tree of `controller`, from lines "number:controllers:path". */
static bool group_path(const char *controller, char path[PATH_MAX / 2])
{
    FILE *f = fopen("/proc/self/cgroup", "re");
    char line[PATH_MAX];
    bool found = false;

    while (f && !found && fgets(line, sizeof line, f)) {
        char *names = strchr(line, ':'), *where = names ? strchr(names + 1, ':') : NULL;
        if (!where)
            continue;
        *where++ = 0;
        where[strcspn(where, "\n")] = 0;
        for (char *rest = names + 1, *name; !found && (name = strsep(&rest, ","));)
            found = strcmp(name, controller) == 0 && snprintf(path, PATH_MAX / 2, "%s", where) < PATH_MAX / 2;
    }
    if (f)
        fclose(f);
    return found;
}

double cgroup_least(const char *root, const char *controller, double (*limit_of)(const char *folder))
{
    char path[PATH_MAX / 2], folder[PATH_MAX];
    double least = INFINITY;

    if (!group_path(controller, path))
        return least;
    for (;;) {
        snprintf(folder, sizeof folder, "%s%s", root, path);
        least = fmin(least, limit_of(folder));
        char *slash = strrchr(path, '/');
        if (!slash)
            return least;
        *slash = 0;
    }
}

double cgroup_number(const char *folder, const char *file, const char *key)
{
    char path[PATH_MAX], line[256];
    double number = INFINITY;
    const size_t n = key ? strlen(key) : 0;
    FILE *f = snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path ? fopen(path, "re") : NULL;

    while (f && isinf(number) && fgets(line, sizeof line, f))
        if ((!key || (strncmp(line, key, n) == 0 && line[n] == ' ')) && sscanf(line + n, "%lf", &number) != 1)
            number = INFINITY;
    if (f)
        fclose(f);
    return number;
}
