/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_sizes: a sweep over sizes: generates a matrix of each, and runs the kernels on it. */
#include "tui/screen/app.h"

#include "core/generate/gen.h"
#include "tui/views/typed.h"

bool app_sizes_start(struct app *a, const struct typed_sweep *sweep)
{
    struct sizes s = { .step = SIZE_OPEN, .list = sweep->sizes };
    if (app_is_recorded(a) || connection_busy(&a->engine)) {
        app_say(a, false, "still running: Esc stops it");
        return false;
    }
    snprintf(s.spec, sizeof s.spec, "%s", sweep->spec);
    a->sizes = s;
    return true;
}

void app_sizes_tick(struct app *a)
{
    struct sizes *s = &a->sizes;
    char spec[200];
    if (s->at >= s->list.count || s->paused || a->engine.over || !connection_rests(&a->engine))
        return;
    gen_sized(s->spec, s->list.value[s->at], spec, sizeof spec);
    const bool here = strcmp(a->matrices.opened, spec) == 0 && a->model->matrix.open;
    if (s->step == SIZE_OPEN) {
        s->step = SIZE_RUN;
        if (!here)
            app_open(a, spec);
    } else if (!here) { /* it could not be opened, or another one was */
        s->list.count = 0;
    } else if (s->step == SIZE_RUN) {
        s->step = SIZE_NEXT;
        app_run(a, true);
        if (!a->engine.pending[PENDING_RUN]) /* nothing can run: already reported */
            s->list.count = 0;
    } else {
        s->at++;
        s->step = SIZE_OPEN;
        app_sizes_tick(a);
    }
}
