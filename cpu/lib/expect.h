/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: what the `expect` of kernels of this folder have in common: costs in bytes at the full bandwidth. */
#ifndef NZ_CPU_EXPECT_H
#define NZ_CPU_EXPECT_H

#include "core/measure/kernel.h"

/* Starting the threads, where there are several. */
double expect_start(const struct problem *p);

/* Beginning the rows of CSR. */
double expect_rows(const struct problem *p);

/* A product from CSR: its bytes, the beginning of rows, rows of X that come from the caches for every entry, and the
   start of the threads. `whole`: rows are not cut, so that no thread has less to do than the longest row. */
double expect_csr(const struct problem *p, bool whole);

/* A product from ELLPACK, whose rows begin without a branch; padding counts as entries do. */
double expect_ell(const struct problem *p);

/* A product from CSR by one thread, which need not be started, but does all the work, and column by column. */
double expect_serial(const struct problem *p);

/* A transposition that moves `near` times the compulsory bytes when the places it writes to stay in a cache, and `far`
   times when they do not. */
double expect_turn(const struct problem *p, double near, double far);

#endif
