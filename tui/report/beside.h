/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beside: our measurements and the published ones of the same problem. */
#ifndef NZ_BESIDE_H
#define NZ_BESIDE_H

#include "core/catalog/published.h"
#include "tui/report/select.h"

/* What a source ("*": any) has published, as measurements: their times are taken for exact; `published` of each is its
   row. `cores`: the most threads of any. */
struct pool beside_published(const struct published *, const char *source);

/* The published result that belongs to pair i of ours: the same matrix (or our twin of it), operation, k and kernel,
   with the parameters that make it the report's; of several numbers of threads among those meant (select.h) the most.
   NULL: there is none. */
const struct published_row *beside_row(const struct published *, const char *source, const struct pool *ours,
                                       const char *meant, size_t i);

/* "cusparse" of a source is the fastest of our peers of that name. */
bool beside_is_kernel(const struct published_row *, const json_t *measurement);

#endif
