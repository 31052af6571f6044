/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/data_folder.h"

bool program_folder(char *folder, size_t size, int up)
{
    ssize_t n = readlink("/proc/self/exe", folder, size - 1);
    folder[n > 0 ? n : 0] = 0;
    for (; up >= 0; up--) {
        char *slash = strrchr(folder, '/');
        if (!slash)
            return false;
        *slash = 0;
    }
    return true;
}

/* Makes the path ABOVE/FOLDER; whether `file` is there. */
static bool holds(const char *above, const char *folder, const char *file, char *path, size_t size)
{
    char whole[2400];
    snprintf(path, size, "%s/%s", above, folder);
    snprintf(whole, sizeof whole, "%s/%s", path, file);
    return access(whole, R_OK) == 0;
}

bool data_folder(const char *name, const char *source, const char *file, char *path, size_t size)
{
    enum { LEVELS = 6 }; /* enough for a test in build/asan/tui/lines/tests */
    char above[2048], installed[200];
    snprintf(installed, sizeof installed, "share/nzscope/%s", name);
    for (int up = 0; up < LEVELS && program_folder(above, sizeof above, up); up++)
        if (holds(above, installed, file, path, size) || holds(above, source, file, path, size))
            return true;
    snprintf(path, size, "%s/%s", NZ_DATADIR, name);
    return access(path, R_OK) == 0;
}
