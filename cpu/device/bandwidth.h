/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: how fast all threads together read and copy memory. */
#ifndef NZ_CPU_BANDWIDTH_H
#define NZ_CPU_BANDWIDTH_H

#include "core/measure/kernel.h"

/* GB/s of the best of several passes over arrays larger than the caches. `read` sums one array; `copy` counts the bytes
   read and written, without the read of a target line before it is written. Under 1 s. */
bool bandwidth_measure(const struct device *, double *read_gbs, double *copy_gbs, struct err *e);

#endif
