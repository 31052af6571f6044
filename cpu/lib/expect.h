/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: parts of the kernels' cost estimates, in bytes at full bandwidth. */
#pragma once

#include "core/measure/kernel.h"

/* Starting the threads, if there are several. */
double expect_start(const struct problem *p);

/* Beginning the rows of CSR. */
double expect_rows(const struct problem *p);

/* A product from CSR: its bytes, the beginning of its rows, a row of X from the caches for every entry, and the start
   of the threads. `whole`: rows are not cut, so the longest one is a lower bound. */
double expect_csr(const struct problem *p, bool whole);

/* A product from CSR by one thread, column by column. */
double expect_serial(struct problem *p);

/* A transposition that moves `near` times the compulsory bytes if the places it writes to stay in a cache, else `far`
   times. */
double expect_transpose(const struct problem *p, double near, double far);
