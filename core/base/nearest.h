/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nearest: the known name that a mistyped word probably means. */
#pragma once

#include <stddef.h>

struct nearest {
    const char *word, *best; /* best: NULL until one is near enough */
    int distance;
};

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b; 40 if either is longer. */
int nearest_distance(const char *a, const char *b);

/* Begin with nearest_to, then call nearest_try for each known name. */
struct nearest nearest_to(const char *word);
void nearest_try(struct nearest *, const char *name);
/* "did you mean NAME?", in out; if none is near enough: `otherwise`. */
const char *nearest_hint(const struct nearest *, const char *otherwise, char *out, size_t size);
