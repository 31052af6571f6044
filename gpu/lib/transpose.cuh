/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose: shared by the plans of transpositions. */
#pragma once

#include "gpu/lib/mul.cuh"

/* T = Aᵀ: A uploaded, and one slab of working memory that the kernels divide among themselves. */
struct transpose_plan : gpu_plan {
    struct gpu_csr a;
    struct compressed t;
    void *work;
};

/* prepare, without the kernel's additions: a plan of `size` bytes that begins with a transpose_plan. NULL: failure. */
struct transpose_plan *transpose_plan_new(const struct problem *p, const char *name, size_t size, uint64_t work,
                                          struct plan *out, struct err *e);

/* nnz < 2³¹, and nothing that rows and columns of 31 bits do not hold. */
bool transpose_supports(const struct problem *p, struct err *why);

/* `run` of a kernel in phases. */
template <bool (*phase)(void *, int, struct err *), int phases> bool transpose_run(void *plan_data, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < phases && ok; i++)
        ok = phase(plan_data, i, e);
    return ok;
}

/* The table of a transposition: its own entries, and the common ones. */
template <class T> constexpr struct kernel transpose_table(struct kernel own)
{
    own.family = "cuda";
    own.format = "csr";
    own.op = OP_TRANSPOSE;
    own.type = vtype_of<T>;
    own.supports = own.supports ? own.supports : transpose_supports;
    own.release = gpu_plan_release;
    return own;
}

/* The number of bits of a column below n: digits above them need no pass. */
static inline int column_bits(int64_t n)
{
    int bits = 1;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

/* The whole result without entries: all pointers are 0. */
bool transpose_empty(const struct transpose_plan *plan, struct err *e);

/* Divides a slab of memory: the offset of `bytes` more, on a boundary of 256; *used grows. */
uint64_t work_place(uint64_t *used, uint64_t bytes);
