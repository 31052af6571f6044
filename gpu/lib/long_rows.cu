/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/lib/long_piece.cuh"

/* Pieces have EACH entries per thread; if there are more pieces than the device runs at once, up to EACH_MOST. H200:
   128 instead of 32 gained nothing on R-MAT at k = 64; the others are not measured. */
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

/* As many adjacent threads as k has vectors, at most a warp. */
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
    uint64_t sums = size_mul(pieces, size_add(size_mul((uint64_t)l.ld, value), sizeof(struct row_piece)));
    return size_add(size_mul(nnz, 4 + value), size_add(sums, size_mul(rows, 4 * (uint64_t)l.tiles)));
}

static bool upload(const struct problem *p, const struct long_row_pieces *host, const struct gpu_csr *held,
                   struct long_rows *l, struct plan *out, struct err *e)
{
    const struct device *d = p->device;
    uint64_t value = vtype_size(p->a->type), nnz = (uint64_t)host->nnz;
    uint64_t tickets = (uint64_t)l->rows * l->tiles * sizeof(unsigned);
    l->pieces = host->pieces;
    if (held) {
        l->ind = held->ind;
        l->val = held->val;
    }
    return gpu_upload(d, host->piece, (uint64_t)l->pieces * sizeof *host->piece, &l->piece, out, e) &&
           (held || (gpu_upload(d, host->ind, nnz * sizeof *host->ind, &l->ind, out, e) &&
                     gpu_upload(d, host->val, nnz * value, &l->val, out, e))) &&
           gpu_alloc(d, (uint64_t)(l->pieces * l->ld) * value, &l->sum, out, e) &&
           gpu_alloc(d, tickets, &l->ticket, out, e) && GPU_OK(d, cudaMemset(l->ticket, 0, tickets), e);
}

bool long_rows_prepare(const struct problem *p, const int64_t *row, int64_t count, const struct gpu_csr *held,
                       struct long_rows *l, struct plan *out, struct err *e)
{
    struct long_row_pieces host;
    *l = {};
    if (count == 0)
        return true;
    lay_out(p, l);
    l->rows = count;
    int64_t length = piece_length(p, l, (uint64_t)long_row_entries(p->a, row, count));
    bool ok = long_row_pieces_build(p->a, row, count, length, !held, &host, e) && upload(p, &host, held, l, out, e);
    long_row_pieces_release(&host);
    return ok;
}

template <class T, int V> static void launch(const struct long_rows *l, const struct mul_plan *plan)
{
    multiply<T, V><<<(unsigned)l->pieces * l->tiles, THREADS, THREADS * sizeof(vec<T, V>)>>>(long_work_of<T>(l, plan));
}

bool long_rows_run(const struct long_rows *l, const struct mul_plan *plan, enum vtype type, struct err *e)
{
    if (l->rows == 0)
        return true;
    if (type == VT_F64)
        l->vector == 1 ? launch<double, 1>(l, plan) : launch<double, 2>(l, plan);
    else
        l->vector == 1 ? launch<float, 1>(l, plan) : launch<float, 4>(l, plan);
    return GPU_LAUNCHED(plan->device, e);
}
