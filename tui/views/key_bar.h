/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_bar: the last line of the screen, and what rises from it: messages and completions. */
#ifndef NZ_KEY_BAR_H
#define NZ_KEY_BAR_H

#include "tui/views/scene.h"

/* The `:` line, what is typed after `/`, or the keys. */
void key_bar_draw(const struct scene *, struct canvas *, struct rect);
/* The message, over what else is there. */
void key_bar_message(const struct scene *, struct canvas *, struct rect screen);
/* The completions on offer, above the `:` line. */
void key_bar_offer(const struct scene *, struct canvas *, struct rect body);
/* The command of the key whose label stands at column `col` of `cols`; NULL: none. */
const char *key_bar_command(const struct scene *, int cols, int col);

#endif
