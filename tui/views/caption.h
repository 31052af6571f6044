/* SPDX-License-Identifier: GPL-3.0-or-later */
/* caption: what a tour says about the screen, in two lines below the panels. */
#ifndef NZ_CAPTION_H
#define NZ_CAPTION_H

#include "tui/views/scene.h"

enum { CAPTION_ROWS = 2 };

void caption_draw(const struct scene *, struct canvas *, struct rect);

#endif
