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

static char *own_rows(const struct multi_plan *plan, int i)
{
    return plan->part[i].x + (size_t)plan->part[i].before * plan->width;
}

/* Gathers the rows that `t` needs of part s into `to`, on the GPU of `lane`. */
static bool gather_rows(struct multi_plan *plan, const struct multi_take *t, int s, const struct lane *lane, char *to,
                        struct err *e)
{
    const size_t width = plan->width;
    (width % 16 == 0  ? gather_words<uint4>
     : width % 8 == 0 ? gather_words<uint2>
                      : gather_words<unsigned>)(t, width, own_rows(plan, s), to, lane->exchange);
    return GPU_LAUNCHED(lane->gpu, e);
}

/* Packs the rows of part i that others need and do not gather themselves. */
static bool pack_all(struct multi_plan *plan, int i, struct err *e)
{
    bool ok = true;
    for (int h = 0; h < plan->parts && ok; h++) {
        const struct multi_take *t = &plan->part[h].take[i];
        ok = !t->packed || gather_rows(plan, t, i, &plan->gpus->lane[i], t->packed, e);
    }
    return ok;
}

static bool wait(const struct lane *l, cudaStream_t s, cudaEvent_t event, struct err *e)
{
    return GPU_OK(l->gpu, cudaStreamWaitEvent(s, event, 0), e);
}

/* Waits until the previous product is done, since only then X has its values, and until all others have received what
   was packed for it. */
static bool send(struct multi_plan *plan, int i, struct err *e)
{
    const struct lane *lane = &plan->gpus->lane[i];
    bool ok = gpu_select(lane->gpu, e) && wait(lane, lane->exchange, lane->done, e);
    for (int h = 0; h < plan->parts && ok; h++)
        ok = h == i || wait(lane, lane->exchange, plan->gpus->lane[h].received, e);
    return ok && pack_all(plan, i, e) && GPU_OK(lane->gpu, cudaEventRecord(lane->packed, lane->exchange), e);
}

static bool receive(struct multi_plan *plan, int i, struct err *e)
{
    struct multi_part *to = &plan->part[i];
    const struct lane *lane = &plan->gpus->lane[i];
    bool ok = gpu_select(lane->gpu, e);
    for (int s = 0; s < plan->parts && ok; s++) {
        const struct multi_take *t = &to->take[s];
        const struct lane *from = &plan->gpus->lane[s];
        if (t->need.count == 0)
            continue;
        char *at = to->x + (size_t)t->need.at * plan->width;
        const char *rows = t->packed ? t->packed : own_rows(plan, s) + (size_t)t->need.first * plan->width;
        ok = wait(lane, lane->exchange, from->packed, e) &&
             (t->row && !t->packed
                  ? gather_rows(plan, t, s, lane, at, e)
                  : GPU_OK(lane->gpu,
                           cudaMemcpyPeerAsync(at, gpu_of(lane->gpu)->index, rows, gpu_of(from->gpu)->index,
                                               (size_t)t->need.count * plan->width, lane->exchange),
                           e));
    }
    return ok && GPU_OK(lane->gpu, cudaEventRecord(lane->received, lane->exchange), e);
}

bool multi_exchange(struct multi_plan *plan, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < plan->parts && ok; i++)
        ok = send(plan, i, e);
    for (int i = 0; i < plan->parts && ok; i++)
        ok = receive(plan, i, e);
    return ok;
}

/* ---- a product ---- */

bool multi_multiply(struct multi_plan *plan, int part, int piece, struct err *e)
{
    struct multi_piece *m = &plan->part[part].piece[piece];
    return !m->there || plan->kernel->run(m->plan.data, e);
}

/* First the rows that need no other part, during the exchange; then the rest. */
bool multi_plan_run(void *plan_data, struct err *e)
{
    struct multi_plan *plan = static_cast<struct multi_plan *>(plan_data);
    bool ok = true;
    plan->ahead = true;
    for (int i = 0; i < plan->parts && ok; i++)
        ok = send(plan, i, e) && multi_multiply(plan, i, 1, e);
    for (int i = 0; i < plan->parts && ok; i++)
        ok = receive(plan, i, e);
    for (int i = 0; i < plan->parts && ok; i++) {
        const struct lane *lane = &plan->gpus->lane[i];
        ok = gpu_select(lane->gpu, e) && wait(lane, 0, lane->received, e) && multi_multiply(plan, i, 0, e) &&
             multi_multiply(plan, i, 2, e) && GPU_OK(lane->gpu, cudaEventRecord(lane->done, 0), e);
    }
    return ok;
}
