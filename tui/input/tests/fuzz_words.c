/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_words: any line of a script or the prompt, as words and options; what is shown of it is valid UTF-8. */
#include <jansson.h>

#include "core/base/scrub.h"
#include "core/base/words.h"
#include "tui/input/option_value.h"
#include "tui/input/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void shown(const char *text, size_t n)
{
    char out[64];

    scrub_text(text, n, out, sizeof out);
    json_t *valid = json_string(out); /* NULL where it is no UTF-8 */
    for (const char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            abort();
    if (!valid)
        abort();
    json_decref(valid);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char line[512] = { 0 };
    struct words w;
    struct options o;
    struct err e = { 0 };
    int64_t k;

    memcpy(line, bytes, n < sizeof line ? n : sizeof line - 1);
    shown((const char *)bytes, n);
    if (!words_split(line, &w, &e)) {
        if (e.code != ERR_USAGE)
            abort();
        return 0;
    }
    for (int i = 0; i < w.count; i++)
        if (strlen(w.word[i]) >= sizeof line)
            abort();
    if (w.word[w.count])
        abort();
    if (w.count > 0 && options_parse(w.word, w.count, PROMPT, &o, &e)) {
        if (option_number(&o, OPT_K, 1, 64, 1, &k, &e) && (k < 1 || k > 64))
            abort();
        options_free(&o);
    }
    if (e.code != ERR_NONE && (e.code != ERR_USAGE || !*e.text))
        abort();
    words_free(&w);
    return 0;
}
