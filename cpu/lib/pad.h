/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad: the parameter PAD of products: a copy of X whose rows begin on cache lines. A row of 100 floats begins on a line
   only once in four; in the others every other vector spans two lines, which halves what L1 delivers. Each run makes
   the copy anew, so it must be small compared with the product. */
#pragma once

#include "cpu/lib/plan.h"

enum pad_when { PAD_NEVER, PAD_AUTO, PAD_ALWAYS };
static const char *const pad_names[] = { "never", "auto", "always", NULL };
#define PAD_HELP "multiplies a copy of X whose rows begin on cache lines: auto where that is little work"

/* Bytes of the copy; 0: there is none. */
uint64_t pad_bytes(const struct problem *, int64_t when);

/* Allocates the copy, if there is to be one, as part of the plan, and points v->x and v->ldx at it. */
bool pad_prepare(const struct problem *, int64_t when, void *plan, struct plan_vectors *v, struct err *);

/* Before each product: copies X. Does nothing where there is no copy. */
bool pad_fill(const struct plan_vectors *v, int threads, struct err *);
