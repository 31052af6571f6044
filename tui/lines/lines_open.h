/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_open: what commands need before they begin: a matrix, its order, a device, kernels. */
#ifndef NZ_LINES_OPEN_H
#define NZ_LINES_OPEN_H

#include "core/catalog/matrix_words.h"
#include "tui/lines/lines_state.h"

/* Where a matrix lies, as the user named it. ERR_USAGE for "". */
bool lines_path(const char *matrix, char path[LINES_SPEC], struct err *);

/* Opens a matrix as the user named it, unless it is open already. Returns the status. */
int lines_open(struct lines *, const char *matrix, struct err *);

/* The matrices that the words of the options name, with sets taken apart; says which are left out. False: *e. */
bool lines_words(struct lines *, const struct options *, struct matrix_words *, struct err *);

/* Opens a matrix for the command of these options; NULL: what is open will do, and something is to be. False: *e. */
bool lines_matrix(struct lines *, const struct options *, const char *matrix, struct err *);

/* Puts what is open into another order (`reorder` of the engine). Returns the status. */
int lines_order(struct lines *, const char *name, struct err *);

/* Whether the device of this id (NULL or "": any) is there. ERR_DEVICE, with what keeps its backend away. */
bool lines_device(struct lines *, const char *id, struct err *);

/* The same for kernels asked for by name, when the engine was built without those of the GPU. */
bool lines_kernels(struct lines *, const char *list, struct err *);

#endif
