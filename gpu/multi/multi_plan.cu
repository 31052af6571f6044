/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/multi/multi_plan.cuh"

#include <cstring>

#include "core/base/text.h"

/* ---- preparation ---- */

static bool settle(const struct multi_plan *l, struct err *e)
{
    return l->gpus->all->ops->sync(l->gpus->all, e);
}

/* Zeroed memory on a GPU; *out is the caller's to free. */
static bool array_new(const struct lane *lane, uint64_t bytes, char **out, struct plan *plan, struct err *e)
{
    struct plan counted = {};
    void *memory = NULL;
    bool ok = gpu_select(lane->gpu, e) && gpu_alloc(lane->gpu, bytes, &memory, &counted, e) &&
              (bytes == 0 || GPU_OK(lane->gpu, cudaMemset(memory, 0, bytes), e));
    plan->bytes += counted.bytes;
    *out = static_cast<char *>(memory);
    return ok;
}

static bool take_prepare(struct multi_plan *l, int to, int from, const struct halo_need *n, struct multi_take *t,
                         struct plan *plan, struct err *e)
{
    const bool reads = gpus_read(l->gpus, to, from);
    const struct lane *lane = &l->gpus->lane[reads ? to : from];
    struct plan counted = {};
    void *row = NULL;
    t->need = *n;
    t->need.row = NULL;
    if (!n->row)
        return true;
    bool ok = gpu_select(lane->gpu, e) &&
              gpu_upload(lane->gpu, n->row, (uint64_t)n->count * sizeof *n->row, &row, &counted, e);
    t->row = static_cast<int32_t *>(row);
    plan->bytes += counted.bytes;
    plan->upload_ms += counted.upload_ms;
    return ok && (reads || array_new(lane, (uint64_t)n->count * l->width, &t->packed, plan, e));
}

/* Prepares one piece as a problem of its own, on one GPU. */
static bool piece_prepare(const struct problem *p, struct multi_plan *l, int part, const struct csr *a, char *x,
                          char *y, struct multi_piece *m, struct plan *plan, struct err *e)
{
    struct stats stats;
    struct problem own = *p;
    if (a->m == 0 || l->width == 0)
        return true;
    own.a = a;
    own.stats = &stats;
    own.x = dense_shape(a->n, p->x.k, a->type, ROW_MAJOR);
    own.y = dense_shape(a->m, p->x.k, a->type, ROW_MAJOR);
    own.x.data = x;
    own.y.data = y;
    own.limit = p->limit / (uint64_t)l->parts;
    own.device = l->gpus->lane[part].gpu;
    own.order = NULL;
    own.shared = NULL;
    own.packed = {};
    m->there = stats_compute(a, &stats, e) && l->kernel->prepare(&own, &m->plan, e);
    plan->bytes += m->plan.bytes;
    plan->upload_ms += m->plan.upload_ms;
    plan->choosing_ms += m->plan.choosing_ms;
    plan->slots += m->plan.slots ? m->plan.slots : (uint64_t)a->nnz;
    plan->traffic -= kernel_compulsory_bytes(&own) - kernel_traffic(&own, &m->plan);
    return m->there;
}

/* Adds the kernel of the part's largest piece, unless an earlier part named it. */
static void choice_add(const struct multi_part *t, const struct halo_part *h, struct plan *plan)
{
    int most = 0;
    for (int j = 1; j < HALO_PIECES; j++)
        if (h->piece[j].nnz > h->piece[most].nnz)
            most = j;
    const char *choice = t->piece[most].plan.choice;
    if (h->piece[most].nnz > 0 && !strstr(plan->choice, choice))
        text_add(plan->choice, sizeof plan->choice, "%s%s", *plan->choice ? "+" : "", choice);
}

static bool part_prepare(const struct problem *p, const struct halo *h, int i, struct multi_plan *l, struct plan *plan,
                         struct err *e)
{
    const struct halo_part *from = &h->part[i];
    const struct lane *lane = &l->gpus->lane[i];
    struct multi_part *to = &l->part[i];
    void *y = NULL;
    to->row = from->row;
    to->rows = from->rows;
    to->x_row = from->x;
    to->own = from->own;
    to->before = from->before;
    const uint64_t bytes = (uint64_t)to->rows * l->width;
    bool ok = array_new(lane, (uint64_t)from->all * l->width + 1, &to->x, plan, e) &&
              gpu_ops.alloc(lane->gpu, bytes + 1, &y, e);
    to->y = static_cast<char *>(y);
    plan->bytes += bytes;
    for (int s = 0; s < l->parts && ok; s++)
        ok = take_prepare(l, i, s, &from->need[s], &to->take[s], plan, e);
    char *at = to->y;
    for (int j = 0; j < HALO_PIECES && ok; j++) {
        char *x = to->x + (size_t)from->from[j] * l->width;
        ok = piece_prepare(p, l, i, &from->piece[j], x, at, &to->piece[j], plan, e);
        at += (size_t)from->piece[j].m * l->width;
    }
    choice_add(to, from, plan);
    return ok;
}

static void chain(struct multi_plan *l)
{
    l->next = l->gpus->plans;
    l->gpus->plans = l;
}

bool multi_plan_make(const struct problem *p, int parts, const struct kernel *kernel, struct plan *plan, struct err *e)
{
    struct halo h;
    *plan = {};
    struct multi_plan *l = static_cast<struct multi_plan *>(calloc(1, sizeof *l));
    if (!l)
        return err_nomem(e, "the plan", sizeof *l);
    l->gpus = gpus_of(p->device);
    l->kernel = kernel;
    l->x = p->x;
    l->y = p->y;
    l->width = (size_t)p->x.k * vtype_size(p->a->type);
    l->parts = parts;
    plan->data = l;
    plan->traffic = kernel_compulsory_bytes(p);
    chain(l);
    bool ok = gpus_lanes(l->gpus, parts, e) && halo_build(p->a, parts, &h, e);
    if (ok) {
        for (int i = 0; i < parts && ok; i++)
            ok = part_prepare(p, &h, i, l, plan, e);
        halo_release(&h);
    }
    ok = ok && multi_plan_load(l, e);
    return gpu_plan_end(plan, ok, multi_plan_release);
}

void multi_plan_release(void *plan_data)
{
    struct multi_plan *l = static_cast<struct multi_plan *>(plan_data), **at = &l->gpus->plans;
    struct err ignored;
    bool alive = settle(l, &ignored);
    while (*at && *at != l)
        at = &(*at)->next;
    if (*at)
        *at = l->next;
    if (alive && l->ahead) /* Y outlives the plan */
        multi_plan_store(l, &ignored);
    for (int i = 0; i < l->parts; i++) {
        struct multi_part *t = &l->part[i];
        for (struct multi_piece &m : t->piece)
            if (m.there)
                l->kernel->release(m.plan.data);
        for (int s = 0; s < l->parts; s++)
            if (t->take[s].row && gpu_select(l->gpus->lane[t->take[s].packed ? s : i].gpu, NULL)) {
                cudaFree(t->take[s].row);
                cudaFree(t->take[s].packed);
            }
        if (t->x && gpu_select(l->gpus->lane[i].gpu, NULL))
            cudaFree(t->x);
        gpu_ops.free(l->gpus->lane[i].gpu, t->y);
    }
    free(l);
}

/* ---- X and Y ---- */

static char *host_row(const struct dense *d, int64_t row)
{
    return (char *)d->data + (size_t)(row * d->ld) * vtype_size(d->type);
}

bool multi_plan_load(struct multi_plan *l, struct err *e)
{
    const size_t pitch = (size_t)l->x.ld * vtype_size(l->x.type);
    for (int i = 0; i < l->parts; i++) {
        const struct multi_part *t = &l->part[i];
        struct device *d = l->gpus->lane[i].gpu;
        if (t->own == 0 || l->width == 0)
            continue;
        if (!gpu_select(d, e) ||
            !GPU_OK(d,
                    cudaMemcpy2D(t->x + (size_t)t->before * l->width, l->width, host_row(&l->x, t->x_row), pitch,
                                 l->width, (size_t)t->own, cudaMemcpyHostToDevice),
                    e))
            return false;
    }
    return settle(l, e); /* copies that return early have arrived */
}

bool multi_plan_store(struct multi_plan *l, struct err *e)
{
    const size_t pitch = (size_t)l->y.ld * vtype_size(l->y.type);
    for (int i = 0; i < l->parts; i++) {
        const struct multi_part *t = &l->part[i];
        struct device *d = l->gpus->lane[i].gpu;
        if (t->rows == 0 || l->width == 0)
            continue;
        if (!gpu_select(d, e) || !GPU_OK(d,
                                         cudaMemcpy2D(host_row(&l->y, t->row), pitch, t->y, l->width, l->width,
                                                      (size_t)t->rows, cudaMemcpyDeviceToHost),
                                         e))
            return false;
    }
    l->ahead = false;
    return true;
}

bool multi_plan_fill(struct multi_plan *l, int byte, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < l->parts && ok; i++)
        ok = gpu_ops.fill(l->gpus->lane[i].gpu, l->part[i].y, byte, (uint64_t)l->part[i].rows * l->width, e);
    l->ahead = false;
    return ok;
}

bool multi_plan_move(struct multi_plan *l, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < l->parts && ok; i++)
        ok = gpu_ops.move(l->gpus->lane[i].gpu, l->part[i].y, (uint64_t)l->part[i].rows * l->width, e);
    return ok;
}
