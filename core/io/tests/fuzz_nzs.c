/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_nzs: changes to a small packed matrix, with sums that are right or wrong: a valid matrix, or an error. */
#include "core/engine/open.h"
#include "core/io/nzs.h"
#include "core/io/tests/fuzz_memory.h"
#include "core/io/tests/nzs_seal.h"
#include "core/matrix/tests/csr_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { SIZE = 5 * NZS_PAGE };

static bool put(void *arg, const char *bytes, size_t n, struct err *e)
{
    char **to = arg;

    memcpy(*to, bytes, n);
    *to += n;
    return true;
}

/* The input is a list of changes: a part of the file, where in it, and the new byte; an odd length leaves the sums. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static char good[SIZE], file[SIZE];
    static size_t size;
    struct matrix a;
    struct err e = { 0 };

    if (size == 0) {
        char *end = good;
        if (!matrix_open("gen:stencil5:4", 1 << 24, NULL, &a, &e) ||
            !nzs_write(&a, (struct mm_sink){ put, &end }, NULL, &e))
            abort();
        matrix_free(&a);
        size = (size_t)(end - good);
    }
    memcpy(file, good, size);
    for (size_t k = 0; k + 3 < n; k += 4) {
        size_t at = (size_t)(bytes[k] % 5) * NZS_PAGE + (size_t)bytes[k + 1] + 256 * (size_t)(bytes[k + 2] % 4);
        if (at < size)
            file[at] = (char)bytes[k + 3];
    }
    if (n % 2 == 0)
        nzs_seal(file, size);
    const char *path = file_in_memory(file, size);
    if (matrix_open(path, 1 << 24, NULL, &a, &e)) {
        if (!csr_valid(&a.csr, &e))
            abort();
        matrix_free(&a);
    } else if (e.code != ERR_INPUT && e.code != ERR_MEMORY)
        abort();
    return 0;
}
