/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strips_mma: a warp per strip of eight rows; the tensor cores multiply its columns, four at a time, in double
   precision. A row of X is fetched once for all the rows of the strip that need it. */
#include "gpu/mul.cuh"

#include <cmath>
#include <cstdlib>
#include <new>

#include "gpu/expect.cuh"
#include "gpu/strips.cuh"

static const char name[] = "gpu.strips.mma";

/* Columns of X in one tile: two products of 8 × 4 by 4 × 8. Fewer than COLUMNS_LEAST would leave most of it idle. */
enum { TILE = 16, COLUMNS_LEAST = 8, WARPS = 8, LANES = 32 };

struct strips_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this */
    int64_t count;
    void *ptr, *ind, *val;
};

template <class T> struct strips_work {
    const uint32_t *ptr;
    const int32_t *ind;
    const T *val, *x;
    T *y;
    int64_t count, m, k, ldx, ldy;
};

/* C += A·B for A 8 × 4, B 4 × 8: lane l gives A(l/4, l%4) and B(l%4, l/4) and holds C(l/4, 2(l%4)) and the one beside.
 */
__device__ static void multiply_add(double c[2], double a, double b)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(c[0]), "+d"(c[1])
        : "d"(a), "d"(b));
#else
    __trap(); /* `supports` refuses such devices */
#endif
}

template <class T> struct pair_of;
template <> struct pair_of<double> {
    using type = double2;
};
template <> struct pair_of<float> {
    using type = float2;
};

/* Columns c and c + 1 of a row, 0 past the last; in one access when `paired`, for which k is even. */
template <class T, bool paired> __device__ static double2 load_pair(const T *row, int64_t c, int64_t k)
{
    if (paired) {
        if (c >= k)
            return make_double2(0, 0);
        typename pair_of<T>::type v = __ldg((const typename pair_of<T>::type *)(row + c));
        return make_double2((double)v.x, (double)v.y);
    }
    return make_double2(c < k ? (double)__ldg(row + c) : 0, c + 1 < k ? (double)__ldg(row + c + 1) : 0);
}

template <class T, bool paired> __device__ static void store_pair(T *row, int64_t c, int64_t k, double a, double b)
{
    if (paired) {
        if (c < k)
            *(typename pair_of<T>::type *)(row + c) = { (T)a, (T)b };
        return;
    }
    if (c < k)
        row[c] = (T)a;
    if (c + 1 < k)
        row[c + 1] = (T)b;
}

/* TILES tiles of a strip's Y. Lane l loads columns 2(l/4) and the one beside of row ind[l%4] of X: the even columns of
   a tile make one product, the odd ones another, so that it holds four neighbouring columns of Y at the end. */
template <class T, int TILES, bool paired>
__device__ static void multiply_strip(const strips_work<T> &w, int64_t strip, int64_t column)
{
    int lane = threadIdx.x % LANES, inner = lane % STRIP_GROUP, outer = lane / STRIP_GROUP;
    double even[TILES][2] = {}, odd[TILES][2] = {};
    uint32_t end = w.ptr[strip + 1];
#pragma unroll 2
    for (uint32_t g = w.ptr[strip]; g < end; g++) {
        double a = (double)__ldcs(w.val + (int64_t)g * STRIP_SLOTS + lane);
        const T *row = w.x + __ldcs(w.ind + (int64_t)g * STRIP_GROUP + inner) * w.ldx;
        double2 b[TILES];
#pragma unroll
        for (int t = 0; t < TILES; t++)
            b[t] = load_pair<T, paired>(row, column + t * TILE + 2 * outer, w.k);
#pragma unroll
        for (int t = 0; t < TILES; t++) {
            multiply_add(even[t], a, b[t].x);
            multiply_add(odd[t], a, b[t].y);
        }
    }
    int64_t i = strip * STRIP_ROWS + outer;
    if (i >= w.m)
        return;
#pragma unroll
    for (int t = 0; t < TILES; t++) {
        int64_t c = column + t * TILE + 4 * inner;
        store_pair<T, paired>(w.y + i * w.ldy, c, w.k, even[t][0], odd[t][0]);
        store_pair<T, paired>(w.y + i * w.ldy, c + 2, w.k, even[t][1], odd[t][1]);
    }
}

template <class T, int TILES, bool paired>
__global__ static void __launch_bounds__(WARPS *LANES) multiply_strips(const strips_work<T> w)
{
    int64_t warps = (int64_t)gridDim.x * WARPS, first = (int64_t)blockIdx.x * WARPS + threadIdx.x / LANES;
    for (int64_t column = (int64_t)blockIdx.y * TILES * TILE; column < w.k; column += (int64_t)gridDim.y * TILES * TILE)
        for (int64_t strip = first; strip < w.count; strip += warps)
            multiply_strip<T, TILES, paired>(w, strip, column);
}

template <class T, int TILES> static void launch(const strips_work<T> &w, bool paired)
{
    int64_t panels = (w.k + TILES * TILE - 1) / (TILES * TILE);
    dim3 grid(gpu_grid(w.count, WARPS), (unsigned)(panels < 65535 ? panels : 65535));
    if (paired)
        multiply_strips<T, TILES, true><<<grid, WARPS * LANES>>>(w);
    else
        multiply_strips<T, TILES, false><<<grid, WARPS * LANES>>>(w);
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct strips_plan *l = static_cast<const struct strips_plan *>(plan_data);
    const struct mul_plan *p = &l->mul;
    if (mul_empty(p))
        return true;
    if (!gpu_enter(p->device, name, e))
        return false;
    strips_work<T> w = { (const uint32_t *)l->ptr,
                         (const int32_t *)l->ind,
                         (const T *)l->val,
                         (const T *)p->x,
                         (T *)p->y,
                         l->count,
                         p->a.m,
                         p->k,
                         p->ldx,
                         p->ldy };
    bool paired = (p->k | p->ldx | p->ldy) % 2 == 0 && ((uintptr_t)p->x | (uintptr_t)p->y) % (2 * sizeof(T)) == 0;
    if (p->k <= TILE)
        launch<T, 1>(w, paired);
    else if (p->k <= 2 * TILE)
        launch<T, 2>(w, paired);
    else
        launch<T, 4>(w, paired);
    return GPU_LAUNCHED(p->device, e);
}

static void release(void *plan_data)
{
    struct strips_plan *l = static_cast<struct strips_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->val);
        cudaFree(l->ind);
        cudaFree(l->ptr);
    }
    free(l);
}

static bool build(const struct problem *p, struct strips_plan *l, struct plan *plan, struct err *e)
{
    try {
        struct strips s;
        if (!strips_build(p->a, &s, e))
            return false;
        l->count = s.count;
        return gpu_upload(p->device, s.ptr.data(), s.ptr.size() * sizeof s.ptr[0], &l->ptr, plan, e) &&
               gpu_upload(p->device, s.ind.data(), s.ind.size() * sizeof s.ind[0], &l->ind, plan, e) &&
               gpu_upload(p->device, s.val.data(), s.val.size(), &l->val, plan, e);
    } catch (const std::bad_alloc &) {
        return err_nomem(e, "strips of rows", strips_bytes(p->a));
    }
}

static uint64_t bytes(const struct problem *p)
{
    return strips_bytes(p->a);
}

static bool supports(const struct problem *p, struct err *why)
{
    int major = 0;
    if (p->x.k < COLUMNS_LEAST)
        return err_set(why, ERR_UNSUPPORTED, "it is for k = %d and more", COLUMNS_LEAST);
    if (p->a->nnz > (int64_t)UINT32_MAX / STRIP_EMPTINESS)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^30 entries");
    if (p->device && !GPU_OK(p->device,
                             cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor,
                                                    static_cast<struct gpu *>(p->device->data)->index),
                             why))
        return false;
    if (p->device && major < 8)
        return err_set(why, ERR_UNSUPPORTED, "tensor cores have double precision from compute capability 8.0 on");
    return true;
}

/* Half of the slots are filled, say; eight rows near each other share four in five of their columns. In f32 the other
   kernels' arithmetic is as fast, and they move less. */
static double expect(struct problem *p)
{
    bool promising = p->a->type == VT_F64 && expect_local(p) && p->stats->row_mean > (double)STRIP_ROWS;
    return promising ? expect_mul(p, 2.0, 4.0) : INFINITY;
}

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "eight rows a warp on the columns that any of them has; FP64 tensor cores for both types",
    .source = "Wang, Feng and Ding, TC-GNN (2023): the columns of a window of rows put side by side",
    .on = "gpu",
    .format = "strips",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .params = NULL,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = mul_prepare<strips_plan, build, release>,
    .run = run<T>,
    .release = release,
};

const struct kernel gpu_strips_mma_f64 = table<double>, gpu_strips_mma_f32 = table<float>;
