/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/user_path.h"

#include <sys/stat.h>

bool user_path(enum user_files files, const char *name, char *path, size_t size)
{
    static const char *const variable[] = { "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME" };
    static const char *const below_home[] = { ".config", ".local/share", ".local/state" };
    const char *folder = getenv(variable[files]), *home = getenv("HOME");
    if (folder && *folder == '/')
        return snprintf(path, size, "%s/nzscope/%s", folder, name) < (int)size;
    return home && *home == '/' && snprintf(path, size, "%s/%s/nzscope/%s", home, below_home[files], name) < (int)size;
}

const char *user_path_temporary(void)
{
    enum { LONGEST = 3000 }; /* PATH_MAX, less the names of the files in it */
    const char *named = getenv("TMPDIR");
    return named && *named == '/' && strlen(named) < LONGEST ? named : "/tmp";
}

bool user_path_folders(char *path)
{
    bool ok = true;
    for (char *slash = strchr(path + 1, '/'); slash && ok; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        ok = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
    }
    return ok;
}
