/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: rules of thumb that tell from row lengths which kernel suits SpMV, and whether measurements bear them out.
   After F. Veglianti, "Progetto SCPA", section 5.2.2, which compares CSR-scalar (a thread a row), CSR-vector (a warp a
   row) and ELLPACK on a GPU; what it says of formats is applied to the CPU, too. */
#ifndef NZ_RULE_H
#define NZ_RULE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rule {
    const char *rows; /* "long regular rows" */
    const char *says; /* "ELLPACK should win" */
    const struct rule_claim {
        const char *best, *worst; /* kernels; NULL: nothing is said */
    } gpu, cpu;
};

/* The rule for rows of this mean length and deviation. The report calls them long or short, alike or not, without
   figures; here long is 8 entries or more, a quarter of a warp, and alike is a deviation of at most a fifth of the
   mean. */
const struct rule *rule_of(double mean, double deviation);

struct rule_speed {
    const char *kernel;
    double gflops;
};

enum rule_outcome { RULE_UNTRIED, RULE_HOLDS, RULE_FAILS };

/* Whether the rule has held on the GPU or on the CPU, in SpMV with the kernels that the report compares; other kernels
   are left out. UNTRIED: the rule says nothing, or nothing of what it says could be compared. `text`: what decided it,
   "gpu.ell.thread 48.6 GFLOPS, gpu.csr.vector 50.5". */
enum rule_outcome rule_check(const struct rule *, bool gpu, const struct rule_speed *, int n, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
