/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_cluster: an order of rows in which neighbours share columns at every scale, by clustering again and again. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/csr.h"

/* order[i] becomes the row that is to stand at place i. The same for any number of threads; linear time. *found false,
   soon: already the first clusters share columns less than `least` times as well as neighbours do in the order that is
   there. ERR_MEMORY or ERR_CANCELLED. */
bool row_cluster(const struct csr *a, double least, int32_t *order, bool *found, const struct progress *,
                 struct err *e);

/* Bytes that it allocates at its peak, about. */
uint64_t row_cluster_bytes(const struct csr *a);
