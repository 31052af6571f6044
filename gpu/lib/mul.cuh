/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mul: the plan that the multiplication kernels share. The words of this folder are explained in gpu/NOTES.md. */
#ifndef NZ_MUL_CUH
#define NZ_MUL_CUH

#include "core/measure/division.h"
#include "gpu/device/device_cuda.cuh"

/* Y = A·X, X n × k, Y m × k, both row-major: element (i, j) of X is x[i*ldx + j]. */
struct mul_plan {
    struct device *device;
    struct gpu_csr a; /* the sizes always; the arrays only for kernels on CSR */
    int64_t k, ldx, ldy;
    const void *x;
    void *y;
    bool overlap; /* whether the device can begin a kernel before the previous one has ended */
    int64_t param[PARAM_MAX];
};

/* A plan without arrays, for the formats to build on; NULL: *e. Free it with mul_release. */
struct mul_plan *mul_plan_new(const struct problem *p, size_t size, struct err *e);

/* prepare, release and bytes of the kernels on CSR. */
bool mul_csr_prepare(const struct problem *p, struct plan *plan, struct err *e);
void mul_csr_release(void *plan_data);
uint64_t mul_csr_bytes(const struct problem *p);

/* A block of about `threads` threads: x over the columns of X, y over rows, so that adjacent threads access adjacent
   values of X and Y. */
dim3 mul_block(int64_t k, int64_t threads);

/* Whether the rows of X begin on 16 bytes. */
bool mul_aligned(const struct dense *x);

/* Values of X and Y in one 16-byte access; 1 where alignment or k does not allow it. */
int mul_vector(const struct problem *p);

/* Whether Y is empty. */
static inline bool mul_empty(const struct mul_plan *p)
{
    return p->a.m == 0 || p->k == 0;
}

/* `prepare` of a kernel whose plan P begins with `struct mul_plan mul`: build fills in the rest, unless Y is empty. */
template <class P, bool (*build)(const struct problem *, P *, struct plan *, struct err *), void (*release)(void *)>
bool mul_prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_select(p->device, e))
        return false;
    P *l = reinterpret_cast<P *>(mul_plan_new(p, sizeof *l, e));
    if (!l)
        return false;
    if (!mul_empty(&l->mul) && !build(p, l, plan, e)) {
        release(l);
        return false;
    }
    plan->data = l;
    return true;
}

/* `run` of a kernel on CSR whose plan P is a `struct mul_plan` or begins with one, unless Y is empty: the launch for
   wide row pointers, or for narrow ones. */
template <const char *name, class P, void (*wide)(const P *), void (*narrow)(const P *)>
bool mul_csr_run(void *plan_data, struct err *e)
{
    const struct mul_plan *p = static_cast<const struct mul_plan *>(plan_data);
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e))
        return false;
    (p->a.wide ? wide : narrow)(static_cast<const P *>(plan_data));
    return GPU_LAUNCHED(p->device, e);
}

#endif
