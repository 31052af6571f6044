/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/multi/multi_plan.cuh"

#include <cstring>

#include "core/base/text.h"

/* ---- preparation ---- */

static bool settle(const struct multi_plan *plan, struct err *e)
{
    return plan->gpus->all->ops->sync(plan->gpus->all, e);
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

static bool take_prepare(struct multi_plan *plan, int to, int from, const struct halo_need *n, struct multi_take *t,
                         struct plan *out, struct err *e)
{
    const bool reads = gpus_read(plan->gpus, to, from);
    const struct lane *lane = &plan->gpus->lane[reads ? to : from];
    struct plan counted = {};
    void *row = NULL;
    t->need = *n;
    t->need.row = NULL;
    if (!n->row)
        return true;
    bool ok = gpu_select(lane->gpu, e) &&
              gpu_upload(lane->gpu, n->row, (uint64_t)n->count * sizeof *n->row, &row, &counted, e);
    t->row = static_cast<int32_t *>(row);
    out->bytes += counted.bytes;
    out->upload_ms += counted.upload_ms;
    return ok && (reads || array_new(lane, (uint64_t)n->count * plan->width, &t->packed, out, e));
}

/* Prepares one piece as a problem of its own, on one GPU. */
static bool piece_prepare(const struct problem *p, struct multi_plan *plan, int part, const struct csr *a, char *x,
                          char *y, struct multi_piece *m, struct plan *out, struct err *e)
{
    struct stats stats;
    struct problem own = *p;
    if (a->m == 0 || plan->width == 0)
        return true;
    own.a = a;
    own.stats = &stats;
    own.x = dense_shape(a->n, p->x.k, a->type, ROW_MAJOR);
    own.y = dense_shape(a->m, p->x.k, a->type, ROW_MAJOR);
    own.x.data = x;
    own.y.data = y;
    own.limit = p->limit / (uint64_t)plan->parts;
    own.device = plan->gpus->lane[part].gpu;
    own.order = NULL;
    own.shared = NULL;
    own.packed = {};
    m->there = stats_compute(a, &stats, e) && plan->kernel->prepare(&own, &m->plan, e);
    out->bytes += m->plan.bytes;
    out->upload_ms += m->plan.upload_ms;
    out->choosing_ms += m->plan.choosing_ms;
    out->slots += m->plan.slots ? m->plan.slots : (uint64_t)a->nnz;
    out->traffic -= kernel_compulsory_bytes(&own) - kernel_traffic(&own, &m->plan);
    return m->there;
}

/* Adds the kernel of the part's largest piece, unless an earlier part named it. */
static void choice_add(const struct multi_part *t, const struct halo_part *h, struct plan *out)
{
    int most = 0;
    for (int j = 1; j < HALO_PIECES; j++)
        if (h->piece[j].nnz > h->piece[most].nnz)
            most = j;
    const char *choice = t->piece[most].plan.choice;
    if (h->piece[most].nnz > 0 && !strstr(out->choice, choice))
        text_add(out->choice, sizeof out->choice, "%s%s", *out->choice ? "+" : "", choice);
}

static bool part_prepare(const struct problem *p, const struct halo *h, int i, struct multi_plan *plan,
                         struct plan *out, struct err *e)
{
    const struct halo_part *from = &h->part[i];
    const struct lane *lane = &plan->gpus->lane[i];
    struct multi_part *to = &plan->part[i];
    void *y = NULL;
    to->row = from->row;
    to->rows = from->rows;
    to->x_row = from->x;
    to->own = from->own;
    to->before = from->before;
    const uint64_t bytes = (uint64_t)to->rows * plan->width;
    bool ok = array_new(lane, (uint64_t)from->all * plan->width + 1, &to->x, out, e) &&
              gpu_ops.alloc(lane->gpu, bytes + 1, &y, e);
    to->y = static_cast<char *>(y);
    out->bytes += bytes;
    for (int s = 0; s < plan->parts && ok; s++)
        ok = take_prepare(plan, i, s, &from->need[s], &to->take[s], out, e);
    char *at = to->y;
    for (int j = 0; j < HALO_PIECES && ok; j++) {
        char *x = to->x + (size_t)from->from[j] * plan->width;
        ok = piece_prepare(p, plan, i, &from->piece[j], x, at, &to->piece[j], out, e);
        at += (size_t)from->piece[j].m * plan->width;
    }
    choice_add(to, from, out);
    return ok;
}

static void chain(struct multi_plan *plan)
{
    plan->next = plan->gpus->plans;
    plan->gpus->plans = plan;
}

bool multi_plan_make(const struct problem *p, int parts, const struct kernel *kernel, struct plan *out, struct err *e)
{
    struct halo h;
    *out = {};
    struct multi_plan *plan = static_cast<struct multi_plan *>(calloc(1, sizeof *plan));
    if (!plan)
        return err_nomem(e, "the plan", sizeof *plan);
    plan->gpus = gpus_of(p->device);
    plan->kernel = kernel;
    plan->x = p->x;
    plan->y = p->y;
    plan->width = (size_t)p->x.k * vtype_size(p->a->type);
    plan->parts = parts;
    out->data = plan;
    out->traffic = kernel_compulsory_bytes(p);
    chain(plan);
    bool ok = gpus_lanes(plan->gpus, parts, e) && halo_build(p->a, parts, &h, e);
    if (ok) {
        for (int i = 0; i < parts && ok; i++)
            ok = part_prepare(p, &h, i, plan, out, e);
        halo_release(&h);
    }
    ok = ok && multi_plan_load(plan, e);
    return gpu_plan_end(out, ok, multi_plan_release);
}

void multi_plan_release(void *plan_data)
{
    struct multi_plan *plan = static_cast<struct multi_plan *>(plan_data), **at = &plan->gpus->plans;
    struct err ignored;
    bool alive = settle(plan, &ignored);
    while (*at && *at != plan)
        at = &(*at)->next;
    if (*at)
        *at = plan->next;
    if (alive && plan->ahead) /* Y outlives the plan */
        multi_plan_store(plan, &ignored);
    for (int i = 0; i < plan->parts; i++) {
        struct multi_part *t = &plan->part[i];
        for (struct multi_piece &m : t->piece)
            if (m.there)
                plan->kernel->release(m.plan.data);
        for (int s = 0; s < plan->parts; s++)
            if (t->take[s].row && gpu_select(plan->gpus->lane[t->take[s].packed ? s : i].gpu, NULL)) {
                cudaFree(t->take[s].row);
                cudaFree(t->take[s].packed);
            }
        if (t->x && gpu_select(plan->gpus->lane[i].gpu, NULL))
            cudaFree(t->x);
        gpu_ops.free(plan->gpus->lane[i].gpu, t->y);
    }
    free(plan);
}

/* ---- X and Y ---- */

static char *host_row(const struct dense *d, int64_t row)
{
    return (char *)d->data + (size_t)(row * d->ld) * vtype_size(d->type);
}

bool multi_plan_load(struct multi_plan *plan, struct err *e)
{
    const size_t pitch = (size_t)plan->x.ld * vtype_size(plan->x.type);
    for (int i = 0; i < plan->parts; i++) {
        const struct multi_part *t = &plan->part[i];
        struct device *d = plan->gpus->lane[i].gpu;
        if (t->own == 0 || plan->width == 0)
            continue;
        if (!gpu_select(d, e) ||
            !GPU_OK(d,
                    cudaMemcpy2D(t->x + (size_t)t->before * plan->width, plan->width, host_row(&plan->x, t->x_row),
                                 pitch, plan->width, (size_t)t->own, cudaMemcpyHostToDevice),
                    e))
            return false;
    }
    return settle(plan, e); /* copies that return early have arrived */
}

bool multi_plan_store(struct multi_plan *plan, struct err *e)
{
    const size_t pitch = (size_t)plan->y.ld * vtype_size(plan->y.type);
    for (int i = 0; i < plan->parts; i++) {
        const struct multi_part *t = &plan->part[i];
        struct device *d = plan->gpus->lane[i].gpu;
        if (t->rows == 0 || plan->width == 0)
            continue;
        if (!gpu_select(d, e) || !GPU_OK(d,
                                         cudaMemcpy2D(host_row(&plan->y, t->row), pitch, t->y, plan->width, plan->width,
                                                      (size_t)t->rows, cudaMemcpyDeviceToHost),
                                         e))
            return false;
    }
    plan->ahead = false;
    return true;
}

bool multi_plan_fill(struct multi_plan *plan, int byte, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < plan->parts && ok; i++)
        ok =
            gpu_ops.fill(plan->gpus->lane[i].gpu, plan->part[i].y, byte, (uint64_t)plan->part[i].rows * plan->width, e);
    plan->ahead = false;
    return ok;
}

bool multi_plan_move(struct multi_plan *plan, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < plan->parts && ok; i++)
        ok = gpu_ops.move(plan->gpus->lane[i].gpu, plan->part[i].y, (uint64_t)plan->part[i].rows * plan->width, e);
    return ok;
}
