/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak: multiplications and additions of a team per second. */
#pragma once

#include "core/measure/device.h"

/* GFLOPS of the best of many short passes of each thread; f32: twice f64, as a register holds twice as many. 30 ms. */
void peak_measure(int threads, double peak[VT_COUNT]);
