/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words: a line split into words the way a shell would, without anything else that a shell does. */
#pragma once

#include "core/base/err.h"

struct words {
    char **word; /* count words and a NULL, as execvp wants them */
    int count;
    char *text; /* what they point into */
};

/* Splits at blanks. '…' keeps everything, "…" keeps everything but \" and \\, a backslash outside keeps the next byte;
   an unquoted # at the start of a word ends the line. ERR_USAGE for a quote that is not closed. */
bool words_split(const char *line, struct words *, struct err *);
void words_free(struct words *);
