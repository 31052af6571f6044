/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad: the parameter PAD of products: a copy of X whose rows begin on cache lines. Of rows of 100 floats only one in
   four begins on a line; in the others every second vector straddles two lines, which halves L1 bandwidth. Each run
   renews the copy, so it must be small compared with the product. */
#pragma once

#include "cpu/lib/plan.h"

enum pad_when { PAD_NEVER, PAD_AUTO, PAD_ALWAYS };
static const char *const pad_names[] = { "never", "auto", "always", NULL };
#define PAD_HELP "multiplies a copy of X with rows on cache lines; auto: if copying is cheap"

/* Bytes of the copy; 0: no copy. */
uint64_t pad_bytes(const struct problem *, int64_t when);

/* Allocates the copy, if any, as part of the plan, and points v->x and v->ldx at it. */
bool pad_prepare(const struct problem *, int64_t when, void *plan, struct plan_vectors *v, struct err *);

/* Before each product: renews the copy, if any. */
bool pad_fill(const struct plan_vectors *v, int threads, struct err *);
