/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip: one line of the machine at work: the processors, the device, the bandwidth against the roof. */
#ifndef NZ_STRIP_H
#define NZ_STRIP_H

#include "tui/views/scene.h"

bool strip_shown(const struct model *);
void strip_draw(const struct scene *, struct canvas *, struct rect);

/* The samples of a run, the fastest highest, from column `col` to before `end`; the newest ones, where not all fit. */
void strip_samples(const struct scene *, struct canvas *, struct rect, int row, int col, int end, int run);

#endif
