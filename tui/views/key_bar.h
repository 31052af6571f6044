/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_bar: the last line of the screen: keys, what is being typed; and the message above it. */
#pragma once

#include "tui/views/scene.h"

/* The `:` line, the `/` line, or the keys. */
void key_bar_draw(const struct scene *, struct canvas *, struct rect);
/* The message, over the panels. */
void key_bar_message(const struct scene *, struct canvas *, struct rect screen);
/* The offered completions, above the `:` line. */
void key_bar_offer(const struct scene *, struct canvas *, struct rect body);
/* The command of the key whose label covers column `col` of `cols`; NULL: none. */
const char *key_bar_command(const struct scene *, int cols, int col);
