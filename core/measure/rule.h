/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: rules of thumb for which GPU kernel suits SpMV, from row lengths, and whether measurements confirm them. After
   F. Veglianti, "Progetto SCPA", section 5.2.2, which compares CSR-scalar (a thread per row), CSR-vector (a warp per
   row), CSR-adaptive and ELLPACK on a GPU. Other kernels are not judged. */
#pragma once

#include "core/base/std.h"

struct rule {
    const char *rows;         /* "long regular rows" */
    const char *says;         /* "ELLPACK should be fastest" */
    const char *best, *worst; /* kernels; NULL: no claim */
};

struct rule_rows {
    int64_t count, longest; /* longest 0: unknown */
    double mean, deviation; /* of their lengths */
};

/* The rule for such rows. The report gives no figures for long or similar rows; here, long means a mean of at least 8
   entries, a quarter of a warp, and similar a deviation of at most a fifth of it. No claim is made where a few rows are
   far longer than the others, as a thread for each row waits for those, nor for so few that they fill no block. */
const struct rule *rule_of(const struct rule_rows *);
/* The rows and the thresholds that the rule went by: "short rows (mean 4.9 < 8)". */
void rule_rows_text(const struct rule_rows *, char *out, size_t size);

struct rule_speed {
    const char *kernel;
    double gflops;
    double ci_lo_ms, ci_hi_ms; /* of its time; 0: unknown */
};

/* A published figure is a single number: two that are no further apart than this share are too close to tell. */
#define RULE_PRINTED 0.05
struct rule_speed rule_printed(const char *kernel, double gflops);

/* In ascending gravity. */
enum rule_outcome { RULE_UNTRIED, RULE_HOLDS, RULE_UNCLEAR, RULE_FAILS };

/* Whether the rule holds for SpMV among the four kernels. UNTRIED: nothing to compare. UNCLEAR: it depends on two
   results whose intervals overlap. `text`: the deciding pair, "gpu.ell.thread 48.6 GFLOPS, gpu.csr.vector 50.5". */
enum rule_outcome rule_check(const struct rule *, const struct rule_speed *, int n, char *text, size_t size);
