/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/device.h"

#include <malloc.h>

#include "core/base/clock.h"
#include "cpu/device/bandwidth.h"
#include "cpu/device/host.h"
#include "cpu/device/memory.h"
#include "cpu/device/places.h"
#include "cpu/device/threads.h"
#include "cpu/device/topology.h"

/* The target of device.data. */
struct cpu_state {
    struct topology topology; /* no threads placed */
    bool ours;                /* it describes this machine */
    double begin_ms;          /* of the timer */
    unsigned char *flush;     /* written by device_flush; NULL before its first call */
    uint64_t flush_bytes;
};

static bool device_alloc(struct device *d, uint64_t bytes, void **out, struct err *e)
{
    return (*out = memory_new(bytes, "the CPU", e));
}

static void device_free(struct device *d, void *p)
{
    free(p);
}

/* The threads that will read the data written. */
static int team_of(const struct device *d)
{
    return d->team > 0 ? d->team : d->threads;
}

/* Upload and download are the same copy. */
static bool device_copy(struct device *d, void *to, const void *from, uint64_t bytes, struct err *e)
{
    if (memory_parallel(bytes) && !threads_ready(team_of(d), e))
        return false;
    memory_copy(to, from, bytes, team_of(d));
    threads_release();
    return true;
}

static bool device_fill(struct device *d, void *p, int byte, uint64_t bytes, struct err *e)
{
    if (memory_parallel(bytes) && !threads_ready(team_of(d), e))
        return false;
    memory_fill(p, byte, bytes, team_of(d));
    threads_release();
    return true;
}

static bool device_move(struct device *d, void *p, uint64_t bytes, struct err *e)
{
    if (memory_parallel(bytes) && !threads_ready(team_of(d), e))
        return false;
    bool ok = memory_move(p, bytes, team_of(d), e);
    threads_release();
    return ok;
}

static bool device_sync(struct device *d, struct err *e)
{
    threads_release();
    return true;
}

static bool device_start(struct device *d, struct err *e)
{
    struct cpu_state *s = d->data;

    if (!threads_ready(team_of(d), e)) /* bind threads before the clock starts */
        return false;
    s->begin_ms = clock_ms();
    return true;
}

static bool device_stop(struct device *d, double *ms, struct err *e)
{
    const struct cpu_state *s = d->data;

    *ms = clock_ms() - s->begin_ms;
    threads_release();
    return true;
}

/* Every thread writes its part of a buffer twice the size of the last-level cache, which evicts private caches, too. */
static bool device_flush(struct device *d, struct err *e)
{
    struct cpu_state *s = d->data;
    int threads = team_of(d);

    if (!s->flush) {
        uint64_t least = (uint64_t)d->threads * (8u << 20);
        s->flush_bytes = 2 * d->cache > least ? 2 * d->cache : least;
        s->flush = memory_new(s->flush_bytes, "flushing the caches", e);
        if (!s->flush)
            return false;
        memory_fill(s->flush, 0, s->flush_bytes, threads);
    }
    if (!threads_ready(threads, e))
        return false;
    unsigned char *buffer = s->flush;
    int64_t lines = (int64_t)(s->flush_bytes / MEMORY_LINE);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < lines; i++)
        buffer[i * MEMORY_LINE]++;
    threads_release();
    return true;
}

static bool device_bandwidth(struct device *d, struct bandwidth *out, struct err *e)
{
    bool ok = bandwidth_measure(d, out, e);

    threads_release();
    return ok;
}

static bool device_memory_free(struct device *d, uint64_t *bytes, struct err *e)
{
    *bytes = limit_free();
    return true;
}

static void device_state(struct device *d, struct device_state *s)
{
    *s = (struct device_state){ .clock_mhz = host_mhz("") };
}

/* The caches of data, all of a level together. */
static void levels_find(struct device *d, const struct topology *t)
{
    for (int i = 0; i < t->caches; i++) {
        const struct cache_kind *c = &t->cache[i];
        char name[sizeof d->level[0].name];
        snprintf(name, sizeof name, "L%d", c->level);
        bool same = d->levels > 0 && strcmp(d->level[d->levels - 1].name, name) == 0;
        if (!same && d->levels == DEVICE_LEVELS)
            continue;
        struct cache_level *l = &d->level[same ? d->levels - 1 : d->levels++];
        memcpy(l->name, name, sizeof name);
        l->bytes += c->bytes * (uint64_t)c->count;
        l->count += c->count;
    }
}

/* ---- places of threads ---- */

/* The environment variable by which the user makes OpenMP place threads; NULL: none. */
static const char *pin_elsewhere(void)
{
    static const char *const names[] = { "OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY" };

    for (size_t i = 0; i < COUNT(names); i++)
        if (getenv(names[i]))
            return names[i];
    return NULL;
}

static bool pin_wanted(void)
{
    const char *asked = getenv("NZSCOPE_PIN");

    return !asked || strcmp(asked, "0") != 0;
}

static bool pin_possible(const struct device *d)
{
    const struct cpu_state *s = d->data;

    return d->pin && s->ours && !pin_elsewhere();
}

static void pin_obey(const struct device *d)
{
    const struct cpu_state *s = d->data;

    threads_pin(pin_possible(d) ? &s->topology : NULL);
    threads_release();
}

static void pin_explain(const struct device *d, struct topology *t)
{
    const struct cpu_state *s = d->data;
    int refused = threads_refused();

    t->pinned = pin_possible(d) && !refused;
    if (pin_elsewhere())
        snprintf(t->why, sizeof t->why, "%s is set: OpenMP places them", pin_elsewhere());
    else if (!s->ours)
        snprintf(t->why, sizeof t->why, "hwloc describes another machine");
    else if (!d->pin)
        snprintf(t->why, sizeof t->why, "switched off%s", pin_wanted() ? "" : " by NZSCOPE_PIN=0");
    else if (refused)
        snprintf(t->why, sizeof t->why, "the system refuses: %s", strerror(refused));
}

/* Thread t runs on processor `number`; of two threads on one processor the first is shown. */
static void seat_show(struct topology *t, int thread, int number)
{
    for (int i = 0; i < t->processors; i++)
        if (t->processor[i].number == number && t->processor[i].thread < 0)
            t->processor[i].thread = thread;
}

static bool device_topology(struct device *d, int threads, struct topology *out, struct err *e)
{
    const struct cpu_state *s = d->data;
    int *number = NULL;
    bool ok = true;

    pin_obey(d);
    *out = s->topology;
    out->threads = threads > 0 ? threads : d->threads;
    for (int i = 0; pin_elsewhere() && i < out->processors; i++) /* the mask found is OpenMP's */
        out->processor[i].thread = SEAT_FREE;
    if (threads > 0) {
        number = calloc((size_t)threads, sizeof *number);
        ok = number ? threads_seats(threads, number, e) : err_nomem(e, "a team", (uint64_t)threads * sizeof *number);
    }
    pin_explain(d, out);
    for (int t = 0; ok && number && s->ours && t < threads; t++)
        seat_show(out, t, number[t]);
    free(number);
    if (ok && !number && (out->pinned || !s->ours))
        places_show(out);
    return ok;
}

static const struct device_ops ops = {
    .alloc = device_alloc,
    .free = device_free,
    .upload = device_copy,
    .download = device_copy,
    .fill = device_fill,
    .sync = device_sync,
    .start = device_start,
    .stop = device_stop,
    .flush = device_flush,
    .bandwidth = device_bandwidth,
    .memory_free = device_memory_free,
    .move = device_move,
    .topology = device_topology,
    .state = device_state,
};

struct device *cpu_device(void)
{
    static struct cpu_state state;
    /* On 16 shared cores, 60 of 100 pairs of processes overlapped without it, 96 with it. */
    static struct device device = { .id = "cpu", .kind = "cpu", .unseen = { .drift = 1 }, .ops = &ops, .data = &state };

    if (!device.threads) {
        threads_settle();
        host_name(device.name, sizeof device.name);
        device.memory = host_memory();
        device.cache = host_cache();
        device.threads = threads_default();
        device.pin = pin_wanted();
        state.ours = topology_find(&state.topology);
        if (state.ours)
            levels_find(&device, &state.topology);
        /* Large arrays come fresh from the system: a page lies near the thread that writes it first. */
        mallopt(M_MMAP_THRESHOLD, 2 * MEMORY_HUGE);
        mallopt(M_TRIM_THRESHOLD, 64 * MEMORY_HUGE);
        pin_obey(&device);
    }
    return &device;
}
