/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_npz: a zip archive of any arrays, with right sums, or any bytes as an archive: a valid matrix, or an error. */
#include "core/engine/open.h"
#include "core/io/tests/fuzz_memory.h"
#include "core/io/tests/npz_bytes.h"
#include "core/matrix/tests/csr_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Members, each a byte for its name and how it is packed, one for its type, one for its length, a shape, and elements:
   the elements of good members are what changes most. */
static void arrays(struct zip_bytes *z, const uint8_t *b, size_t n)
{
    static const char *const name[] = { "format.npy", "shape.npy", "data.npy", "indices.npy",
                                        "indptr.npy", "row.npy",   "col.npy",  "other" };
    static const char *const type[] = { "|S3", "<i4", "<i8", "<f8", "<f4", "|b1", "|u1", "|O" };
    static const int size[] = { 3, 4, 8, 8, 4, 1, 1, 8 };
    char array[4096], shape[32];

    while (n >= 3 && z->members < ZIP_MEMBERS) {
        int which = b[0] & 7, kind = b[1] & 7;
        size_t held = b[2] < n - 3 ? b[2] : n - 3;
        int count = (int)held / size[kind] + (b[1] >> 3 == 31);
        snprintf(shape, sizeof shape, which ? "(%d,)" : "()", count);
        if (b[1] >> 3 == 30)
            snprintf(shape, sizeof shape, "%.*s", (int)(held < 20 ? held : 20), (const char *)b + 3);
        size_t used = npy_bytes(array, type[kind], shape, b + 3, held);
        zip_add(z, name[which], array, used, b[0] & 8, used + (b[0] >> 4 == 15));
        b += 3 + held;
        n -= 3 + held;
    }
    zip_end(z);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct zip_bytes z;
    struct matrix a;
    struct err e = { 0 };

    if (n == 0 || n > ZIP_ROOM / 2)
        return 0;
    z.used = z.listed = 0;
    z.members = 0;
    if (bytes[0])
        arrays(&z, bytes + 1, n - 1);
    else
        memcpy(z.bytes, bytes + 1, z.used = n - 1);
    const char *path = file_in_memory(z.bytes, z.used);
    if (matrix_open(path, 1 << 22, NULL, &a, &e)) {
        if (!csr_valid(&a.csr, &e) || a.csr.nnz + a.duplicates != a.stored)
            abort();
        matrix_free(&a);
    } else if ((e.code != ERR_INPUT && e.code != ERR_MEMORY) || !*e.text)
        abort();
    return 0;
}
