/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_line: the first line of the screen: the matrix, and what the engine is doing. */
#ifndef NZ_STATUS_LINE_H
#define NZ_STATUS_LINE_H

#include "tui/views/scene.h"

void status_line_draw(const struct scene *, struct canvas *, struct rect);

#endif
