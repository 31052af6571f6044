/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_read: reads Matrix Market files, plain, gzipped or in a tar archive, into csr in linear time. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/dense.h"
#include "core/matrix/matrix.h"

/* Reads the file at `path` into *a. A bad file: ERR_INPUT, "file:line: what is wrong". Sizes that do not fit `limit`
   bytes: ERR_MEMORY before anything is allocated. */
bool mm_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);

/* The same into a multivector; entries that a coordinate file leaves out are 0. A complex file is refused. */
bool mm_read_dense(const char *path, uint64_t limit, const struct progress *p, enum vtype type, enum layout layout,
                   struct dense *x, struct err *e);
