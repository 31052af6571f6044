/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrices: those of this session, what was named on the command line or opened since; one of them is open. */
#pragma once

#include "core/base/err.h"

struct matrices {
    char **spec; /* for `next` and the picker */
    int count, at;
    char opened[512];  /* the spec of what is open… */
    char opening[512]; /* …and the one being opened; afterwards that of what is open, if anything is */
    const char *then;  /* the command that follows when it is open; NULL: none */
    struct err failed; /* why the last one was not opened; "" no failure */
    char refused[64];  /* the last order, if this matrix did not take it; else "" */
};

/* The place of a spec; `count`: it is none of them. */
int matrices_find(const struct matrices *, const char *spec);
/* Adds one, unless it is there. */
void matrices_know(struct matrices *, const char *spec);
void matrices_forget(struct matrices *);
/* What was being opened could not be. `never`: it leaves the session. `open`: another one still is. */
void matrices_unopened(struct matrices *, bool never, bool open);
/* The next (by = 1) or the previous one (-1). */
const char *matrices_next(const struct matrices *, int by);
