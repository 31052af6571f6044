/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_spmvop: y = A·x by cuSPARSE's SpMVOp, on CSR. The interface is experimental: headers hide it, and ours may be
   older than the library that was loaded, so it is declared here. */
#include "gpu/cusparse/peer.cuh"

#include <dlfcn.h>

#include <cstdlib>

/* From this version on the calls have an algorithm among their arguments. */
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

struct spmvop_plan {
    struct device *device;
    const char *name;
    int algorithm;
    struct gpu_csr a;
    enum vtype type;
    void *y, *buffer, *descr, *plan;
    cusparseConstSpMatDescr_t matrix;
    cusparseConstDnVecDescr_t x1;
    cusparseDnVecDescr_t y1;
    spmvop_run *call;
};

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

static void release(void *plan_data)
{
    struct spmvop_plan *l = static_cast<struct spmvop_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->device, NULL)) {
        if (l->plan)
            find<spmvop_destroy>("cusparseSpMVOp_destroyPlan")(l->plan);
        if (l->descr)
            find<spmvop_destroy>("cusparseSpMVOp_destroyDescr")(l->descr);
        if (l->y1)
            cusparse.DestroyDnVec(l->y1);
        if (l->x1)
            cusparse.DestroyDnVec(l->x1);
        if (l->matrix)
            cusparse.DestroySpMat(l->matrix);
        cudaFree(l->buffer);
        gpu_csr_release(&l->a);
    }
    free(l);
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

/* SpMVOp multiplies padding by values of A, too: rows that are infinite become NaN (seen with 12.9.4). */
static bool all_finite(const struct spmvop_plan *l, struct plan *plan, struct err *e)
{
    void *flag = NULL;
    int found = 0;
    unsigned blocks = gpu_grid(l->a.nnz, 16 * THREADS);
    if (!gpu_upload(l->device, &found, sizeof found, &flag, plan, e))
        return false;
    if (l->type == VT_F64)
        find_not_finite<<<blocks, THREADS>>>((const double *)l->a.val, l->a.nnz, (int *)flag);
    else
        find_not_finite<<<blocks, THREADS>>>((const float *)l->a.val, l->a.nnz, (int *)flag);
    bool ok = GPU_LAUNCHED(l->device, e) &&
              GPU_OK(l->device, cudaMemcpy(&found, flag, sizeof found, cudaMemcpyDeviceToHost), e);
    cudaFree(flag);
    plan->bytes -= sizeof found;
    return ok && (!found || err_set(e, ERR_UNSUPPORTED, "SpMVOp of cuSPARSE makes NaN of Inf when A has NaN or Inf"));
}

/* ---- the plan ---- */

static bool describe(struct spmvop_plan *l, const struct problem *p, struct err *e)
{
    cudaDataType t = peer_type(l->type);
    return PEER_OK(l->device,
                   cusparse.CreateConstCsr(&l->matrix, l->a.m, l->a.n, l->a.nnz, l->a.ptr, l->a.ind, l->a.val,
                                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, t),
                   e) &&
           PEER_OK(l->device, cusparse.CreateConstDnVec(&l->x1, l->a.n, p->x.data, t), e) &&
           PEER_OK(l->device, cusparse.CreateDnVec(&l->y1, l->a.m, p->y.data, t), e);
}

/* Z = αAX + βY: Y and Z are one vector. */
static bool plan_make(struct spmvop_plan *l, const struct problem *p, struct plan *plan, struct err *e)
{
    spmvop_buffer_size *buffer_size = find<spmvop_buffer_size>("cusparseSpMVOp_bufferSize");
    spmvop_create_descr *create_descr = find<spmvop_create_descr>("cusparseSpMVOp_createDescr");
    spmvop_create_plan *create_plan = find<spmvop_create_plan>("cusparseSpMVOp_createPlan");
    const cusparseOperation_t no = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cudaDataType t = peer_type(l->type);
    cusparseHandle_t h = peer_handle(l->device, e);
    size_t bytes = 0;
    l->call = find<spmvop_run>("cusparseSpMVOp");
    if (!h)
        return false;
    if (!buffer_size || !create_descr || !create_plan || !l->call)
        return err_set(e, ERR_UNSUPPORTED, "%s has no SpMVOp", cusparse_library.name);
    return PEER_OK(l->device, buffer_size(h, no, l->matrix, l->x1, l->y1, l->y1, t, l->algorithm, &bytes), e) &&
           peer_buffer(l->device, l->name, bytes, p->limit, &l->buffer, plan, e) &&
           PEER_OK(l->device,
                   create_descr(h, &l->descr, no, l->matrix, l->x1, l->y1, l->y1, t, l->algorithm, l->buffer), e) &&
           PEER_OK(l->device, create_plan(h, l->descr, &l->plan, NULL, 0), e) &&
           GPU_OK(l->device, cudaDeviceSynchronize(), e);
}

static bool prepare(const struct problem *p, const char *name, int algorithm, struct plan *plan, struct err *e)
{
    *plan = {};
    if (!gpu_enter(p->device, name, e))
        return false;
    struct spmvop_plan *l = static_cast<struct spmvop_plan *>(calloc(1, sizeof *l));
    if (!l)
        return err_nomem(e, "a plan", sizeof *l);
    l->device = p->device;
    l->name = name;
    l->algorithm = algorithm;
    l->type = p->a->type;
    l->y = p->y.data;
    bool ok = gpu_csr_upload(p->device, p->a, &l->a, plan, e) &&
              (l->a.nnz == 0 || (all_finite(l, plan, e) && describe(l, p, e) && plan_make(l, p, plan, e)));
    if (ok)
        plan->data = l;
    else
        release(l);
    return ok;
}

static bool run(void *plan_data, struct err *e)
{
    struct spmvop_plan *l = static_cast<struct spmvop_plan *>(plan_data);
    cusparseHandle_t h;
    if (!gpu_enter(l->device, l->name, e) || !(h = peer_handle(l->device, e)))
        return false;
    if (l->a.nnz == 0)
        return l->a.m == 0 || GPU_OK(l->device, cudaMemsetAsync(l->y, 0, (size_t)l->a.m * vtype_size(l->type), 0), e);
    return PEER_OK(l->device, l->call(h, l->plan, peer_one(l->type), peer_zero(l->type), l->x1, l->y1, l->y1), e);
}

static constexpr char name1[] = "peer.cusparse.spmvop1", name2[] = "peer.cusparse.spmvop2";

template <const char *name, int algorithm>
static bool prepare_by(const struct problem *p, struct plan *plan, struct err *e)
{
    return prepare(p, name, algorithm, plan, e);
}

template <class T, const char *name_of, int algorithm>
static constexpr struct kernel table = {
    .name = name_of,
    .what = algorithm == 1 ? "cuSPARSE on CSR, SpMVOp algorithm 1" : "cuSPARSE on CSR, SpMVOp algorithm 2",
    .source = "NVIDIA cuSPARSE",
    .on = "cuda",
    .format = "csr.padded", /* see all_finite */
    .op = OP_MUL,
    .type = vtype_of<T>,
    .peer = true,
    .not_repeatable = true, /* not documented */
    .supports = supports,
    .bytes = peer_csr_bytes,
    .prepare = prepare_by<name_of, algorithm>,
    .run = run,
    .release = release,
};

extern const struct kernel gpu_peer_spmvop1_f64 = table<double, name1, 1>,
                           gpu_peer_spmvop1_f32 = table<float, name1, 1>;
extern const struct kernel gpu_peer_spmvop2_f64 = table<double, name2, 2>,
                           gpu_peer_spmvop2_f32 = table<float, name2, 2>;
