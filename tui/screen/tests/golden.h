/* SPDX-License-Identifier: GPL-3.0-or-later */
/* golden: whole screens as the golden files have them; `make golden` rewrites these. */
#pragma once

#include "tui/canvas/canvas.h"
#include "tui/screen/tests/stage.h"

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

/* The whole screen, as large as the application takes it to be. */
static inline void compare_screen(struct app *a, const char *name)
{
    char path[200], *is = screen_text(a), *should;
    snprintf(path, sizeof path, "tui/screen/tests/golden/%s.txt", name);
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

/* The screen of an application after these commands; the application is freed. */
static inline void golden(struct app *a, const char *name, int rows, int cols, const char *list)
{
    resize(a, rows, cols);
    commands(a, list);
    compare_screen(a, name);
    app_free(a);
}

/* The whole screen at 80×24, 120×36 and 200×60, and at 80×24 in ASCII. */
static inline void compare_sizes(struct app *a, const char *name)
{
    static const struct {
        int rows, cols;
        bool ascii;
        const char *end;
    } sizes[] = { { 24, 80, false, "80x24" },
                  { 36, 120, false, "120x36" },
                  { 60, 200, false, "200x60" },
                  { 24, 80, true, "80x24-ascii" } };
    for (int i = 0; i < 4; i++) {
        char path[80];
        resize(a, sizes[i].rows, sizes[i].cols);
        a->ascii = sizes[i].ascii;
        snprintf(path, sizeof path, "%s-%s", name, sizes[i].end);
        compare_screen(a, path);
    }
}
