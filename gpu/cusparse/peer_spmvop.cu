/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_spmvop: y = A·x by cuSPARSE's SpMVOp, on CSR. The interface is experimental: headers hide it, and ours may be
   older than the loaded library, so it is declared here. */
#include "gpu/cusparse/peer.cuh"

#include <dlfcn.h>

/* Since this version, the calls have an algorithm argument. */
enum { SPMVOP_SINCE = 12801, SPMVOP_BEFORE = 13000 };

typedef cusparseStatus_t spmvop_buffer_size(cusparseHandle_t, cusparseOperation_t, cusparseConstSpMatDescr_t,
                                            cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cusparseDnVecDescr_t z,
                                            cudaDataType, int algorithm, size_t *);
typedef cusparseStatus_t spmvop_create_descr(cusparseHandle_t, void **descr, cusparseOperation_t,
                                             cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t x,
                                             cusparseDnVecDescr_t y, cusparseDnVecDescr_t z, cudaDataType,
                                             int algorithm, void *buffer);
typedef cusparseStatus_t spmvop_create_plan(cusparseHandle_t, void *descr, void **plan, const void *code, size_t);
typedef cusparseStatus_t spmvop_run(cusparseHandle_t, void *plan, const void *alpha, const void *beta,
                                    cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y, cusparseDnVecDescr_t z);
typedef cusparseStatus_t spmvop_destroy(void *);

enum { OWN_PLAN, OWN_DESCR }; /* of peer_mul.own */

template <class F> static F *find(const char *name)
{
    return reinterpret_cast<F *>(dlsym(cusparse_library.handle, name));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (cusparse_library.version < SPMVOP_SINCE || cusparse_library.version >= SPMVOP_BEFORE)
        return err_set(why, ERR_UNSUPPORTED,
                       "SpMVOp as it is called here came with cuSPARSE 12.8.1 and is known in 12.x only; loaded is %s",
                       cusparse_library.name);
    if (p->x.k != 1)
        return err_set(why, ERR_UNSUPPORTED, "SpMVOp of cuSPARSE is for k = 1");
    return peer_mul_supports(p, why);
}

static void release(struct peer_mul *plan)
{
    if (plan->own[OWN_PLAN])
        find<spmvop_destroy>("cusparseSpMVOp_destroyPlan")(plan->own[OWN_PLAN]);
    if (plan->own[OWN_DESCR])
        find<spmvop_destroy>("cusparseSpMVOp_destroyDescr")(plan->own[OWN_DESCR]);
}

/* ---- what it may not be given ---- */

enum { THREADS = 256 };

template <class T>
static __global__ void __launch_bounds__(THREADS) find_not_finite(const T *val, int64_t count, int *found)
{
    for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < count; i += (int64_t)gridDim.x * THREADS)
        if (!isfinite(val[i]))
            *found = 1;
}

/* SpMVOp also multiplies padding by values of A: rows with Inf become NaN (seen with 12.9.4). */
static bool all_finite(const struct peer_mul *plan, struct err *e)
{
    struct plan passing = {};
    void *flag = NULL;
    int found = 0;
    unsigned blocks = gpu_grid(plan->a.nnz, 16 * THREADS);
    if (!gpu_upload(plan->device, &found, sizeof found, &flag, &passing, e))
        return false;
    if (plan->type == VT_F64)
        find_not_finite<<<blocks, THREADS>>>((const double *)plan->a.val, plan->a.nnz, (int *)flag);
    else
        find_not_finite<<<blocks, THREADS>>>((const float *)plan->a.val, plan->a.nnz, (int *)flag);
    bool ok = GPU_LAUNCHED(plan->device, e) &&
              GPU_OK(plan->device, cudaMemcpy(&found, flag, sizeof found, cudaMemcpyDeviceToHost), e);
    cudaFree(flag);
    return ok && (!found || err_set(e, ERR_UNSUPPORTED, "SpMVOp of cuSPARSE makes NaN of Inf when A has NaN or Inf"));
}

/* ---- the plan ---- */

/* Z = αAX + βY: Y and Z are one vector. */
template <int algorithm>
static bool finish(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    spmvop_buffer_size *buffer_size = find<spmvop_buffer_size>("cusparseSpMVOp_bufferSize");
    spmvop_create_descr *create_descr = find<spmvop_create_descr>("cusparseSpMVOp_createDescr");
    spmvop_create_plan *create_plan = find<spmvop_create_plan>("cusparseSpMVOp_createPlan");
    const cusparseOperation_t no = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cudaDataType t = peer_type(plan->type);
    cusparseHandle_t h = peer_handle(plan->device, e);
    size_t bytes = 0;
    if (!h || !all_finite(plan, e))
        return false;
    if (!buffer_size || !create_descr || !create_plan || !find<spmvop_run>("cusparseSpMVOp"))
        return err_set(e, ERR_UNSUPPORTED, "%s has no SpMVOp", cusparse_library.name);
    return PEER_OK(plan->device, buffer_size(h, no, plan->matrix, plan->x1, plan->y1, plan->y1, t, algorithm, &bytes),
                   e) &&
           peer_buffer(plan->device, plan->algorithm->name, bytes, p->limit, &plan->buffer, out, e) &&
           PEER_OK(plan->device,
                   create_descr(h, &plan->own[OWN_DESCR], no, plan->matrix, plan->x1, plan->y1, plan->y1, t, algorithm,
                                plan->buffer),
                   e) &&
           PEER_OK(plan->device, create_plan(h, plan->own[OWN_DESCR], &plan->own[OWN_PLAN], NULL, 0), e);
}

static bool run(const struct peer_mul *plan, cusparseHandle_t h, struct err *e)
{
    static spmvop_run *const call = find<spmvop_run>("cusparseSpMVOp");
    return PEER_OK(
        plan->device,
        call(h, plan->own[OWN_PLAN], peer_one(plan->type), peer_zero(plan->type), plan->x1, plan->y1, plan->y1), e);
}

/* Padded: see all_finite. The documentation does not say whether it is repeatable. */
template <int algorithm> static constexpr struct peer_algorithm spmvop(const char *name, const char *what)
{
    return { .name = name,
             .what = what,
             .format = "cusparse",
             .not_repeatable = true,
             .supports = supports,
             .bytes = peer_csr_bytes,
             .upload = peer_csr_upload,
             .finish = finish<algorithm>,
             .run = run,
             .release = release };
}

static constexpr struct peer_algorithm spmvop1 =
    spmvop<1>("peer.cusparse.spmvop1", "cuSPARSE on CSR, SpMVOp algorithm 1");
static constexpr struct peer_algorithm spmvop2 =
    spmvop<2>("peer.cusparse.spmvop2", "cuSPARSE on CSR, SpMVOp algorithm 2");

extern const struct kernel gpu_peer_spmvop1_f64 = peer_table<double, spmvop1>,
                           gpu_peer_spmvop1_f32 = peer_table<float, spmvop1>;
extern const struct kernel gpu_peer_spmvop2_f64 = peer_table<double, spmvop2>,
                           gpu_peer_spmvop2_f32 = peer_table<float, spmvop2>;
