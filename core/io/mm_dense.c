/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_dense.h"

#include "core/base/scrub.h"
#include "core/io/reader.h"

bool mm_read_dense(const char *path, uint64_t limit, const struct progress *p, enum vtype type, struct dense *x,
                   struct err *e)
{
    struct matrix a;
    char name[256];

    *x = (struct dense){ 0 };
    if (!reader_use(&reader_mm, path, limit, p, &a, e))
        return false;
    struct dense shape = dense_shape(a.csr.m, a.csr.n, type, ROW_MAJOR);
    bool ok = a.field != FIELD_COMPLEX || err_set(e, ERR_UNSUPPORTED, "%s: is complex; a multivector must be real",
                                                  scrub_path(path, name, sizeof name));
    ok = ok && limit_check(dense_bytes(&shape), limit, "the multivector", e) &&
         dense_alloc(x, a.csr.m, a.csr.n, type, ROW_MAJOR, e);
    if (ok)
        memset(x->data, 0, dense_bytes(x));
    for (int64_t i = 0; ok && i < a.csr.m; i++)
        for (int64_t q = a.csr.ptr[i]; q < a.csr.ptr[i + 1]; q++)
            dense_set(x, i, a.csr.ind[q], ((const double *)a.csr.val)[q]);
    matrix_free(&a);
    return ok;
}
