/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load: /proc/stat and getrusage. */
#include "core/measure/load.h"

#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/clock.h"

enum { PROCESSORS = 16384 };
static const double shortest_s = 0.15; /* 15 ticks */

/* The mask of the main thread: others may be bound. */
static cpu_set_t *mask_of_process(void)
{
    cpu_set_t *set = CPU_ALLOC(PROCESSORS);
    if (set && sched_getaffinity(getpid(), CPU_ALLOC_SIZE(PROCESSORS), set) != 0) {
        CPU_FREE(set);
        set = NULL;
    }
    return set;
}

/* A line "cpu7 user nice system idle iowait irq softirq steal …" in ticks. */
static double busy_ticks(const char *line, const cpu_set_t *mask)
{
    int cpu;
    double user, nice, system, idle, wait, irq, soft, steal = 0;
    if (sscanf(line, "cpu%d %lf %lf %lf %lf %lf %lf %lf %lf", &cpu, &user, &nice, &system, &idle, &wait, &irq, &soft,
               &steal) < 8)
        return 0;
    bool ours = !mask || (cpu >= 0 && CPU_ISSET_S((size_t)cpu, CPU_ALLOC_SIZE(PROCESSORS), mask));
    return ours ? user + nice + system + irq + soft + steal : 0;
}

static double busy_s(const char *path)
{
    char line[512];
    double ticks = 0;
    FILE *f = fopen(path, "re");
    cpu_set_t *mask = f ? mask_of_process() : NULL;
    while (f && fgets(line, sizeof line, f))
        ticks += busy_ticks(line, mask);
    if (f)
        fclose(f);
    if (mask)
        CPU_FREE(mask);
    return ticks > 0 ? ticks / (double)sysconf(_SC_CLK_TCK) : -1;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

struct load_mark load_mark(const char *path)
{
    struct rusage u = { 0 };
    getrusage(RUSAGE_SELF, &u);
    return (struct load_mark){ .at_s = clock_s(),
                               .busy_s = busy_s(path),
                               .own_s = seconds(u.ru_utime) + seconds(u.ru_stime) };
}

double load_others(const struct load_mark *from, const struct load_mark *to)
{
    double elapsed = to->at_s - from->at_s;
    if (from->busy_s < 0 || to->busy_s < 0 || elapsed < shortest_s)
        return NAN;
    return fmax(0, to->busy_s - from->busy_s - (to->own_s - from->own_s)) / elapsed;
}
