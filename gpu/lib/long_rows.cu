/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long_rows: cutting long rows into pieces, and a kernel for them alone. */
#include "gpu/lib/long_piece.cuh"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/limit.h"

/* Pieces have EACH entries a thread, and when there are more than the device takes at once, up to EACH_MOST. */
enum { THREADS = 256, EACH = 32, EACH_MOST = 128, PIECE_MOST = 2048, PIECES_PER_SM = 16 };

template <class T, int V> static __global__ void __launch_bounds__(THREADS) multiply(const long_work<T> w)
{
    long_piece<T, V>(w, blockIdx.x);
}

/* ---- the plan ---- */

static int64_t piece_length(const struct problem *p, const struct long_rows *l, uint64_t nnz)
{
    int64_t ways = THREADS / l->width, share = (int64_t)nnz / (PIECES_PER_SM * std::max(p->device->threads, 1));
    return std::min<int64_t>(std::max(ways * EACH, std::min(ways * EACH_MOST, share)), PIECE_MOST);
}

/* As many threads side by side as k has vectors, at most a warp. */
static void lay_out(const struct problem *p, struct long_rows *l)
{
    l->vector = mul_vector(p);
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
    uint64_t value = vtype_size(p->a->type), pieces = rows + nnz / (uint64_t)piece_length(p, &l, 0);
    uint64_t sums = size_mul(pieces, size_add(size_mul((uint64_t)l.ld, value), sizeof(struct piece)));
    return size_add(size_mul(nnz, 4 + value), size_add(sums, size_mul(rows, 4 * (uint64_t)l.tiles)));
}

static int64_t row_length(const struct csr *a, int64_t i)
{
    return a->ptr[i + 1] - a->ptr[i];
}

static void cut(const struct csr *a, const int64_t *row, int64_t most, struct long_rows *l, struct piece *piece)
{
    int64_t begin = 0, at = 0;
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
    lay_out(p, l);
    l->rows = count;
    uint64_t nnz = 0;
    for (int64_t r = 0; r < count; r++)
        nnz += (uint64_t)row_length(p->a, row[r]);
    int64_t most = piece_length(p, l, nnz);
    for (int64_t r = 0; r < count; r++)
        l->pieces += std::max<int64_t>(1, (row_length(p->a, row[r]) + most - 1) / most);
    uint64_t bytes = nnz * (4 + vtype_size(p->a->type)) + (uint64_t)l->pieces * sizeof(struct piece);
    struct piece *piece = static_cast<struct piece *>(malloc((size_t)l->pieces * sizeof *piece));
    int32_t *ind = static_cast<int32_t *>(malloc(nnz * sizeof *ind + 1));
    unsigned char *val = static_cast<unsigned char *>(malloc(nnz * vtype_size(p->a->type) + 1));
    bool ok = piece && ind && val;
    if (ok) {
        cut(p->a, row, most, l, piece);
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
    multiply<T, V><<<(unsigned)l->pieces * l->tiles, THREADS, THREADS * sizeof(vec<T, V>)>>>(long_work_of<T>(l, p));
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
