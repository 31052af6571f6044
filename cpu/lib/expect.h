/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: terms of the kernels' cost estimates, in bytes at full bandwidth. */
#pragma once

#include "core/measure/problem.h"

/* The start of several threads, or of one call. */
double expect_start(const struct problem *p);

/* The per-row cost of CSR. */
double expect_rows(const struct problem *p);

/* A product from CSR: its bytes, the per-row cost, a cached row of X per entry, and the start of the threads. `whole`:
   rows are not split, so the longest row is a lower bound. */
double expect_csr(const struct problem *p, bool whole);

/* A product from CSR by one thread, column by column. */
double expect_serial(struct problem *p);

/* A transposition: `near` times the compulsory bytes if the lines written stay in a cache, else `far` times. */
double expect_transpose(const struct problem *p, double near, double far);
