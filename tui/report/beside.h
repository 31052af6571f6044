/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beside: our measurements beside the published ones of the same problem. */
#pragma once

#include "core/catalog/published.h"
#include "tui/report/select.h"

/* The published results of a source ("*": any) as measurements: times are taken as exact; `published` of each is its
   row. `cores`: the most threads of any. */
struct pool beside_published(const struct published *, const char *source);

/* The published result for pair i of ours: the same matrix (or our twin of it), operation, k and kernel, with the
   parameters that make it the report's; of several selected numbers of threads (select.h), the largest. NULL: none. */
const struct published_row *beside_row(const struct published *, const char *source, const struct pool *ours,
                                       const char *meant, size_t i);

/* Uses the base of published speedups for ours: the serial kernel of the same format, if it was measured. */
void beside_base(struct pool *);
