/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: how fast all threads together, and one alone, read and copy memory, and read each cache. */
#pragma once

#include "core/measure/kernel.h"

/* Fills in all members in about a second. GB/s are those of the best of many short passes over what is in no cache:
   `read` sums an array; `copy` counts the bytes read and written, but not the read of a target line that precedes its
   write. `read` is measured at the beginning and at the end: `agreement` is that of its passes at the worse of these
   times with the best of all. */
bool bandwidth_measure(const struct device *, struct bandwidth *, struct err *);
