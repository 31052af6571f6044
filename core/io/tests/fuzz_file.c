/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_file: any bytes as a file, or as what a gzipped file or an archive holds: a valid matrix, or one line that says
   why not. */
#include <zlib.h>

#include "core/io/reader.h"
#include "core/io/tar.h"
#include "core/io/tests/fuzz_memory.h"
#include "core/matrix/tests/csr_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { ROOM = 1 << 16, CHANGES = 16 };

/* How the first byte wants the others packed. */
enum packing { PLAIN, GZIP, TAR, TAR_GZIP, PACKINGS };

/* A member called a/a.mtx, whose header has the changes (where / 2, what) made to it that come first in the input, and
   then a right checksum. */
static size_t tar(const uint8_t *bytes, size_t n, char *out)
{
    unsigned sum = 0;

    memset(out, 0, TAR_BLOCK);
    strcpy(out, "a/a.mtx");
    snprintf(out + 124, 12, "%011zo", n);
    out[156] = '0';
    memcpy(out + 257, "ustar", 6);
    for (int k = 0; k < CHANGES && n > 2 && bytes[0] < 255; k++, bytes += 2, n -= 2)
        out[bytes[0] * 2] = (char)bytes[1];
    memset(out + 148, ' ', 8);
    for (int k = 0; k < TAR_BLOCK; k++)
        sum += (unsigned char)out[k];
    snprintf(out + 148, 8, "%06o", sum);
    size_t size = (n + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
    memcpy(out + TAR_BLOCK, bytes, n);
    memset(out + TAR_BLOCK + n, 0, size - n + 2 * TAR_BLOCK);
    return TAR_BLOCK + size + 2 * TAR_BLOCK;
}

/* A gzip file of one stored block: no time goes into packing. */
static size_t gzip(const char *bytes, size_t n, char *out)
{
    uint32_t sum = (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)n), size = (uint32_t)n;
    uint16_t length = (uint16_t)n, other = (uint16_t)~length;

    memcpy(out, "\x1F\x8B\x08\0\0\0\0\0\0\x03\x01", 11);
    memcpy(out + 11, &length, 2);
    memcpy(out + 13, &other, 2);
    memcpy(out + 15, bytes, n);
    memcpy(out + 15 + n, &sum, 4);
    memcpy(out + 19 + n, &size, 4);
    return n + 23;
}

static size_t pack(enum packing packing, const uint8_t *bytes, size_t n, char *out)
{
    static char archive[ROOM];

    switch (packing) {
    case GZIP:
        return gzip((const char *)bytes, n, out);
    case TAR:
        return tar(bytes, n, out);
    case TAR_GZIP:
        return gzip(archive, tar(bytes, n, archive), out);
    default:
        memcpy(out, bytes, n);
        return n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static char file[ROOM];
    struct matrix a;
    struct err e = { 0 };

    if (n == 0 || n > ROOM / 2)
        return 0;
    size_t size = pack((enum packing)(bytes[0] % PACKINGS), bytes + 1, n - 1, file);
    const char *path = file_in_memory(file, size);
    if (reader_read(path, 1 << 22, NULL, &a, &e)) {
        if (!csr_valid(&a.csr, &e) || a.csr.nnz + a.duplicates < a.stored)
            abort();
        matrix_free(&a);
        return 0;
    }
    if ((e.code != ERR_INPUT && e.code != ERR_MEMORY) || !*e.text)
        abort();
    for (const char *c = e.text; *c; c++)
        if ((unsigned char)*c < ' ')
            abort();
    return 0;
}
