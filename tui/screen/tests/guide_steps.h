/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guide_steps: tours on the screen without an engine, for tests. */
#pragma once

#include "core/tests/cmocka.h"
#include "tui/input/options.h"
#include "tui/screen/actions.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"

/* The tour of this file, which goes, over a matrix that is open already. */
static inline void begin_tour(struct app *a, const char *path)
{
    struct err e = { 0 };
    if (!app_tour_start(a, path, &e))
        fail_msg("%s", e.text);
    snprintf(a->matrices.opened, sizeof a->matrices.opened, "gen:demo");
}

static inline void start_tour_of(struct app *a, const char *steps)
{
    char path[] = "/tmp/nzscope-steps-XXXXXX.tour";
    FILE *f = fdopen(mkstemps(path, 5), "w");
    fprintf(f, "title A test\n\n:open gen:demo\n%s", steps);
    fclose(f);
    begin_tour(a, path);
    unlink(path);
}

static inline void start_tour(struct app *a)
{
    start_tour_of(a, ":set k=8\nFirst.\n\n:zoom spy\nSecond.\n\n:set k=2\n:focus rows\nThird.\n");
}

/* As app_tick does with an engine that rests, on which nothing can be opened. */
static inline void rest(struct app *a)
{
    for (int i = 0; i < 5; i++) {
        a->engine.stale = false;
        app_tour_tick(a);
    }
}
