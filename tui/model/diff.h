/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: results of the same problems and kernels from two tables, side by side. */
#ifndef NZ_DIFF_H
#define NZ_DIFF_H

#include <jansson.h>
#include <stdbool.h>

struct diff_options {
    double threshold; /* a share: slower by more than this counts as slow */
    bool any_machine; /* compare results of other machines, libraries and versions, too */
};

struct diff_counts {
    int faster, slower, unclear; /* those that were compared; faster and slower: clearly, by however little… */
    int slow;                    /* …and slower by more than the threshold */
    int failed;                  /* ok in OLD, and now the check fails or the kernel breaks */
    int apart;                   /* not comparable */
    int only_old, only_new;
};

/* One object for each row that both have, in the order of `new`, of several the last one: the members of the key
   (results_key), `old_ms`, `new_ms`, `ratio` (how many times as fast the new one is), `verdict`: "faster", "slower",
   "unclear", "failed" or "not comparable", and `why`. A new array. */
json_t *diff_rows(const json_t *old, const json_t *new, const struct diff_options *, struct diff_counts *);

/* Why two results must not be compared: another machine, library or version, as far as both tell; "": they can be. */
void diff_apart(const json_t *old, const json_t *new, char *why, size_t size);

/* "faster", "slower" or "unclear": b beside a, and why that is unclear. */
const char *diff_verdict(const json_t *a, const json_t *b, const char **why);

#endif
