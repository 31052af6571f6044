/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exchange: rows of X from part to part: gathered by the receiver, or packed by the sender and copied. */
#include "gpu/multi/multi_plan.cuh"

enum { BLOCK = 256 };

/* Row r of `to` is row row[r] of `from`, in `words` words. */
template <class W>
static __global__ void gather(const int32_t *__restrict__ row, int64_t rows, int64_t words, const W *__restrict__ from,
                              W *__restrict__ to)
{
    const int64_t step = (int64_t)gridDim.x * BLOCK;
    for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < rows * words; i += step) {
        const int64_t r = i / words, w = i - r * words;
        to[i] = from[row[r] * words + w];
    }
}

template <class W>
static void gather_words(const struct multi_take *t, size_t width, const char *own, char *to, cudaStream_t s)
{
    const int64_t words = (int64_t)(width / sizeof(W));
    gather<W><<<gpu_grid(t->need.count * words, BLOCK), BLOCK, 0, s>>>(t->row, t->need.count, words, (const W *)own,
                                                                       (W *)to);
}

static char *own_rows(const struct multi_plan *l, int i)
{
    return l->part[i].x + (size_t)l->part[i].before * l->width;
}

/* Gathers the rows that `t` needs of part s into `to`, on the GPU of `lane`. */
static bool gather_rows(struct multi_plan *l, const struct multi_take *t, int s, const struct lane *lane, char *to,
                        struct err *e)
{
    const size_t width = l->width;
    (width % 16 == 0  ? gather_words<uint4>
     : width % 8 == 0 ? gather_words<uint2>
                      : gather_words<unsigned>)(t, width, own_rows(l, s), to, lane->exchange);
    return GPU_LAUNCHED(lane->gpu, e);
}

/* Packs the rows of part i that others need and do not gather themselves. */
static bool pack_all(struct multi_plan *l, int i, struct err *e)
{
    bool ok = true;
    for (int h = 0; h < l->parts && ok; h++) {
        const struct multi_take *t = &l->part[h].take[i];
        ok = !t->packed || gather_rows(l, t, i, &l->gpus->lane[i], t->packed, e);
    }
    return ok;
}

static bool wait(const struct lane *l, cudaStream_t s, cudaEvent_t event, struct err *e)
{
    return GPU_OK(l->gpu, cudaStreamWaitEvent(s, event, 0), e);
}

/* Waits until the previous product is done, since only then X has its values, and until all others have received what
   was packed for it. */
static bool send(struct multi_plan *l, int i, struct err *e)
{
    const struct lane *lane = &l->gpus->lane[i];
    bool ok = gpu_select(lane->gpu, e) && wait(lane, lane->exchange, lane->done, e);
    for (int h = 0; h < l->parts && ok; h++)
        ok = h == i || wait(lane, lane->exchange, l->gpus->lane[h].received, e);
    return ok && pack_all(l, i, e) && GPU_OK(lane->gpu, cudaEventRecord(lane->packed, lane->exchange), e);
}

static bool receive(struct multi_plan *l, int i, struct err *e)
{
    struct multi_part *to = &l->part[i];
    const struct lane *lane = &l->gpus->lane[i];
    bool ok = gpu_select(lane->gpu, e);
    for (int s = 0; s < l->parts && ok; s++) {
        const struct multi_take *t = &to->take[s];
        const struct lane *from = &l->gpus->lane[s];
        if (t->need.count == 0)
            continue;
        char *at = to->x + (size_t)t->need.at * l->width;
        const char *rows = t->packed ? t->packed : own_rows(l, s) + (size_t)t->need.first * l->width;
        ok = wait(lane, lane->exchange, from->packed, e) &&
             (t->row && !t->packed
                  ? gather_rows(l, t, s, lane, at, e)
                  : GPU_OK(lane->gpu,
                           cudaMemcpyPeerAsync(at, gpu_of(lane->gpu)->index, rows, gpu_of(from->gpu)->index,
                                               (size_t)t->need.count * l->width, lane->exchange),
                           e));
    }
    return ok && GPU_OK(lane->gpu, cudaEventRecord(lane->received, lane->exchange), e);
}

bool multi_exchange(struct multi_plan *l, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < l->parts && ok; i++)
        ok = send(l, i, e);
    for (int i = 0; i < l->parts && ok; i++)
        ok = receive(l, i, e);
    return ok;
}

/* ---- a product ---- */

bool multi_multiply(struct multi_plan *l, int part, int piece, struct err *e)
{
    struct multi_piece *m = &l->part[part].piece[piece];
    return !m->there || l->kernel->run(m->plan.data, e);
}

/* First the rows that need no other part, during the exchange; then the rest. */
bool multi_plan_run(void *plan_data, struct err *e)
{
    struct multi_plan *l = static_cast<struct multi_plan *>(plan_data);
    bool ok = true;
    l->ahead = true;
    for (int i = 0; i < l->parts && ok; i++)
        ok = send(l, i, e) && multi_multiply(l, i, 1, e);
    for (int i = 0; i < l->parts && ok; i++)
        ok = receive(l, i, e);
    for (int i = 0; i < l->parts && ok; i++) {
        const struct lane *lane = &l->gpus->lane[i];
        ok = gpu_select(lane->gpu, e) && wait(lane, 0, lane->received, e) && multi_multiply(l, i, 0, e) &&
             multi_multiply(l, i, 2, e) && GPU_OK(lane->gpu, cudaEventRecord(lane->done, 0), e);
    }
    return ok;
}
