/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transpose: what the plans of transpositions share. */
#pragma once

#include "gpu/lib/mul.cuh"

/* T = Aᵀ: A uploaded, and one piece of working memory that the kernels divide among themselves. */
struct transpose_plan : gpu_plan {
    struct gpu_csr a;
    struct compressed t;
    void *work;
};

/* prepare, up to what the kernel adds: a plan of `size` bytes, which begins with a transpose_plan. On failure NULL. */
struct transpose_plan *transpose_plan_new(const struct problem *p, const char *name, size_t size, uint64_t work,
                                          struct plan *plan, struct err *e);

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

/* The table of a transposition: its own entries, and those that all have in common. */
template <class T> constexpr struct kernel transpose_table(struct kernel own)
{
    own.on = "cuda";
    own.format = "csr";
    own.op = OP_TRANSPOSE;
    own.type = vtype_of<T>;
    own.supports = own.supports ? own.supports : transpose_supports;
    own.release = gpu_plan_release;
    return own;
}

/* The bits of a column of n: digits above them need no pass. */
static inline int column_bits(int64_t n)
{
    int bits = 1;
    while ((int64_t)1 << bits < n)
        bits++;
    return bits;
}

/* What is left to do without entries: all pointers are 0. */
bool transpose_empty(const struct transpose_plan *l, struct err *e);

/* Divides a slab of memory: the offset of `bytes` more, on a boundary of 256; *used grows. */
uint64_t work_place(uint64_t *used, uint64_t bytes);
