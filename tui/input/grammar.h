/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grammar: the words that can stand at a place of a command line, for completion. */
#ifndef NZ_GRAMMAR_H
#define NZ_GRAMMAR_H

#include <jansson.h>

#include "tui/input/options.h"

/* Calls add(word) for every word that can stand at `start` of `line`; PROMPT_PATHS where files can. `kernels`: the
   `kernel` events, an array; NULL: not known. */
void grammar_words(enum place, const char *line, int start, const json_t *kernels, void (*add)(const char *word));

/* Whether `kernels` matters at this place: an engine has to be asked for them. */
bool grammar_asks_kernels(const char *line, int start);

#endif
