/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_rowsort: rows sorted by length, so that the lanes of a warp have rows of one length; results are written through
   the permutation. */
#include "gpu/lib/mul.cuh"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/limit.h"

static const char name[] = "gpu.csr.rowsort";

enum { CLASSES = 6 };
enum { PARAM_SHARE, PARAM_BLOCK };

/* From row `first` of the sorted ones on, `lanes` lanes share out a row's entries. Ends with lanes = 1. */
struct row_class {
    int64_t first;
    int lanes;
};

struct sort_plan {
    struct mul_plan mul; /* first: mul_empty and mul_plan_new know it by this; a has the rows in sorted order */
    void *original;      /* the number of sorted row i in A */
    int across;          /* lanes side by side over the columns of X, a power of two */
    int classes;
    struct row_class cls[CLASSES + 1]; /* and the end */
};

/* Groups of across·lanes lanes, one row each: columns of X first, then entries. */
template <class T, class P>
static __global__ void __launch_bounds__(1024)
    mul(struct row_class rows, int64_t end_row, int64_t k, int across, const int32_t *__restrict__ original,
        const P *__restrict__ ptr, const int32_t *__restrict__ ind, const T *__restrict__ val, const T *__restrict__ x,
        int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    int group = across * rows.lanes, lane = (int)threadIdx.x % group, column = lane % across, first = lane / across;
    int64_t in_block = blockDim.x / group, step = gridDim.x * in_block;
    for (int64_t base = rows.first + blockIdx.x * in_block; base < end_row; base += step) {
        int64_t i = base + threadIdx.x / group;
        bool inside = i < end_row;
        P begin = inside ? ptr[i] + first : 0, end = inside ? ptr[i + 1] : 0;
        int64_t out = inside ? original[i] : 0;
        for (int64_t j0 = 0; j0 < k; j0 += across) {
            int64_t j = j0 + column;
            T sum = 0;
            if (j < k) {
#pragma unroll 4
                for (P e = begin; e < end; e += rows.lanes)
                    sum += val[e] * x[ind[e] * ldx + j];
            }
            for (int half = group / 2; half >= across; half /= 2)
                sum += __shfl_xor_sync(ALL_LANES, sum, half);
            if (inside && j < k && first == 0)
                y[out * ldy + j] = sum;
        }
    }
}

template <class T, class P> static bool launch(const struct sort_plan *l, struct err *e)
{
    const struct mul_plan *p = &l->mul;
    unsigned threads = (unsigned)(p->param[PARAM_BLOCK] / WARP * WARP);
    for (int c = 0; c < l->classes; c++) {
        int64_t first = l->cls[c].first, end = l->cls[c + 1].first;
        mul<T, P><<<gpu_grid(end - first, threads / (l->across * l->cls[c].lanes)), threads>>>(
            l->cls[c], end, p->k, l->across, (const int32_t *)l->original, (const P *)p->a.ptr, p->a.ind,
            (const T *)p->a.val, (const T *)p->x, p->ldx, (T *)p->y, p->ldy);
        if (!GPU_LAUNCHED(p->device, e))
            return false;
    }
    return true;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    const struct sort_plan *l = static_cast<const struct sort_plan *>(plan_data);
    if (mul_empty(&l->mul))
        return true;
    if (!gpu_enter(l->mul.device, name, e))
        return false;
    return (l->mul.a.wide ? launch<T, int64_t> : launch<T, uint32_t>)(l, e);
}

/* ---- preparation ---- */

static int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

/* The rows of a by falling length, rows of one length in their old order: a counting sort. */
static bool rows_sort(const struct csr *a, int64_t row_max, int32_t *original, struct err *e)
{
    uint64_t size = ((uint64_t)row_max + 2) * sizeof(int64_t);
    int64_t *place = static_cast<int64_t *>(calloc(1, size));
    if (!place)
        return err_nomem(e, "row lengths", size);
    for (int64_t i = 0; i < a->m; i++)
        place[row_max - row_length(a, i) + 1]++;
    for (int64_t c = 0; c < row_max; c++)
        place[c + 1] += place[c];
    for (int64_t i = 0; i < a->m; i++)
        original[place[row_max - row_length(a, i)]++] = (int32_t)i;
    free(place);
    return true;
}

static bool rows_gather(const struct csr *a, const int32_t *original, struct csr *b, struct err *e)
{
    size_t v = vtype_size(a->type);
    if (!csr_alloc(b, a->m, a->n, a->nnz, a->type, e))
        return false;
    b->ptr[0] = 0;
    for (int64_t i = 0; i < a->m; i++) {
        size_t from = (size_t)a->ptr[original[i]], to = (size_t)b->ptr[i], count = (size_t)row_length(a, original[i]);
        if (count > 0) {
            memcpy(b->ind + to, a->ind + from, count * sizeof *b->ind);
            memcpy((char *)b->val + to * v, (const char *)a->val + from * v, count * v);
        }
        b->ptr[i + 1] = (int64_t)(to + count);
    }
    return true;
}

/* Lanes for the entries of a row: a power of two, so that none takes more than `share` while there are lanes left. */
static int lanes_for(int64_t length, int64_t share, int most)
{
    int lanes = 1;
    while (lanes < most && lanes * share < length)
        lanes *= 2;
    return lanes;
}

static void rows_classify(const struct csr *sorted, struct sort_plan *l)
{
    int64_t share = l->mul.param[PARAM_SHARE];
    int last = 0;
    for (int64_t i = 0; i < sorted->m; i++) {
        int lanes = lanes_for(row_length(sorted, i), share, WARP / l->across);
        if (lanes != last)
            l->cls[l->classes++] = { i, last = lanes };
    }
    l->cls[l->classes] = { sorted->m, 0 };
}

static void release(void *plan_data)
{
    struct sort_plan *l = static_cast<struct sort_plan *>(plan_data);
    if (!l)
        return;
    if (gpu_select(l->mul.device, NULL)) {
        cudaFree(l->original);
        gpu_csr_release(&l->mul.a);
    }
    free(l);
}

static bool build(const struct problem *p, struct sort_plan *l, struct plan *plan, struct err *e)
{
    struct csr sorted = {};
    uint64_t size = (uint64_t)p->a->m * sizeof(int32_t);
    int32_t *original = static_cast<int32_t *>(malloc(size + 1));
    for (l->across = 1; l->across < WARP && l->across < p->x.k;)
        l->across *= 2;
    bool ok = original ? rows_sort(p->a, p->stats->row_max, original, e) && rows_gather(p->a, original, &sorted, e)
                       : err_nomem(e, "the order of rows", size);
    if (ok)
        rows_classify(&sorted, l);
    ok = ok && gpu_csr_upload(p->device, &sorted, &l->mul.a, plan, e) &&
         gpu_upload(p->device, original, size, &l->original, plan, e);
    csr_free(&sorted);
    free(original);
    return ok;
}

static uint64_t bytes(const struct problem *p)
{
    return size_add(kernel_csr_bytes(p->a), (uint64_t)p->a->m * sizeof(int32_t));
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m <= INT32_MAX)
        return true;
    return err_set(why, ERR_UNSUPPORTED, "row numbers of 32 bits end at 2^31 rows");
}

static const struct param params[] = {
    { .name = "SHARE",
      .help = "entries of a row that each lane takes",
      .min = 1,
      .max = 64,
      .initial = 4,
      .choices = NULL },
    { .name = "BLOCK", .help = "threads per block", .min = 32, .max = 1024, .initial = 256, .choices = NULL },
    {},
};

template <class T>
static constexpr struct kernel table = {
    .name = name,
    .what = "rows sorted by length, lanes per row by class, results permuted back",
    .source = "report on SpMM for graph neural networks, rows sorted",
    .on = "gpu",
    .format = "csr",
    .op = OP_MUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .prepare = mul_prepare<sort_plan, build, release>,
    .run = run<T>,
    .release = release,
};

extern const struct kernel gpu_csr_rowsort_f64 = table<double>, gpu_csr_rowsort_f32 = table<float>;
