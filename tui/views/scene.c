/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scene: what views derive from it. */
#include "tui/views/scene.h"

#include "tui/views/figure.h"

const char *const sort_name[SORT_COUNT] = {
    [SORT_SPEED] = "speed",         [SORT_ORDER] = "order",     [SORT_NAME] = "name",       [SORT_SPREAD] = "spread",
    [SORT_ROOF] = "roof",           [SORT_SPEEDUP] = "speedup", [SORT_LIBRARY] = "library", [SORT_TIME] = "time",
    [SORT_BANDWIDTH] = "bandwidth", [SORT_PREPARE] = "prepare",
};

const char *const picture_name[PICTURE_COUNT] = { "bars", "curve", "roofline", "compare" };

int scene_page(const struct scene *s)
{
    return s->inside.rows > 0 ? s->inside.rows : 1;
}

const char *scene_spinner(const struct scene *s)
{
    return figure_spinner(s->now, s->state[VIEW_spy].scale != PLOT_BRAILLE);
}
