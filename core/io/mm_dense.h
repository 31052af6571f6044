/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_dense: reads a Matrix Market file as a multivector. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/dense.h"

/* Row-major; entries missing from a coordinate file are 0. A bad file: ERR_INPUT, "file:line: what is wrong"; a complex
   one is refused. Sizes over the limit: ERR_MEMORY. */
bool mm_read_dense(const char *path, uint64_t limit, const struct progress *p, enum vtype type, struct dense *x,
                   struct err *e);
