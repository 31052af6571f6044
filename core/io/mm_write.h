/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_write: writes Matrix Market text with the shortest digits that read back exactly. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/dense.h"
#include "core/matrix/matrix.h"

/* Receives the text in pieces; false: stop (mm_sink_put then fails with *e, or with ERR_INPUT if *e is unset). */
struct mm_sink {
    bool (*put)(void *arg, const char *bytes, size_t n, struct err *e);
    void *arg;
};
bool mm_sink_put(struct mm_sink, const void *bytes, size_t n, struct err *e);

/* Writes A as `coordinate FIELD general`, row by row. The file says integer or pattern if `field` does and every value
   allows it, an integer being below 2^64, else real, also for complex (magnitudes). `comment`: one line, or NULL. */
bool mm_write_csr(const struct csr *a, enum field field, const char *comment, struct mm_sink sink,
                  const struct progress *p, struct err *e);

/* Writes X, in host memory, as `array real general`, column by column. */
bool mm_write_dense(const struct dense *x, const char *comment, struct mm_sink sink, const struct progress *p,
                    struct err *e);
