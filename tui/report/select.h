/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select: selects measurements: "cpu.csr.*,gpu.* k=64 threads={cores} row_mean>=8". A word without a comparison is a
   list of kernels, globs allowed. Other words compare a column of bench, a parameter of the kernel, or a fact of the
   matrix (row_mean, row_std, row_max; spread: deviation over mean) with a number or with names; = accepts several.
   Threads are those of the CPU: on a GPU any number matches. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

/* Measurements, each with the event of its matrix, and the value of {cores}: the processors of their machine. */
struct pool {
    json_t *pair; /* [measurement, matrix]… */
    int cores;
};

const json_t *pool_run(const struct pool *, size_t i); /* the i-th measurement */

bool select_check(const char *text, struct err *);
bool select_pair(const char *text, const struct pool *, size_t i);
/* Whether the text compares this name with anything. */
bool select_names(const char *text, const char *name);
