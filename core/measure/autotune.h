/* SPDX-License-Identifier: GPL-3.0-or-later */
/* autotune: how the kernels called `auto` choose: candidates are ranked by what they expect, and the best are tried. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

/* `kernels` ends in NULL; candidates are those of the problem's operation and type that have `expect`. They differ in
   the order of their sums, so that the choice, which rests on clocks, decides over the last bits of a product. */

extern const struct param autotune_params[];

/* Whether one candidate at least supports the problem and fits beside X and Y, or T; else why the last one does not. */
bool autotune_supports(const struct kernel *const *kernels, const struct problem *, struct err *why);

/* Device bytes of the largest candidate that fits. While one plan is tried, the best so far is kept only where both
   fit. */
uint64_t autotune_bytes(const struct kernel *const *kernels, const struct problem *);

/* Prepares the best candidates, up to `near` times the least that one expects, one after the other, runs each on the
   problem's own X and Y, or T, turn by turn with the best so far, and keeps the faster; then, for short products and
   where the device has threads of ours, the best with fewer threads. One that cannot be prepared or run is passed over;
   false when none is left, with the last one's reason, or when the device is lost. */
bool autotune_prepare(const struct kernel *const *kernels, double near, const struct problem *, struct plan *,
                      struct err *);
bool autotune_run(void *advised, struct err *);
void autotune_release(void *advised);

C_NAMES_END
