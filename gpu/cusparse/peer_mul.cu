/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_mul: Y = A·X by cuSPARSE, with everything that its documentation recommends for speed. */
#include "gpu/cusparse/peer.cuh"

#include <cstring>

static const double one64 = 1, zero64 = 0;
static const float one32 = 1, zero32 = 0;

const void *peer_one(enum vtype type)
{
    return type == VT_F64 ? (const void *)&one64 : &one32;
}

const void *peer_zero(enum vtype type)
{
    return type == VT_F64 ? (const void *)&zero64 : &zero32;
}

cudaDataType peer_type(enum vtype type)
{
    return type == VT_F64 ? CUDA_R_64F : CUDA_R_32F;
}

bool peer_ok(cusparseStatus_t status, const char *call, const char *file, int line, const struct device *d,
             struct err *e)
{
    if (status == CUSPARSE_STATUS_SUCCESS)
        return true;
    const char *running = gpu_of(d)->running;
    enum err_code code = status == CUSPARSE_STATUS_ALLOC_FAILED || status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
                             ? ERR_MEMORY
                         : status == CUSPARSE_STATUS_NOT_SUPPORTED ? ERR_UNSUPPORTED
                                                                   : ERR_DEVICE;
    return err_set(e, code, "%s: %.*s: %s (%s) at %s:%d, for %s", d->id, (int)strcspn(call, "("), call,
                   cusparse.GetErrorString(status), cusparse.GetErrorName(status), file, line,
                   running ? running : "cuSPARSE");
}

cusparseHandle_t peer_handle(struct device *d, struct err *e)
{
    struct gpu *g = gpu_of(d);
    cusparseHandle_t handle = static_cast<cusparseHandle_t>(g->cusparse);
    if (!handle && PEER_OK(d, cusparse.Create(&handle), e))
        g->cusparse = handle;
    return handle;
}

bool peer_mul_supports(const struct problem *p, struct err *why)
{
    if (p->a->nnz > INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED,
                       "cuSPARSE needs 64-bit column indices when there are 2^31 nonzeros or more; ours have 32 bits");
    if (p->x.k == 1 && p->x.layout == ROW_MAJOR && (p->x.ld != 1 || p->y.ld != 1))
        return err_set(why, ERR_UNSUPPORTED, "SpMV of cuSPARSE takes vectors without stride only");
    return true;
}

bool peer_spmm_supports(const struct problem *p, const char *algorithm, struct err *why)
{
    if (p->x.k == 1)
        return err_set(why, ERR_UNSUPPORTED, "%s of cuSPARSE is for k > 1: its SpMV has no such algorithm", algorithm);
    return peer_mul_supports(p, why);
}

uint64_t peer_bytes(const struct problem *p, uint64_t matrix)
{
    uint64_t lines = 8 * ((uint64_t)p->a->m + (uint64_t)p->a->n);
    return size_add(size_mul(2, matrix), size_add(lines, 1 << 20));
}

uint64_t peer_csr_bytes(const struct problem *p)
{
    return peer_bytes(p, kernel_csr_bytes(p->a));
}

static struct peer_mul *mul_new(const struct problem *p, const struct peer_algorithm *g, struct plan *out,
                                struct err *e)
{
    struct peer_mul *plan = static_cast<struct peer_mul *>(gpu_plan_new(p, g->name, sizeof *plan, out, e));
    if (!plan || !gpu_plan_end(out, peer_handle(p->device, e) != NULL))
        return NULL;
    plan->algorithm = g;
    plan->type = p->a->type;
    plan->layout = p->x.layout;
    plan->m = p->a->m;
    plan->n = p->a->n;
    plan->k = p->x.k;
    plan->y_rows = p->y.n;
    plan->ldy = p->y.ld;
    plan->y = p->y.data;
    plan->empty = p->a->m == 0 || p->a->n == 0 || p->a->nnz == 0 || p->x.k == 0;
    return plan;
}

bool peer_buffer(struct device *d, const char *name, size_t bytes, uint64_t limit, void **out, struct plan *plan,
                 struct err *e)
{
    char more[TEXT_SIZE], have[TEXT_SIZE], most[TEXT_SIZE];
    if (size_add(plan->bytes, bytes) > limit)
        return err_set(e, ERR_MEMORY, "%s wants a buffer of %s beside %s for A, limit %s", name,
                       text_bytes(more, bytes), text_bytes(have, plan->bytes), text_bytes(most, limit));
    return gpu_alloc(d, bytes, out, plan, e);
}

static bool finish_spmv(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    struct device *d = plan->device;
    cusparseHandle_t h = peer_handle(d, e);
    cudaDataType t = peer_type(plan->type);
    const void *a = peer_one(plan->type), *b = peer_zero(plan->type);
    size_t bytes = 0;
    return PEER_OK(d,
                   cusparse.SpMV_bufferSize(h, plan->algorithm->of, a, plan->matrix, plan->x1, b, plan->y1, t,
                                            plan->algorithm->spmv, &bytes),
                   e) &&
           peer_buffer(d, plan->algorithm->name, bytes, p->limit, &plan->buffer, out, e) &&
           PEER_OK(d,
                   cusparse.SpMV_preprocess(h, plan->algorithm->of, a, plan->matrix, plan->x1, b, plan->y1, t,
                                            plan->algorithm->spmv, plan->buffer),
                   e);
}

static bool finish_spmm(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    struct device *d = plan->device;
    cusparseHandle_t h = peer_handle(d, e);
    const cusparseOperation_t no = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseOrder_t order = plan->layout == ROW_MAJOR ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    cudaDataType t = peer_type(plan->type);
    const void *a = peer_one(plan->type), *b = peer_zero(plan->type);
    size_t bytes = 0;
    return PEER_OK(d, cusparse.CreateConstDnMat(&plan->xk, p->x.n, plan->k, p->x.ld, p->x.data, t, order), e) &&
           PEER_OK(d, cusparse.CreateDnMat(&plan->yk, p->y.n, plan->k, p->y.ld, p->y.data, t, order), e) &&
           PEER_OK(d,
                   cusparse.SpMM_bufferSize(h, plan->algorithm->of, no, a, plan->matrix, plan->xk, b, plan->yk, t,
                                            plan->algorithm->spmm, &bytes),
                   e) &&
           peer_buffer(d, plan->algorithm->name, bytes, p->limit, &plan->buffer, out, e) &&
           PEER_OK(d,
                   cusparse.SpMM_preprocess(h, plan->algorithm->of, no, a, plan->matrix, plan->xk, b, plan->yk, t,
                                            plan->algorithm->spmm, plan->buffer),
                   e);
}

/* One column of X and Y. */
static bool describe_vectors(const struct problem *p, struct peer_mul *plan, struct err *e)
{
    cudaDataType t = peer_type(plan->type);
    return PEER_OK(plan->device, cusparse.CreateConstDnVec(&plan->x1, p->x.n, p->x.data, t), e) &&
           PEER_OK(plan->device, cusparse.CreateDnVec(&plan->y1, p->y.n, p->y.data, t), e);
}

static bool finish(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e)
{
    if (plan->k > 1)
        return finish_spmm(p, plan, out, e);
    return describe_vectors(p, plan, e) &&
           (plan->algorithm->finish ? plan->algorithm->finish : finish_spmv)(p, plan, out, e);
}

bool peer_mul_prepare(const struct problem *p, const struct peer_algorithm *g, struct plan *out, struct err *e)
{
    struct peer_mul *plan = mul_new(p, g, out, e);
    if (!plan)
        return false;
    /* preprocessing runs on the device, and counts as preparation */
    bool ok = g->upload(p, plan, out, e) && (plan->empty || finish(p, plan, out, e)) &&
              GPU_OK(plan->device, cudaDeviceSynchronize(), e);
    return gpu_plan_end(out, ok, peer_mul_release);
}

/* Y = 0 */
static bool run_empty(struct peer_mul *plan, struct err *e)
{
    size_t v = vtype_size(plan->type), m = (size_t)plan->y_rows, k = (size_t)plan->k;
    size_t line = plan->layout == ROW_MAJOR ? k : m, lines = plan->layout == ROW_MAJOR ? m : k;
    if (m == 0 || k == 0)
        return true;
    return GPU_OK(plan->device, cudaMemset2DAsync(plan->y, (size_t)plan->ldy * v, 0, line * v, lines, 0), e);
}

bool peer_mul_run(void *plan_data, struct err *e)
{
    struct peer_mul *plan = static_cast<struct peer_mul *>(plan_data);
    const cusparseOperation_t no = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cudaDataType t = peer_type(plan->type);
    const void *a = peer_one(plan->type), *b = peer_zero(plan->type);
    cusparseHandle_t h;
    if (!gpu_enter(plan->device, plan->algorithm->name, e) || !(h = peer_handle(plan->device, e)))
        return false;
    if (plan->empty)
        return run_empty(plan, e);
    if (plan->algorithm->run)
        return plan->algorithm->run(plan, h, e);
    if (plan->k == 1)
        return PEER_OK(plan->device,
                       cusparse.SpMV(h, plan->algorithm->of, a, plan->matrix, plan->x1, b, plan->y1, t,
                                     plan->algorithm->spmv, plan->buffer),
                       e);
    return PEER_OK(plan->device,
                   cusparse.SpMM(h, plan->algorithm->of, no, a, plan->matrix, plan->xk, b, plan->yk, t,
                                 plan->algorithm->spmm, plan->buffer),
                   e);
}

void peer_mul_release(void *plan_data)
{
    struct peer_mul *plan = static_cast<struct peer_mul *>(plan_data);
    if (plan && gpu_select(plan->device, NULL)) {
        if (plan->algorithm->release)
            plan->algorithm->release(plan);
        if (plan->yk)
            cusparse.DestroyDnMat(plan->yk);
        if (plan->xk)
            cusparse.DestroyDnMat(plan->xk);
        if (plan->y1)
            cusparse.DestroyDnVec(plan->y1);
        if (plan->x1)
            cusparse.DestroyDnVec(plan->x1);
        if (plan->matrix)
            cusparse.DestroySpMat(plan->matrix);
    }
    gpu_plan_release(plan);
}
