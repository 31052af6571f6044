/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_csr2csc1: T = Aᵀ by cuSPARSE's conversion from CSR to CSC, the only algorithm it has. */
#include "gpu/cusparse/peer.cuh"
#include "gpu/lib/transpose.cuh"

static const char name[] = "peer.cusparse.csr2csc1";

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

template <class T>
static bool buffer_size(const struct transpose_plan *plan, cusparseHandle_t h, size_t *size, struct err *e)
{
    return PEER_OK(plan->device,
                   cusparse.Csr2cscEx2_bufferSize(
                       h, (int)plan->a.m, (int)plan->a.n, (int)plan->a.nnz, plan->a.val, (const int *)plan->a.ptr,
                       plan->a.ind, plan->t.val, (int *)plan->t.ptr, plan->t.ind, peer_type(vtype_of<T>),
                       CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, size),
                   e);
}

template <class T> static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    size_t size = 0;
    struct transpose_plan *plan = transpose_plan_new(p, name, sizeof *plan, 0, out, e);
    cusparseHandle_t h = plan ? peer_handle(p->device, e) : NULL;
    return plan && gpu_plan_end(out, h && (p->a->nnz == 0 || buffer_size<T>(plan, h, &size, e)) &&
                                         peer_buffer(p->device, name, size, p->limit, &plan->work, out, e));
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct transpose_plan *plan = static_cast<const struct transpose_plan *>(plan_data);
    cusparseHandle_t h;
    if (!gpu_enter(plan->device, name, e) || !(h = peer_handle(plan->device, e)))
        return false;
    if (plan->a.nnz == 0)
        return transpose_empty(plan, e);
    return PEER_OK(plan->device,
                   cusparse.Csr2cscEx2(h, (int)plan->a.m, (int)plan->a.n, (int)plan->a.nnz, plan->a.val,
                                       (const int *)plan->a.ptr, plan->a.ind, plan->t.val, (int *)plan->t.ptr,
                                       plan->t.ind, peer_type(vtype_of<T>), CUSPARSE_ACTION_NUMERIC,
                                       CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, plan->work),
                   e);
}

template <class T>
static constexpr struct kernel table = transpose_table<T>({
    .name = name,
    .what = "cuSPARSE, CSR to CSC",
    .source = "NVIDIA cuSPARSE",
    .peer = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare<T>,
    .run = run<T>,
});

extern const struct kernel gpu_peer_csr2csc1_f64 = table<double>, gpu_peer_csr2csc1_f32 = table<float>;
