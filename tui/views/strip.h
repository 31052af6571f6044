/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip: "ours ▇▇▁▁ 2.0 · others ▁▁▁▁ 0.1 · CPU 3.20 GHz · 38.1 GB/s ▅▆▇▇ 79%", and the samples of a run. */
#pragma once

#include "tui/views/scene.h"

void strip_draw(const struct scene *, struct canvas *, struct rect);

/* The samples of a run, the fastest highest, from column `col` to before `end`; the newest if not all fit. */
void strip_samples(const struct scene *, struct canvas *, struct rect, int row, int col, int end, int run);
