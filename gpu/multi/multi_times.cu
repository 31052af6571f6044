/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multi_times: the time of each part of a run. */
#include "gpu/multi/multi_plan.cuh"

#include <cstdio>

static bool mark(struct multi_plan *plan, bool exchange, bool end, struct err *e)
{
    bool ok = true;
    for (int i = 0; i < plan->parts && ok; i++) {
        const struct lane *lane = &plan->gpus->lane[i];
        ok = gpu_select(lane->gpu, e) && GPU_OK(lane->gpu, cudaStreamWaitEvent(lane->exchange, lane->done, 0), e) &&
             GPU_OK(lane->gpu, cudaEventRecord(end ? lane->end : lane->begin, exchange ? lane->exchange : 0), e);
    }
    return ok;
}

static bool elapsed(struct multi_plan *plan, int repeats, double *ms, struct err *e)
{
    for (int i = 0; i < plan->parts; i++) {
        const struct lane *lane = &plan->gpus->lane[i];
        float between = 0;
        if (!gpu_select(lane->gpu, e) || !GPU_OK(lane->gpu, cudaEventElapsedTime(&between, lane->begin, lane->end), e))
            return false;
        ms[i] = between / repeats;
    }
    return true;
}

/* Each part's exchange, while all exchange at once. */
static bool time_exchange(struct multi_plan *plan, struct device *all, int repeats, double *ms, struct err *e)
{
    double total;
    bool ok = all->ops->start(all, e) && mark(plan, true, false, e);
    for (int r = 0; r < repeats && ok; r++)
        ok = multi_exchange(plan, e);
    return ok && mark(plan, true, true, e) && all->ops->stop(all, &total, e) && all->ops->sync(all, e) &&
           elapsed(plan, repeats, ms, e);
}

/* Each part's products alone. */
static bool time_local(struct multi_plan *plan, struct device *all, int repeats, double *ms, struct err *e)
{
    double total;
    bool ok = all->ops->start(all, e);
    for (int i = 0; i < plan->parts && ok; i++) {
        const struct lane *lane = &plan->gpus->lane[i];
        ok = gpu_select(lane->gpu, e) && GPU_OK(lane->gpu, cudaEventRecord(lane->begin, 0), e);
        for (int r = 0; r < repeats && ok; r++)
            for (int j = 0; j < HALO_PIECES && ok; j++)
                ok = multi_multiply(plan, i, j, e);
        ok = ok && gpu_select(lane->gpu, e) && GPU_OK(lane->gpu, cudaEventRecord(lane->end, 0), e);
    }
    return ok && all->ops->stop(all, &total, e) && all->ops->sync(all, e) && elapsed(plan, repeats, ms, e);
}

static bool time_all(struct multi_plan *plan, struct device *all, int repeats, double *ms, struct err *e)
{
    bool ok = all->ops->start(all, e);
    for (int r = 0; r < repeats && ok; r++)
        ok = multi_plan_run(plan, e);
    ok = ok && all->ops->stop(all, ms, e);
    *ms /= repeats;
    return ok;
}

/* What part i sends and receives. */
static void traffic_of(const struct multi_plan *plan, int i, double *messages, double *bytes)
{
    *messages = *bytes = 0;
    for (int s = 0; s < plan->parts; s++) {
        const int64_t in = plan->part[i].take[s].need.count, out = plan->part[s].take[i].need.count;
        *messages += (in > 0) + (out > 0);
        *bytes += (double)(in + out) * (double)plan->width;
    }
}

bool multi_plan_parts(void *plan_data, int repeats, struct part *part, int *count, struct err *e)
{
    struct multi_plan *plan = static_cast<struct multi_plan *>(plan_data);
    struct device *all = plan->gpus->all;
    double local[HALO_PARTS], exchange[HALO_PARTS], ms, messages, bytes;
    char name[40];
    if (!time_local(plan, all, repeats, local, e) || !time_exchange(plan, all, repeats, exchange, e) ||
        !time_all(plan, all, repeats, &ms, e))
        return false;
    for (*count = 0; *count < plan->parts; ++*count) {
        const int i = *count;
        snprintf(name, sizeof name, "%s%s", plan->gpus->lane[i].gpu->id, i >= plan->gpus->count ? " again" : "");
        traffic_of(plan, i, &messages, &bytes);
        part[i] = part_of(name, local[i], exchange[i], ms, messages, bytes);
    }
    return true;
}
