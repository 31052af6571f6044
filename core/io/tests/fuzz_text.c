/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_text: any text, however it is cut: pieces and blocks end where lines end, and together are the text. */
#include "core/io/tests/text_cuts.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* The first byte says how large pieces and blocks are. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n < 2)
        return 0;
    const char *text = (const char *)bytes + 1;
    size_t size = (size_t)(bytes[0] & 63) + 1;
    if (!cuts_pieces(text, n - 1, size) || !cuts_blocks(text, n - 1, size))
        abort();
    return 0;
}
