/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words: splits a line into words like a shell, with its quotes but no expansion. */
#pragma once

#include "core/base/err.h"

struct words {
    char **word; /* count words and a NULL, for execvp */
    int count;
    char *text; /* the storage behind them */
};

/* Splits at blanks. '…' is literal, "…" is literal except for \" and \\, a backslash elsewhere makes the next byte
   literal, and # at the start of a word begins a comment. ERR_USAGE for an unclosed quote. */
bool words_split(const char *line, struct words *, struct err *);
void words_free(struct words *);
