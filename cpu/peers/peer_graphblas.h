/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_graphblas: common code of the files about SuiteSparse:GraphBLAS. */
#pragma once

#include <GraphBLAS.h>

#include "core/matrix/csr.h"

/* Marks our block inside a matrix as not to be freed; GraphBLAS frees a matrix's memory. NULL: none is lent. One block
   at a time, and none between two runs. */
void graphblas_lend(const void *block);

/* Whether `call` succeeded; else *e names it and the reason. */
bool graphblas_ok(GrB_Info, const char *call, struct err *e);

bool graphblas_threads(int threads, struct err *e);

/* A by rows, with 64-bit indices; written by `threads` threads. */
bool graphblas_matrix(const struct csr *a, int threads, GrB_Matrix *out, struct err *e);

/* An empty matrix. */
static inline bool graphblas_new(GrB_Matrix *out, enum vtype type, int64_t rows, int64_t cols, struct err *e)
{
    const GrB_Type of = type == VT_F64 ? GrB_FP64 : GrB_FP32;

    return graphblas_ok(GrB_Matrix_new(out, of, (GrB_Index)rows, (GrB_Index)cols), "GrB_Matrix_new", e);
}
