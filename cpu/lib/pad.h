/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad: the parameter PAD of products: a copy of X whose rows begin on cache lines. Rows of 100 floats begin on a line
   once in four, and every other vector of the rest spans two lines, which halves what L1 delivers. The copy is made in
   each run, so it must be small beside the product. */
#pragma once

#include "cpu/lib/plan.h"

enum pad_when { PAD_NEVER, PAD_AUTO, PAD_ALWAYS };
static const char *const pad_names[] = { "never", "auto", "always", NULL };
#define PAD_HELP "multiplies a copy of X whose rows begin on cache lines: auto where that is little work"

/* Bytes of the copy; 0: there is none. */
uint64_t pad_bytes(const struct problem *, int64_t when);

/* Allocates the copy, if there is to be one, and lets v->x and v->ldx stand for it.
   The copy is the plan's. */
bool pad_prepare(const struct problem *, int64_t when, void *plan, struct plan_vectors *v, struct err *);

/* Before each product: copies X. Does nothing where there is no copy. */
bool pad_fill(const struct plan_vectors *v, int threads, struct err *);
