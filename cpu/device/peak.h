/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak: how many multiplications and additions a team does in a second. */
#pragma once

#include "core/measure/kernel.h"

/* GFLOPS of the best of many short passes of each thread; f32 is twice f64, since a register holds twice as many. Takes
   about 30 ms. */
void peak_measure(int threads, double peak[VT_COUNT]);
