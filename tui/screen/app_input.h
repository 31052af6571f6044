/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_input: keys, and the words of the `:` line. */
#pragma once

#include "tui/screen/app.h"

void app_key(struct app *, int key); /* a code point or one of enum key */
/* A prompt_source: the words of `:` lines. */
void app_complete(void *app, const char *line, int start, void (*add)(const char *word));
/* Shows these completions over the panels: of paths what follows the folder that all share. */
void app_offer(void *app, char **word, int n);
