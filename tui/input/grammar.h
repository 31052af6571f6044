/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grammar: which words may stand where in a command, for completion. */
#pragma once

#include "tui/input/options.h"

/* Calls add(word) for every word that fits at `start` of `line`; PROMPT_PATHS where files fit. `kernels`: the `kernel`
   events, an array; NULL: unknown. */
void grammar_words(enum context, const char *line, int start, const json_t *kernels, void (*add)(const char *word));

/* Whether completion at this place needs `kernels`: the engine must be asked for them. */
bool grammar_asks_kernels(const char *line, int start);
