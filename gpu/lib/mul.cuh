/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mul: the plan shared by the multiplication kernels. gpu/NOTES.md explains the terms of this folder. */
#pragma once

#include "core/measure/division.h"
#include "gpu/device/device_cuda.cuh"

/* Y = A·X, X n × k, Y m × k, both row-major: element (i, j) of X is x[i*ldx + j]. */
struct mul_plan : gpu_plan {
    struct gpu_csr a; /* the sizes always; the arrays only for kernels on CSR */
    int64_t k, ldx, ldy;
    const void *x;
    void *y;
    bool overlap; /* whether the device can begin a kernel before the previous one ends */
};

/* A mul_plan of `size` bytes, without arrays, for the formats to build on; NULL: *e. */
void *mul_plan_new(const struct problem *p, size_t size, struct plan *out, struct err *e);

/* prepare and bytes of the kernels on CSR. */
bool mul_csr_prepare(const struct problem *p, struct plan *out, struct err *e);
uint64_t mul_csr_bytes(const struct problem *p);

/* A block of about `threads` threads: x over the columns of X, y over rows, so that adjacent threads access adjacent
   values of X and Y. */
dim3 mul_block(int64_t k, int64_t threads);

/* Whether the rows of X are aligned to 16 bytes. */
bool mul_aligned(const struct dense *x);

/* Values of X and Y in one 16-byte access; 1 if alignment or k does not allow it. */
int mul_vector(const struct problem *p);

/* Values in one access of 16, 8 or 4 bytes, as alignment, k and leading dimensions allow. */
int mul_access(const struct problem *p);

/* Whether Y is empty. */
static inline bool mul_empty(const struct mul_plan *plan)
{
    return plan->a.m == 0 || plan->k == 0;
}

/* `prepare` of a kernel whose plan P is a mul_plan: build completes it, unless Y is empty. */
template <class P, bool (*build)(const struct problem *, P *, struct plan *, struct err *)>
bool mul_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    P *plan = static_cast<P *>(mul_plan_new(p, sizeof *plan, out, e));
    return plan && gpu_plan_end(out, mul_empty(plan) || build(p, plan, out, e));
}

/* `run` of such a kernel: the launch, unless Y is empty. */
template <const char *name, class P, bool (*launch)(const P *, struct err *)>
bool mul_run(void *plan_data, struct err *e)
{
    const P *plan = static_cast<const P *>(plan_data);
    return mul_empty(plan) || (gpu_enter(plan->device, name, e) && launch(plan, e));
}

/* The launch of a kernel on CSR, for wide row pointers or for narrow ones. */
template <class P, void (*wide)(const P *), void (*narrow)(const P *)> bool mul_csr_launch(const P *plan, struct err *e)
{
    (plan->a.wide ? wide : narrow)(plan);
    return GPU_LAUNCHED(plan->device, e);
}

/* The table of a product: its own entries, and the common ones. */
template <class T> constexpr struct kernel mul_table(struct kernel own)
{
    own.family = "cuda";
    own.op = OP_MUL;
    own.type = vtype_of<T>;
    own.release = gpu_plan_release;
    return own;
}

/* The same for plain CSR. */
template <class T> constexpr struct kernel mul_csr_table(struct kernel own)
{
    own.format = "csr";
    own.bytes = mul_csr_bytes;
    own.prepare = mul_csr_prepare;
    return mul_table<T>(own);
}
