/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_screen: a recording has, beside the events, what the screen shows: panels, pictures, cards; a replay shows it
   again. Each event has all of it, so that a replay may begin anywhere. */
#include "tui/screen/app.h"

#include <limits.h>

#include "tui/input/options.h"
#include "tui/views/curve.h"

/* What a view keeps besides its line and its filter: FIELD(view, name, member, least, most). */
#define FIELDS(FIELD)                                                                                                  \
    FIELD(run, picture, run.picture, 0, PICTURE_COUNT - 1)                                                             \
    FIELD(run, scale, run.scale, 0, SCALE_COUNT - 1)                                                                   \
    FIELD(run, sort, run.sort, 0, SORT_COUNT - 1)                                                                      \
    FIELD(run, all, run.all, 0, 1)                                                                                     \
    FIELD(run, quantity, run.quantity, 0, CURVE_QUANTITIES - 1)                                                        \
    FIELD(run, alone, run.alone, 0, 1)                                                                                 \
    FIELD(run, column, run.column, 0, 1000)                                                                            \
    FIELD(run, follow, follow, 0, 1)                                                                                   \
    FIELD(kernels, follow, follow, 0, 1)                                                                               \
    FIELD(kernels, hides, hides, 0, 1)                                                                                 \
    FIELD(rows, scale, scale, 0, SCALE_COUNT - 1)                                                                      \
    FIELD(spy, owners, spy.owners, 0, 1)                                                                               \
    FIELD(spy, zoom, spy.zoom, 0, 31)                                                                                  \
    FIELD(microscope, step, microscope.step, 0, INT_MAX)                                                               \
    FIELD(microscope, format, microscope.format, 0, MODEL_FORMATS - 1)                                                 \
    FIELD(microscope, zoom, microscope.zoom, -100, 100)                                                                \
    FIELD(microscope, down, microscope.down, 0, INT_MAX)                                                               \
    FIELD(microscope, place, microscope.place, 0, WINDOW_LONGEST)

static json_t *put_view(const struct app *a, int view)
{
    const struct view_state *s = &a->state[view];
    json_t *o = json_pack("{s:i,s:s}", "at", s->at, "filter", s->filter);
#define FIELD(of, name, member, least, most)                                                                           \
    if (view == VIEW_##of)                                                                                             \
        json_object_set_new(o, #name, json_integer((json_int_t)s->member));
    FIELDS(FIELD)
#undef FIELD
    if (view == VIEW_run)
        json_object_set_new(o, "axis", json_string(s->run.axis));
    const double *place = view == VIEW_spy ? s->spy.middle : view == VIEW_microscope ? s->microscope.from : NULL;
    for (int i = 0; i < 2 && place; i++)
        json_object_set_new(o, i ? "y" : "x", json_real(place[i]));
    return o;
}

void app_screen_record(struct app *a)
{
    if (!a->session || !a->session->value[OPT_RECORD] || client_is_replay(a->engine.client))
        return;
    json_t *screen =
        json_pack("{s:s,s:s,s:s,s:b}", "ev", "screen", "focus", views[a->panels.focus]->name, "over",
                  a->panels.overlay >= 0 ? views[a->panels.overlay]->name : "", "zoomed", a->panels.zoomed);
    for (int v = 0; v < VIEW_COUNT; v++)
        json_object_set_new(screen, views[v]->name, put_view(a, v));
    if (a->recorded && json_equal(screen, a->recorded)) {
        json_decref(screen);
        return;
    }
    json_decref(a->recorded);
    a->recorded = screen;
    client_note(a->engine.client, json_incref(screen));
}

static void take_view(const json_t *o, int view, struct view_state *s)
{
    int x = -1;
    take_int(o, "at", &x);
    s->at = x >= 0 ? x : s->at;
    take_text(o, "filter", s->filter, sizeof s->filter);
#define FIELD(of, name, member, least, most)                                                                           \
    x = INT_MIN;                                                                                                       \
    take_int(o, #name, &x);                                                                                            \
    if (view == VIEW_##of && x >= (least) && x <= (most))                                                              \
        s->member = (__typeof__(s->member))x;
    FIELDS(FIELD)
#undef FIELD
    if (view == VIEW_run)
        take_text(o, "axis", s->run.axis, sizeof s->run.axis);
    double *const place = view == VIEW_spy ? s->spy.middle : view == VIEW_microscope ? s->microscope.from : NULL;
    const double far = view == VIEW_spy ? 1 : (double)INT32_MAX;
    for (int i = 0; i < 2 && place; i++) {
        const double at = take_or_nan(o, i ? "y" : "x");
        place[i] = at >= 0 && at <= far ? at : place[i];
    }
}

void app_screen_take(struct app *a, const json_t *screen)
{
    const int focus = view_find(take_string(screen, "focus"));
    if (!client_is_replay(a->engine.client))
        return;
    if (focus >= 0 && !views[focus]->overlay)
        panels_focus(&a->panels, focus);
    a->panels.overlay = view_find(take_string(screen, "over"));
    if (a->panels.overlay >= 0 && (!views[a->panels.overlay]->overlay || views[a->panels.overlay]->filters))
        a->panels.overlay = -1; /* help and the picker are of the one who looks */
    take_bool(screen, "zoomed", &a->panels.zoomed);
    for (int v = 0; v < VIEW_COUNT; v++)
        take_view(json_object_get(screen, views[v]->name), v, &a->state[v]);
}
