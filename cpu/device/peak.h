/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak: how many multiplications and additions all threads together do in a second. */
#pragma once

#include "core/measure/kernel.h"

/* GFLOPS of the best of some short passes; f32 is twice f64, as a register holds twice as many. About 30 ms. */
void peak_measure(const struct device *, double peak[VT_COUNT]);
