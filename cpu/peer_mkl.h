/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_mkl: what the kernels of Intel MKL's inspector-executor share. */
#ifndef NZ_CPU_PEER_MKL_H
#define NZ_CPU_PEER_MKL_H

#include <mkl_service.h>
#include <mkl_spblas.h>

#include "core/err.h"

/* mkl_sparse_d_mv or mkl_sparse_s_mv, as the value type of this compilation says. */
#define MKL_CALL_f64(name) mkl_sparse_d_##name
#define MKL_CALL_f32(name) mkl_sparse_s_##name
#define MKL_CALL_EXPAND(type, name) MKL_CALL_##type(name)
#define MKL_CALL_OF(type, name) MKL_CALL_EXPAND(type, name)
#define MKL_CALL(name) MKL_CALL_OF(TYPE, name)

/* Whether `call` succeeded; else *e says which and why. */
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
    bool known = (size_t)status < sizeof why / sizeof *why && why[status];
    return err_set(e, code, "MKL: %s: %s (status %d)", call, known ? why[status] : "unknown", (int)status);
}

#endif
