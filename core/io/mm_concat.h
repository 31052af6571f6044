/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_concat: turns blocks that several threads read in order of rows into a csr without sorting. */
#pragma once

#include "core/matrix/bucket.h"

/* Copies a block's entries as they are. */
bool mm_concat_keep(struct arena *, const struct coo *from, struct coo *part, struct err *e);

/* Whether no part is sorted by bucket, and the entries of all parts ascend. */
bool mm_concat_follows(const struct coo *part, int64_t parts);

/* Sorts the unsorted parts by bucket, in place; one arena and one thread each. */
bool mm_concat_sort(const struct bucket_plan *, struct coo *part, int64_t parts, struct arena *, int threads,
                    struct err *e);

/* a = the concatenated parts. */
bool mm_concat_build(const struct bucket_plan *, const struct coo *part, int64_t parts, int threads, struct csr *a,
                     struct err *e);
