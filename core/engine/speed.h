/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speed: the times of serial kernels, and how much faster others are; times in the order of the file, and what other
   orders gain. */
#ifndef NZ_SPEED_H
#define NZ_SPEED_H

#include "core/engine/batch.h"

/* Keeps the time of a run in the order in force, if others will be compared with it. */
void speed_note(struct session *, const struct batch_item *, bool cold, const struct measurement *);
/* How many times as fast as its serial kernel in the same order; 0: not known. */
double speed_up(const struct session *, const struct kernel *, int64_t k, bool cold, double ms);
/* The same run in the order of the file; NULL: not known. */
const struct timed *speed_plain(const struct session *, const struct batch_item *, bool cold);
/* After how many products an ordering that took cost_ms has paid: whole, infinity where it makes them slower, NaN where
   the two intervals overlap, so that nobody can tell. */
double speed_pays(const struct timed *, const struct measurement *, double cost_ms);
void speed_forget(struct session *);

#endif
