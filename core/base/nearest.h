/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nearest: the name that a mistyped word was probably meant to be. */
#pragma once

struct nearest {
    const char *word, *best; /* best: NULL while none is near enough */
    int distance;
};

/* How many insertions, deletions, substitutions and swaps of neighbours lead from a to b; 40 where either is longer. */
int nearest_distance(const char *a, const char *b);

/* Begin with nearest_to, then nearest_try each known name. */
struct nearest nearest_to(const char *word);
void nearest_try(struct nearest *, const char *name);
