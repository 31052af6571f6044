/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_graphblas: what the files about SuiteSparse:GraphBLAS share. */
#pragma once

#include <GraphBLAS.h>

#include "core/matrix/csr.h"

/* GraphBLAS frees what a matrix holds, and a matrix may hold memory of ours: this block is not freed. NULL: none is
   lent. One block at a time, and none between two runs. */
void graphblas_lend(const void *block);

/* Whether `call` succeeded; else *e says which and why. */
bool graphblas_ok(GrB_Info, const char *call, struct err *e);

/* Sets how many threads its operations use. */
bool graphblas_threads(int threads, struct err *e);

/* A by rows, with 64-bit indices; written by `threads` threads. */
bool graphblas_matrix(const struct csr *a, int threads, GrB_Matrix *out, struct err *e);

static inline GrB_Type graphblas_type(enum vtype type)
{
    return type == VT_F64 ? GrB_FP64 : GrB_FP32;
}
