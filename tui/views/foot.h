/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foot: the lines below the panels: a tour's caption, in two lines or, on a narrow screen, more; the position of a
   replay, in one. */
#pragma once

#include "tui/views/scene.h"

enum { FOOT_CAPTION = 2, FOOT_TRANSPORT = 1 };
/* The number of lines of a caption on a screen of that width. */
int foot_caption_lines(const char *caption, int cols);
void foot_draw(const struct scene *, struct canvas *, struct rect);
