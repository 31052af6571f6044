/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_gen: any text as the SPEC of gen:SPEC: a valid matrix within the limit, or one line that says why not. */
#include "core/generate/gen.h"
#include "core/matrix/tests/csr_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char spec[128] = { 0 };
    struct matrix a;
    struct err e = { 0 };

    memcpy(spec, bytes, n < sizeof spec ? n : sizeof spec - 1);
    /* the catalogue is read from a file each time */
    if (strncmp(spec, "twin", 4) == 0)
        return 0;
    if (gen_make(spec, 1 << 16, NULL, &a, &e)) {
        if (!csr_valid(&a.csr, &e))
            abort();
        matrix_free(&a);
    } else if ((e.code != ERR_USAGE && e.code != ERR_MEMORY && e.code != ERR_INPUT) || !*e.text)
        abort();
    return 0;
}
