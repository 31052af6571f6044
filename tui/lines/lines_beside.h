/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_beside: several matrices in columns: spy plots, row lengths, the facts that differ. */
#ifndef NZ_LINES_BESIDE_H
#define NZ_LINES_BESIDE_H

#include "core/catalog/matrix_words.h"
#include "tui/lines/lines_state.h"

/* Prints two to six matrices beside each other; where the terminal is narrow, the first one beside some of the others,
   and again beside the next ones. Returns the status. */
int lines_beside(struct lines *, const struct options *, const struct matrix_words *, struct err *);

#endif
