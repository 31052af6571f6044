/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_bar: the last line of the screen, and the status line. */
#ifndef NZ_KEY_BAR_H
#define NZ_KEY_BAR_H

#include "tui/screen/app.h"

/* The matrix, and what the engine is doing. */
void edge_status(const struct app *, struct canvas *, struct rect);
/* The `:` line, what is typed after `/`, or the keys. */
void edge_keys(const struct app *, struct canvas *, struct rect);
/* The message, over what else is there. */
void edge_message(const struct app *, struct canvas *, struct rect screen);
/* The completions on offer, above the `:` line. */
void edge_offer(const struct app *, struct canvas *, struct rect body);
/* The command of the key whose label stands at this column; NULL: none. */
const char *edge_command(const struct app *, int col);

#endif
