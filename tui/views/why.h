/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why: what a run or a format is slow or fast for: bytes, balance, bandwidth, from figures of this matrix. */
#ifndef NZ_WHY_H
#define NZ_WHY_H

#include "tui/views/cost.h"
#include "tui/views/scene.h"

struct why {
    const struct model_run *run;       /* a checked run, finished; NULL: none */
    const struct model_kernel *kernel; /* NULL: only a format is looked at */
    const struct model_format *format; /* NULL: one that only the kernel knows */
    const struct model_work *work;     /* how the rows are divided; NULL: not known, or not yet */
    bool answered; /* the engine has told how the kernel divides the rows, or that it does not tell */
    const char *type;
    int64_t k;
    bool has_cost;
    struct cost cost;
    double gbs, roof_gbs; /* what it moves a second, as far as the format tells, and what the device could; NaN */
};

/* Of what has the cursor: a format, a kernel with its newest run, or a run. False: there is nothing to explain. */
bool why_of(const struct scene *, struct why *);
/* One sentence for a student. */
void why_sentence(const struct scene *, const struct why *, char *out, size_t size);
/* What bounds it, and how that is known. */
void why_bound(const struct scene *, const struct why *, char *out, size_t size);
/* How the rows are divided, or why that is not known. */
void why_division(const struct why *, char *out, size_t size);
/* How far neighbouring rows share rows of X. */
void why_reuse(const struct scene *, const struct why *, char *out, size_t size);
/* The engine's command for the work of this run; false: it would say nothing. */
bool why_wants(const struct scene *, const struct why *, char *command, size_t size);

#endif
