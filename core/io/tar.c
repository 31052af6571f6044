/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/tar.h"

/* A POSIX header: name 100 bytes, mode 8, uid 8, gid 8, size 12, mtime 12, checksum 8, type 1, …, "ustar" at 257,
   prefix 155 at 345. The checksum adds all bytes, with blanks for its own. */
bool tar_is_header(const char *block)
{
    unsigned sum = 0;

    for (int i = 0; i < TAR_BLOCK; i++)
        sum += i >= 148 && i < 156 ? ' ' : (unsigned char)block[i];
    char field[9] = { 0 };
    memcpy(field, block + 148, 8);
    return block[0] && memcmp(block + 257, "ustar", 5) == 0 && strtoul(field, NULL, 8) == sum;
}

/* An octal number, or a binary one if its first bit is set. */
bool tar_size(const char *block, uint64_t *size)
{
    const unsigned char *p = (const unsigned char *)block + 124;

    *size = 0;
    if (p[0] & 0x80) {
        for (int i = 4; i < 12; i++)
            *size = *size << 8 | p[i];
        return *size < (uint64_t)1 << 62;
    }
    for (int i = 0; i < 12 && p[i] && p[i] != ' '; i++) {
        if (p[i] < '0' || p[i] > '7')
            return false;
        *size = *size * 8 + (uint64_t)(p[i] - '0');
    }
    return true;
}

/* Splits off the last component of `name` and the one before it, "" without one. */
static void split(char *name, const char **folder, const char **file)
{
    char *slash = strrchr(name, '/');

    *folder = "";
    *file = slash ? slash + 1 : name;
    if (!slash)
        return;
    *slash = 0;
    slash = strrchr(name, '/');
    *folder = slash ? slash + 1 : name;
}

bool tar_wanted(const char *block, const char *archive)
{
    static const char *const packed[] = { ".tar.gz", ".tgz", ".tar" };
    char name[101] = { 0 }, stem[256] = { 0 };
    const char *folder, *file, *slash = strrchr(archive, '/');

    if (block[156] != '0' && block[156] != 0)
        return false;
    memcpy(name, block, 100);
    split(name, &folder, &file);
    size_t n = strlen(file);
    if (n < 5 || strcasecmp(file + n - 4, ".mtx") != 0)
        return false;
    n -= 4;
    if (strlen(folder) == n && strncmp(folder, file, n) == 0)
        return true;
    strncpy(stem, slash ? slash + 1 : archive, sizeof stem - 1);
    for (int k = 0; k < 3; k++) {
        size_t all = strlen(stem), end = strlen(packed[k]);
        if (all > end && strcasecmp(stem + all - end, packed[k]) == 0)
            stem[all - end] = 0;
    }
    return strlen(stem) == n && strncmp(stem, file, n) == 0;
}
