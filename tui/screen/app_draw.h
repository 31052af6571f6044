/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_draw: the screen as a canvas, what views see, and the mouse on it. */
#pragma once

#include "tui/screen/app.h"

/* UP and DOWN: the wheel. */
enum mouse { MOUSE_CLICK, MOUSE_TWICE, MOUSE_UP, MOUSE_DOWN };
void app_mouse(struct app *, enum mouse, int row, int col);
void app_draw(const struct app *, struct canvas *);
/* The inside of a view as it is shown now; false: it is not on the screen. */
bool app_inside(const struct app *, int view, struct rect *inside);
/* The inside of a view that covers the others. */
struct rect app_overlay_inside(const struct app *);
/* What views see; `inside` is that of this view, -1: of none. */
struct scene app_scene(const struct app *, int view);
/* Passes a word to a view and carries out its reply; false: the word means nothing there. */
bool app_act(struct app *, int view, const char *word);
