/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: how fast all threads together read and copy memory, and read each cache. */
#pragma once

#include "core/measure/kernel.h"

/* Fills in all members in less than a second. GB/s are those of the best of many short passes: `read` sums an array;
   `copy` counts the bytes read and written, but not the read of a target line that precedes its write. `agreement` is
   that of `read`. */
bool bandwidth_measure(const struct device *, struct bandwidth *, struct err *);
