/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/tar.h"

#include "core/base/matrix_file.h"
#include "core/base/text.h"

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

bool tar_wanted(const char *block, const char *archive)
{
    char name[101] = { 0 }, stem[256];

    memcpy(name, block, 100);
    char *file = strrchr(name, '/'), *folder = NULL;
    if (file) {
        *file++ = 0;
        folder = basename(name);
    } else {
        file = name;
    }
    if ((block[156] != '0' && block[156] != 0) || !text_ends_in(file, ".mtx"))
        return false;
    file[strlen(file) - 4] = 0;
    snprintf(stem, sizeof stem, "%s", basename(archive));
    matrix_file_stem(stem);
    return (folder && strcmp(folder, file) == 0) || strcmp(stem, file) == 0;
}
