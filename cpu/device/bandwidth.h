/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bandwidth: memory and cache bandwidth of all threads together, and of one alone. */
#pragma once

#include "core/measure/device.h"

/* Fills in all members in about a second. GB/s: the best of many short passes over uncached data. `read` sums an array;
   `copy` counts the bytes read and written, without the read of a target line before its write. `read` is measured at
   the beginning and at the end: `agreement` compares its passes at the worse of these times with the best of all. */
bool bandwidth_measure(const struct device *, struct bandwidth *, struct err *);
