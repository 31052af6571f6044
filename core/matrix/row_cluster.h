/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_cluster: orders rows so that neighbours share columns at every scale, by repeated clustering. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/csr.h"

/* order[i] becomes the row at place i. Linear time; the same for any number of threads. Stops early with *found false
   if the first clusters save less than a factor `least` over the file's order. ERR_MEMORY or ERR_CANCELLED. */
bool row_cluster(const struct csr *a, double least, int32_t *order, bool *found, const struct progress *,
                 struct err *e);

/* Approximate peak memory in bytes. */
uint64_t row_cluster_bytes(const struct csr *a);
