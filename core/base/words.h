/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words: splits a line into words as a shell does, with its quotes but no expansion. */
#pragma once

#include "core/base/err.h"

struct words {
    char **word; /* count words and a NULL, as execvp wants them */
    int count;
    char *text; /* the storage behind them */
};

/* Splits at blanks. '…' is literal, "…" is literal but for \" and \\, a backslash elsewhere makes the next byte
   literal, and a # at the start of a word begins a comment. ERR_USAGE for an open quote. */
bool words_split(const char *line, struct words *, struct err *);
void words_free(struct words *);
