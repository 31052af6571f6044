/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_write: writes Matrix Market text with the shortest digits that read back exactly. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/dense.h"
#include "core/matrix/matrix.h"

/* Takes the text piece by piece; false: no more is wanted (mm_sink_put then fails with ERR_INPUT unless *e is set). */
struct mm_sink {
    bool (*put)(void *arg, const char *bytes, size_t n, struct err *e);
    void *arg;
};
bool mm_sink_put(struct mm_sink, const void *bytes, size_t n, struct err *e);

/* A as `coordinate FIELD general`, row by row. FIELD_INTEGER and FIELD_PATTERN are kept where every value allows it,
   else the file says real; FIELD_COMPLEX (magnitudes) is written as real. `comment`: one line, NULL for none. */
bool mm_write_csr(const struct csr *a, enum field field, const char *comment, struct mm_sink sink,
                  const struct progress *p, struct err *e);

/* X (in host memory) as `array real general`, column by column as the format says. */
bool mm_write_dense(const struct dense *x, const char *comment, struct mm_sink sink, const struct progress *p,
                    struct err *e);
