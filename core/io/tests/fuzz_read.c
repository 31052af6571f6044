/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_read: any bytes as a Matrix Market file: a valid matrix, or one line that says why not. */
#include <stdint.h>
#include <stdlib.h>

#include "core/io/mm_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct matrix a;
    struct err e = { 0 };

    if (mm_read_memory((const char *)bytes, n, 1 << 24, &a, &e)) {
        if (!csr_valid(&a.csr, &e) || a.csr.nnz + a.duplicates < a.stored)
            abort();
        matrix_free(&a);
        return 0;
    }
    if (e.code != ERR_INPUT && e.code != ERR_MEMORY)
        abort();
    for (const char *c = e.text; *c; c++)
        if ((unsigned char)*c < ' ')
            abort();
    return 0;
}
