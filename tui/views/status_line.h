/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_line: the first line of the screen. */
#pragma once

#include "tui/views/scene.h"

void status_line_draw(const struct scene *, struct canvas *, struct rect);
