/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip: what the machine does meanwhile, and the samples of a run. */
#pragma once

#include "tui/views/scene.h"

void strip_draw(const struct scene *, struct canvas *, struct rect);

/* The samples of a run, the fastest highest, from column `col` to before `end`; the newest if not all fit. */
void strip_samples(const struct scene *, struct canvas *, struct rect, int row, int col, int end, int run);
