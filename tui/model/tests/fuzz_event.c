/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_event: any bytes as the engine's events: what is no event is passed over, what is one changes the model. */
#include <jansson.h>

#include "tui/model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    /* a model is large: many inputs go to one */
    static struct model *m;
    static int inputs;

    if (m && ++inputs % 256 == 0) {
        model_free(m);
        m = NULL;
    }
    m = m ? m : model_new();
    for (const uint8_t *end; m && n > 0; n -= (size_t)(end - bytes), bytes = end) {
        const uint8_t *newline = memchr(bytes, '\n', n);
        json_error_t wrong;
        end = newline ? newline + 1 : bytes + n;
        json_t *event = json_loadb((const char *)bytes, (size_t)(end - bytes), JSON_REJECT_DUPLICATES, &wrong);
        if (json_is_object(event))
            model_apply(m, event);
        json_decref(event);
    }
    return 0;
}
