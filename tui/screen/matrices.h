/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrices: the matrices of this session, from the command line or opened since; one is open. */
#pragma once

#include "core/base/err.h"

struct matrices {
    char **spec; /* for `next` and the picker */
    int count, at;
    char opened[512];  /* the spec of the open matrix… */
    char opening[512]; /* …and of the one being opened; afterwards of the open one, if any */
    const char *then;  /* the command to run once it is open; NULL: none */
    struct err failed; /* why the last one was not opened; "" */
    char refused[64];  /* the last order, if this matrix refused it; else "" */
};

/* The index of a spec; `count`: none. */
int matrices_find(const struct matrices *, const char *spec);
/* Adds one, unless it exists. */
void matrices_know(struct matrices *, const char *spec);
void matrices_forget(struct matrices *);
/* The matrix could not be opened. `never`: it leaves the session. `open`: another one still is. */
void matrices_unopened(struct matrices *, bool never, bool open);
/* The next (by = 1) or the previous one (-1). */
const char *matrices_next(const struct matrices *, int by);
