/* SPDX-License-Identifier: GPL-3.0-or-later */
/* autotune: how kernels called `auto` choose: rank the candidates by expected cost, try the best. */
#pragma once

#include "core/measure/kernel.h"

C_NAMES_BEGIN

/* `kernels` ends in NULL; candidates are those of the problem's operation and type with `expect`. They add in different
   orders, so the choice, which rests on timing, determines the last bits of a product. */

extern const struct param autotune_params[];

/* Whether any candidate supports the problem and fits beside the operands; else why the last one does not. */
bool autotune_supports(const struct kernel *const *kernels, const struct problem *, struct err *why);

/* Device bytes of the largest candidate that fits. While one is tried, the best so far stays only if both fit. */
uint64_t autotune_bytes(const struct kernel *const *kernels, const struct problem *);

/* Prepares, one after the other, the candidates whose expected cost is at most twice the least, runs each in turns
   with the best so far on the problem's own operands, and keeps the faster. For short products on devices with
   host threads, the first candidate also runs with fewer threads, and the others take no more. A candidate that fails
   is skipped. False: none is left (the last one's reason), or the device is lost. */
bool autotune_prepare(const struct kernel *const *kernels, const struct problem *, struct plan *, struct err *);
bool autotune_run(void *advised, struct err *);
void autotune_release(void *advised);

C_NAMES_END
