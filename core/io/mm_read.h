/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_read: reads Matrix Market files, plain, gzipped or in a tar archive, into a csr in linear time. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/dense.h"
#include "core/matrix/matrix.h"

/* A bad file: ERR_INPUT, "file:line: what is wrong". Sizes over the limit: ERR_MEMORY before anything is allocated. */
bool mm_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);

/* The same into a row-major multivector; entries missing from a coordinate file are 0. Complex files are refused. */
bool mm_read_dense(const char *path, uint64_t limit, const struct progress *p, enum vtype type, struct dense *x,
                   struct err *e);
