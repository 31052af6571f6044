/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: rules of thumb that tell from row lengths which GPU kernel suits SpMV, and whether measurements bear them out.
   After F. Veglianti, "Progetto SCPA", section 5.2.2, which compares on a GPU CSR-scalar (a thread a row), CSR-vector
   (a warp a row), CSR-adaptive and ELLPACK. Other kernels, and those of the CPU, are not judged. */
#pragma once

#include "core/base/std.h"

struct rule {
    const char *rows;         /* "long regular rows" */
    const char *says;         /* "ELLPACK should win" */
    const char *best, *worst; /* kernels; NULL: nothing is said */
};

/* The rule for rows of this mean length and deviation. The report calls them long or short, alike or not, without
   figures; here long is 8 entries or more, a quarter of a warp, and alike is a deviation of at most a fifth of the
   mean. */
const struct rule *rule_of(double mean, double deviation);

struct rule_speed {
    const char *kernel;
    double gflops;
    double ci_lo_ms, ci_hi_ms; /* of its time; no number or 0: unknown */
};

/* A figure as printed in a report: taken for exact. */
struct rule_speed rule_printed(const char *kernel, double gflops);

/* The graver outcome is the higher. */
enum rule_outcome { RULE_UNTRIED, RULE_HOLDS, RULE_UNCLEAR, RULE_FAILS };

/* Whether the rule has held in SpMV among the four kernels. UNTRIED: the rule could not be compared with anything.
   UNCLEAR: it rests on two results whose intervals overlap. `text`: what decided it, "gpu.ell.thread 48.6 GFLOPS,
   gpu.csr.vector 50.5". */
enum rule_outcome rule_check(const struct rule *, const struct rule_speed *, int n, char *text, size_t size);
