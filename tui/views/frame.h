/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame: what surrounds the views: the first and the last line of the screen, and the lines above the last. */
#pragma once

#include "tui/views/scene.h"

/* The first line: the engine's state, the matrix, what r runs. */
void status_line_draw(const struct scene *, struct canvas *, struct rect);

/* ---- foot.c ---- */

enum { FOOT_CAPTION = 2, FOOT_TRANSPORT = 1 };
/* The number of lines of a caption on a screen of that width. */
int foot_caption_lines(const char *caption, int cols);
void foot_draw(const struct scene *, struct canvas *, struct rect);

/* ---- key_bar.c ---- */

/* The `:` line, the `/` line, or the keys. */
void key_bar_draw(const struct scene *, struct canvas *, struct rect);
/* The message, over the panels. */
void key_bar_message(const struct scene *, struct canvas *, struct rect screen);
/* The offered completions, above the `:` line. */
void key_bar_offer(const struct scene *, struct canvas *, struct rect body);
/* The command of the key whose label covers column `col` of `cols`; NULL: none. */
const char *key_bar_command(const struct scene *, int cols, int col);

/* ---- strip.c ---- */

void strip_draw(const struct scene *, struct canvas *, struct rect);

/* The samples of a run, the fastest highest, from column `col` to before `end`; the newest if not all fit. */
void strip_samples(const struct scene *, struct canvas *, struct rect, int row, int col, int end, int run);
