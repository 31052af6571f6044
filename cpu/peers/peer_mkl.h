/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_mkl: common code of the kernels of Intel MKL's inspector-executor. */
#pragma once

#include <mkl_service.h>
#include <mkl_spblas.h>

#include "cpu/lib/peer.h"

/* mkl_sparse_d_mv or mkl_sparse_s_mv, by the value type of this compilation. */
#define MKL_CALL_f64(name) mkl_sparse_d_##name
#define MKL_CALL_f32(name) mkl_sparse_s_##name
#define MKL_CALL_EXPAND(type, name) MKL_CALL_##type(name)
#define MKL_CALL_OF(type, name) MKL_CALL_EXPAND(type, name)
#define MKL_CALL(name) MKL_CALL_OF(TYPE, name)

/* Whether `call` succeeded; else *e names it and the reason. */
static inline bool mkl_ok(sparse_status_t status, const char *call, struct err *e)
{
    static const char *const why[] = {
        [SPARSE_STATUS_NOT_INITIALIZED] = "not initialised", [SPARSE_STATUS_ALLOC_FAILED] = "out of memory",
        [SPARSE_STATUS_INVALID_VALUE] = "invalid value",     [SPARSE_STATUS_EXECUTION_FAILED] = "execution failed",
        [SPARSE_STATUS_INTERNAL_ERROR] = "internal error",   [SPARSE_STATUS_NOT_SUPPORTED] = "not supported",
    };

    if (status == SPARSE_STATUS_SUCCESS)
        return true;
    enum err_code code = status == SPARSE_STATUS_ALLOC_FAILED    ? ERR_MEMORY
                         : status == SPARSE_STATUS_NOT_SUPPORTED ? ERR_UNSUPPORTED
                                                                 : ERR_DEVICE;
    bool known = (size_t)status < COUNT(why) && why[status];
    return err_set(e, code, "MKL: %s: %s (status %d)", call, known ? why[status] : "unknown", (int)status);
}

struct mkl_matrix {
    struct plan_csr *csr; /* MKL keeps pointers to these arrays */
    sparse_matrix_t a;
};

/* Of a plan that begins with its mkl_matrix. */
static inline void release(void *plan)
{
    const struct mkl_matrix *m = plan;

    if (m && m->a)
        mkl_sparse_destroy(m->a);
    plan_release(m ? m->csr : NULL);
    free(plan);
}

/* *m is to be freed in any case. */
static inline bool mkl_matrix_make(const struct problem *p, struct mkl_matrix *m, struct err *e)
{
    struct plan copy;

    *m = (struct mkl_matrix){ 0 };
    if (!threads_tried(p->threads, e) || !plan_csr_parallel(p, &copy, e))
        return false;
    struct plan_csr *c = m->csr = copy.data;
    sparse_status_t status = MKL_CALL(create_csr)(&m->a, SPARSE_INDEX_BASE_ZERO, (MKL_INT)c->m, (MKL_INT)c->n, c->ptr32,
                                                  c->ptr32 + 1, c->ind, c->val);
    return mkl_ok(status, "mkl_sparse_create_csr", e);
}
