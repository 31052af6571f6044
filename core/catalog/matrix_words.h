/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix_words: the matrices that words name: files, gen:SPEC, names of the catalogue, and its sets S0 … S4. */
#pragma once

#include "core/base/err.h"

/* What becomes of matrices of the catalogue whose file is not on this machine. */
enum absent {
    ABSENT_NAMED,   /* they stay as they are named: the engine, on another machine, may have them */
    ABSENT_LEFT,    /* those of a set are left out; single ones stay, for the engine to say why */
    ABSENT_TWINNED, /* their twin takes their place */
};

struct matrix_words {
    char **spec;
    int count, twins;
    int left_out;  /* of the sets that are named */
    char why[600]; /* which are left out, and how to get them; "": none */
};

/* Whether a word names a set of the catalogue, and no file. */
bool matrix_words_set(const char *word);

bool matrix_words_take(struct matrix_words *, char *const *word, int words, enum absent, struct err *);
void matrix_words_free(struct matrix_words *);
