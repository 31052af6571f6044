/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_csr2csc1: T = Aᵀ by cuSPARSE's conversion from CSR to CSC, the only algorithm it has. */
#include "gpu/cusparse/peer.cuh"

#include <cstdlib>

#include "core/base/limit.h"

static const char name[] = "peer.cusparse.csr2csc1";

struct csr2csc_plan {
    struct device *device;
    struct gpu_csr a;
    enum vtype type;
    struct compressed t;
    void *buffer;
};

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->nnz > INT32_MAX || p->a->m >= INT32_MAX || p->a->n >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "csr2csc of cuSPARSE takes sizes and nonzeros below 2^31 only");
    return true;
}

/* Its buffer is larger than those of the products: it sorts. */
static uint64_t bytes(const struct problem *p)
{
    return size_add(peer_csr_bytes(p), kernel_csr_bytes(p->a));
}

static bool buffer_size(const struct csr2csc_plan *l, cusparseHandle_t h, size_t *size, struct err *e)
{
    return PEER_OK(l->device,
                   cusparse.Csr2cscEx2_bufferSize(h, (int)l->a.m, (int)l->a.n, (int)l->a.nnz, l->a.val,
                                                  (const int *)l->a.ptr, l->a.ind, l->t.val, (int *)l->t.ptr, l->t.ind,
                                                  peer_type(l->type), CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO,
                                                  CUSPARSE_CSR2CSC_ALG1, size),
                   e);
}

static void release(void *plan_data)
{
    struct csr2csc_plan *l = static_cast<struct csr2csc_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->device, NULL)) {
        cudaFree(l->buffer);
        gpu_csr_release(&l->a);
    }
    free(l);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    cusparseHandle_t h;
    size_t size = 0;
    *plan = {};
    if (!gpu_enter(p->device, name, e) || !(h = peer_handle(p->device, e)))
        return false;
    struct csr2csc_plan *l = static_cast<struct csr2csc_plan *>(calloc(1, sizeof *l));
    if (!l)
        return err_nomem(e, "a plan", sizeof *l);
    l->device = p->device;
    l->type = p->a->type;
    l->t = p->t;
    bool ok = gpu_csr_upload(p->device, p->a, &l->a, plan, e) && (p->a->nnz == 0 || buffer_size(l, h, &size, e));
    ok = ok && peer_buffer(p->device, name, size, p->limit, &l->buffer, plan, e);
    if (ok)
        plan->data = l;
    else
        release(l);
    return ok;
}

static bool run(void *plan_data, struct err *e)
{
    struct csr2csc_plan *l = static_cast<struct csr2csc_plan *>(plan_data);
    cusparseHandle_t h;
    if (!gpu_enter(l->device, name, e) || !(h = peer_handle(l->device, e)))
        return false;
    if (l->a.nnz == 0)
        return GPU_OK(l->device, cudaMemsetAsync(l->t.ptr, 0, ((size_t)l->a.n + 1) * sizeof(int32_t), 0), e);
    return PEER_OK(l->device,
                   cusparse.Csr2cscEx2(h, (int)l->a.m, (int)l->a.n, (int)l->a.nnz, l->a.val, (const int *)l->a.ptr,
                                       l->a.ind, l->t.val, (int *)l->t.ptr, l->t.ind, peer_type(l->type),
                                       CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1,
                                       l->buffer),
                   e);
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "cuSPARSE, CSR to CSC",
    .source = "NVIDIA cuSPARSE",
    .on = "cuda",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = vtype_of<T>,
    .peer = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run,
    .release = release,
};

extern const struct kernel gpu_peer_csr2csc1_f64 = table<double>, gpu_peer_csr2csc1_f32 = table<float>;
