/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_words: expands words into matrices: files, gen:SPEC, names of the catalogue, and its sets S0 … S4. */
#pragma once

#include "core/base/err.h"

/* What to do with catalogue matrices that have no file on this machine. */
enum absent {
    ABSENT_NAMED,   /* keep the name: the engine may run on a machine that has them */
    ABSENT_LEFT,    /* leave out those of a set; keep single ones: the engine says why it cannot open them */
    ABSENT_TWINNED, /* replace them by their twins */
};

struct matrix_words {
    char **spec;
    int count, twins;
    int left_out;  /* from named sets */
    char why[600]; /* which were left out, and how to get them; "": none */
};

/* Whether a word names a set of the catalogue and no file. */
bool matrix_words_set(const char *word);

bool matrix_words_take(struct matrix_words *, char *const *word, int words, enum absent, struct err *);
void matrix_words_free(struct matrix_words *);
