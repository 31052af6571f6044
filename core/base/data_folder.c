/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/data_folder.h"

bool data_folder(const char *name, const char *source, const char *file, char *path, size_t size)
{
    enum { LEVELS = 6 }; /* enough for a test in build/asan/tui/lines/tests */
    char self[2048], try[2400];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    for (int level = 0; level < LEVELS; level++) {
        char *slash = strrchr(self, '/');
        if (!slash)
            break;
        *slash = 0;
        for (int i = 0; i < 2; i++) {
            snprintf(path, size, "%s/%s%s", self, i == 0 ? "share/nzscope/" : "", i == 0 ? name : source);
            snprintf(try, sizeof try, "%s/%s", path, file);
            if (access(try, R_OK) == 0)
                return true;
        }
    }
    snprintf(path, size, "%s/%s", NZ_DATADIR, name);
    return access(path, R_OK) == 0;
}
