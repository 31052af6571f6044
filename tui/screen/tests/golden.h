/* SPDX-License-Identifier: GPL-3.0-or-later */
/* golden: whole screens as the golden files have them; `make golden` writes these anew. */
#ifndef NZ_TEST_GOLDEN_H
#define NZ_TEST_GOLDEN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/canvas/canvas.h"

static inline char *read_whole(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    if (getdelim(&text, &size, 0, f) < 0) {
        free(text);
        text = NULL;
    }
    fclose(f);
    return text;
}

static inline void compare(const char *name, const struct canvas *c)
{
    char path[200];
    snprintf(path, sizeof path, "tui/screen/tests/golden/%s.txt", name);
    char *is = canvas_to_text(c), *should;
    if (getenv("NZSCOPE_GOLDEN")) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(is, f);
        fclose(f);
    }
    should = read_whole(path);
    if (!should)
        fail_msg("%s is missing: make golden writes it", path);
    if (strcmp(is, should) != 0)
        fail_msg("%s differs (make golden, then look at git diff):\n%s", path, is);
    free(is);
    free(should);
}

#endif
