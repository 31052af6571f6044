/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: one measurement under way: what its steps share; only measure.c and its parts include this. */
#ifndef NZ_BENCH_H
#define NZ_BENCH_H

#include "core/measure/measure.h"

/* From the inputs on the device to the prepared plan. Every pointer is NULL until it is had. */
struct bench {
    const struct measure_job *job;
    struct measure_watch watch;
    struct measurement *m;
    struct problem problem;
    struct plan plan;
    bool prepared;
    /* The host's copy of the result. */
    struct dense y;
    struct compressed t;
};

/* Tells the watch; false and ERR_CANCELLED when the user said stop. */
bool bench_step(struct bench *b, enum measure_step step, int wanted, struct err *e);

/* Allocates X and Y, or T, on the device and uploads X; a building block needs nothing. */
bool bench_inputs(struct bench *b, struct err *e);

/* Fills the result on the device with bytes that no right result has: NaNs for Y, 0xAA for T. */
bool bench_poison(struct bench *b, struct err *e);

/* Fetches the result and checks it; ERR_CHECK where it is wrong. */
bool bench_check(struct bench *b, struct err *e);

/* Moves the fetched result, which has passed, into *result. */
bool bench_result(struct bench *b, struct measure_result *result, struct err *e);

/* Frees what bench_inputs and bench_check made. */
void bench_free(struct bench *b);

/* Warm-up and samples of the prepared and checked plan. `first_ms` is the time of the checked run. */
bool bench_sample(struct bench *b, double first_ms, struct err *e);

/* The mean time of `repeats` runs back to back. */
bool bench_time(struct bench *b, int repeats, double *ms, struct err *e);

#endif
