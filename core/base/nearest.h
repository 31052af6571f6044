/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nearest: which of some names a mistyped one was probably meant to be. */
#pragma once

struct nearest {
    const char *word, *best; /* best: NULL while none is near enough */
    int distance;
};

/* Insertions, deletions, substitutions and swaps of neighbours that lead from a to b; many, where one of them is long.
 */
int nearest_distance(const char *a, const char *b);

struct nearest nearest_to(const char *word);
void nearest_try(struct nearest *, const char *name);
