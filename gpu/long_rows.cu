/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_rows: a block per piece; the block that ends last in a row adds up the row's pieces, always in the same order.
 */
#include "gpu/long_rows.cuh"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/limit.h"

enum { THREADS = 256, EACH = 32, PIECE_MOST = 2048 };

/* Entries begin .. begin+count-1 of the copied rows; piece `number` of the `pieces` of row number `slot`. */
struct piece {
    int64_t begin, row, first; /* first: the row's first piece */
    int32_t count, pieces, slot;
};

template <class T> struct long_work {
    const struct piece *piece;
    const int32_t *ind;
    const T *val, *x;
    T *y, *sum;
    unsigned *ticket;
    int64_t k, ldx, ldy, ld;
    int width;
};

template <class T, int V> struct alignas(V * sizeof(T)) vec {
    T at[V];
};

/* Σ over the ways of each column, in a fixed tree; complete in the threads of way 0. */
template <class T, int V> static __device__ vec<T, V> add_ways(vec<T, V> *shared, vec<T, V> sum, int width)
{
    shared[threadIdx.x] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half >= width; half /= 2) {
        if ((int)threadIdx.x < half) {
#pragma unroll
            for (int v = 0; v < V; v++)
                shared[threadIdx.x].at[v] += shared[threadIdx.x + half].at[v];
        }
        __syncthreads();
    }
    sum = shared[threadIdx.x];
    __syncthreads();
    return sum;
}

/* Whether this block is the last of its row to come here; what the others wrote can then be read. */
static __device__ bool is_last(unsigned *ticket, int pieces)
{
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(ticket, (unsigned)pieces - 1) == (unsigned)pieces - 1; /* back to 0 for the next run */
    __syncthreads();
    __threadfence();
    return last;
}

template <class T, int V> static __global__ void __launch_bounds__(THREADS) multiply(const long_work<T> w)
{
    __shared__ vec<T, V> shared[THREADS];
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;"); /* they write other rows */
#endif
    struct piece p = w.piece[blockIdx.x];
    int way = threadIdx.x / w.width, ways = THREADS / w.width;
    int64_t j = ((int64_t)blockIdx.y * w.width + threadIdx.x % w.width) * V;
    bool in = j < w.k;
    vec<T, V> sum = {};
    const int32_t *ind = w.ind + p.begin;
    const T *val = w.val + p.begin;
#pragma unroll 4
    for (int e = way; e < p.count && in; e += ways) {
        vec<T, V> x = *(const vec<T, V> *)(w.x + (int64_t)__ldcs(ind + e) * w.ldx + j);
        T a = __ldcs(val + e);
#pragma unroll
        for (int v = 0; v < V; v++)
            sum.at[v] += a * x.at[v];
    }
    sum = add_ways<T, V>(shared, sum, w.width);
    bool writes = way == 0 && in;
    vec<T, V> *y = (vec<T, V> *)(w.y + p.row * w.ldy + j);
    if (p.pieces == 1) {
        if (writes)
            *y = sum;
        return;
    }
    if (writes)
#pragma unroll
        for (int v = 0; v < V; v++)
            __stcg(w.sum + blockIdx.x * w.ld + j + v, sum.at[v]);
    if (!is_last(w.ticket + (int64_t)p.slot * gridDim.y + blockIdx.y, p.pieces))
        return;
    sum = {};
#pragma unroll 8
    for (int q = way; q < p.pieces && in; q += ways)
#pragma unroll
        for (int v = 0; v < V; v++)
            sum.at[v] += __ldcg(w.sum + (p.first + q) * w.ld + j + v);
    sum = add_ways<T, V>(shared, sum, w.width);
    if (writes)
        *y = sum;
}

/* ---- the plan ---- */

static int64_t piece_length(const struct long_rows *l)
{
    return std::min<int64_t>(THREADS / l->width * EACH, PIECE_MOST);
}

/* As many threads side by side as k has vectors, at most a warp. */
static void lay_out(const struct problem *p, struct long_rows *l)
{
    int64_t size = (int64_t)vtype_size(p->a->type), vector = 16 / size;
    bool fits = p->x.k % vector == 0 && p->x.ld % vector == 0 && p->y.ld % vector == 0 &&
                (uintptr_t)p->x.data % 16 == 0 && (uintptr_t)p->y.data % 16 == 0;
    l->vector = fits ? (int)vector : 1;
    l->width = 1;
    while (l->width < 32 && l->width * l->vector < p->x.k)
        l->width *= 2;
    int64_t columns = (int64_t)l->width * l->vector;
    l->tiles = (unsigned)((p->x.k + columns - 1) / columns);
    l->ld = (p->x.k + 3) / 4 * 4;
}

uint64_t long_rows_bytes(const struct problem *p, uint64_t rows, uint64_t nnz)
{
    struct long_rows l = {};
    lay_out(p, &l);
    uint64_t value = vtype_size(p->a->type), pieces = rows + nnz / (uint64_t)piece_length(&l);
    uint64_t sums = size_mul(pieces, size_add(size_mul((uint64_t)l.ld, value), sizeof(struct piece)));
    return size_add(size_mul(nnz, 4 + value), size_add(sums, size_mul(rows, 4 * (uint64_t)l.tiles)));
}

static int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

static void cut(const struct csr *a, const int64_t *row, struct long_rows *l, struct piece *piece)
{
    int64_t most = piece_length(l), begin = 0, at = 0;
    for (int64_t r = 0; r < l->rows; r++) {
        int64_t count = row_length(a, row[r]), pieces = std::max<int64_t>(1, (count + most - 1) / most), first = at;
        for (int64_t s = 0; s < pieces; s++)
            piece[at++] = { .begin = begin + s * most,
                            .row = row[r],
                            .first = first,
                            .count = (int32_t)std::min(most, count - s * most),
                            .pieces = (int32_t)pieces,
                            .slot = (int32_t)r };
        begin += count;
    }
}

static void copy_rows(const struct csr *a, const int64_t *row, int64_t rows, int32_t *ind, unsigned char *val)
{
    size_t size = vtype_size(a->type);
    for (int64_t r = 0; r < rows; r++) {
        size_t from = (size_t)a->ptr[row[r]], count = (size_t)row_length(a, row[r]);
        memcpy(ind, a->ind + from, count * sizeof *ind);
        memcpy(val, (const unsigned char *)a->val + from * size, count * size);
        ind += count;
        val += count * size;
    }
}

static bool upload(const struct problem *p, const struct piece *piece, const int32_t *ind, const void *val,
                   uint64_t nnz, struct long_rows *l, struct plan *plan, struct err *e)
{
    const struct device *d = p->device;
    uint64_t value = vtype_size(p->a->type), tickets = (uint64_t)l->rows * l->tiles * sizeof(unsigned);
    return gpu_upload(d, piece, (uint64_t)l->pieces * sizeof *piece, &l->piece, plan, e) &&
           gpu_upload(d, ind, nnz * sizeof *ind, &l->ind, plan, e) &&
           gpu_upload(d, val, nnz * value, &l->val, plan, e) &&
           gpu_alloc(d, (uint64_t)(l->pieces * l->ld) * value, &l->sum, plan, e) &&
           gpu_alloc(d, tickets, &l->ticket, plan, e) && GPU_OK(d, cudaMemset(l->ticket, 0, tickets), e);
}

bool long_rows_prepare(const struct problem *p, const int64_t *row, int64_t count, struct long_rows *l,
                       struct plan *plan, struct err *e)
{
    *l = {};
    if (count == 0)
        return true;
    int major = 0;
    lay_out(p, l);
    l->rows = count;
    l->overlap = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor,
                                        static_cast<struct gpu *>(p->device->data)->index) == cudaSuccess &&
                 major >= 9;
    uint64_t nnz = 0;
    for (int64_t r = 0; r < count; r++) {
        int64_t length = row_length(p->a, row[r]), most = piece_length(l);
        nnz += (uint64_t)length;
        l->pieces += std::max<int64_t>(1, (length + most - 1) / most);
    }
    uint64_t bytes = nnz * (4 + vtype_size(p->a->type)) + (uint64_t)l->pieces * sizeof(struct piece);
    struct piece *piece = static_cast<struct piece *>(malloc((size_t)l->pieces * sizeof *piece));
    int32_t *ind = static_cast<int32_t *>(malloc(nnz * sizeof *ind + 1));
    unsigned char *val = static_cast<unsigned char *>(malloc(nnz * vtype_size(p->a->type) + 1));
    bool ok = piece && ind && val;
    if (ok) {
        cut(p->a, row, l, piece);
        copy_rows(p->a, row, count, ind, val);
        ok = upload(p, piece, ind, val, nnz, l, plan, e);
    } else
        err_nomem(e, "long rows", bytes);
    free(val);
    free(ind);
    free(piece);
    if (!ok)
        long_rows_release(l);
    return ok;
}

template <class T, int V> static void launch(const struct long_rows *l, const struct mul_plan *p)
{
    long_work<T> w = {
        .piece = (const struct piece *)l->piece,
        .ind = (const int32_t *)l->ind,
        .val = (const T *)l->val,
        .x = (const T *)p->x,
        .y = (T *)p->y,
        .sum = (T *)l->sum,
        .ticket = (unsigned *)l->ticket,
        .k = p->k,
        .ldx = p->ldx,
        .ldy = p->ldy,
        .ld = l->ld,
        .width = l->width,
    };
    multiply<T, V><<<dim3((unsigned)l->pieces, l->tiles), THREADS>>>(w);
}

bool long_rows_run(const struct long_rows *l, const struct mul_plan *p, enum vtype type, struct err *e)
{
    if (l->rows == 0)
        return true;
    if (type == VT_F64)
        l->vector == 1 ? launch<double, 1>(l, p) : launch<double, 2>(l, p);
    else
        l->vector == 1 ? launch<float, 1>(l, p) : launch<float, 4>(l, p);
    return GPU_LAUNCHED(p->device, e);
}

void long_rows_release(struct long_rows *l)
{
    cudaFree(l->ticket);
    cudaFree(l->sum);
    cudaFree(l->val);
    cudaFree(l->ind);
    cudaFree(l->piece);
    *l = {};
}
