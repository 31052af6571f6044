/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/host.h"

#include "core/base/cgroup.h"
#include <limits.h>
#include <sched.h>
#include <stdio.h>

enum { PROCESSORS_MAX = 16384, MASK_SIZE = PROCESSORS_MAX / 8 };

/* The first line of a small file, without its newline. */
static bool line_read(const char *path, char *line, size_t size)
{
    FILE *f = fopen(path, "re");
    bool ok = f && fgets(line, (int)size, f);

    if (f)
        fclose(f);
    if (ok)
        line[strcspn(line, "\n")] = '\0';
    return ok;
}

void host_name(char *name, size_t size)
{
    FILE *f = fopen("/proc/cpuinfo", "re");
    char line[1024], model[1024] = "CPU";
    bool known = false;

    while (f && !known && fgets(line, sizeof line, f))
        known =
            sscanf(line, "model name : %1023[^\n]", model) == 1 || sscanf(line, "cpu model : %1023[^\n]", model) == 1;
    if (f)
        fclose(f);
    snprintf(name, size, "%s", model);
}

uint64_t host_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

/* ---- the control group ---- */

static double quota_v2(const char *folder)
{
    char path[PATH_MAX], line[64];
    double quota, period;

    snprintf(path, sizeof path, "%s/cpu.max", folder);
    return line_read(path, line, sizeof line) && sscanf(line, "%lf %lf", &quota, &period) == 2 && period > 0
               ? quota / period
               : INFINITY;
}

static double quota_v1(const char *folder)
{
    const double quota = cgroup_number(folder, "cpu.cfs_quota_us", NULL);
    const double period = cgroup_number(folder, "cpu.cfs_period_us", NULL);

    return quota > 0 && isfinite(quota) && period > 0 ? quota / period : INFINITY;
}

double host_quota(void)
{
    const double quota =
        fmin(cgroup_least("/sys/fs/cgroup", "", quota_v2), cgroup_least("/sys/fs/cgroup/cpu", "cpu", quota_v1));

    return isinf(quota) ? 0 : quota;
}

/* ---- processors and caches ---- */

/* The initial affinity mask of this process; binding threads does not change it. */
static const cpu_set_t *processors_allowed(void)
{
    static cpu_set_t *set;

    if (!set && (set = CPU_ALLOC(PROCESSORS_MAX)) && sched_getaffinity(0, MASK_SIZE, set)) {
        CPU_FREE(set);
        set = NULL;
    }
    return set;
}

int host_processors(void)
{
    const cpu_set_t *set = processors_allowed();
    int n = set ? CPU_COUNT_S(MASK_SIZE, set) : (int)sysconf(_SC_NPROCESSORS_ONLN);

    return n > 1 ? n : 1;
}

int host_processor_next(int from)
{
    const cpu_set_t *set = processors_allowed();

    for (int cpu = from; set && cpu < PROCESSORS_MAX; cpu++)
        if (CPU_ISSET_S((size_t)cpu, MASK_SIZE, set))
            return cpu;
    return -1;
}

bool host_bind(int processor)
{
    cpu_set_t *one = processor < 0 ? NULL : CPU_ALLOC(PROCESSORS_MAX);
    const cpu_set_t *set = processor < 0 ? processors_allowed() : one;

    if (one) {
        CPU_ZERO_S(MASK_SIZE, one);
        CPU_SET_S((size_t)processor, MASK_SIZE, one);
    }
    bool ok = set && !sched_setaffinity(0, MASK_SIZE, set);
    CPU_FREE(one);
    return ok;
}

static bool cache_file(int cpu, int index, const char *file, char *text, size_t size)
{
    char path[128];

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/%s", cpu, index, file);
    return line_read(path, text, size);
}

/* The index of processor 0's highest-level cache; -1: unknown. */
static int cache_last(void)
{
    char text[64];
    int last = -1;
    long best = 0;

    for (int i = 0; cache_file(0, i, "level", text, sizeof text); i++) {
        long level = strtol(text, NULL, 10);
        if (level > best) {
            best = level;
            last = i;
        }
    }
    return last;
}

/* "36608K" */
static uint64_t cache_size(int index)
{
    char text[64], *unit;

    if (!cache_file(0, index, "size", text, sizeof text))
        return 0;
    uint64_t size = strtoull(text, &unit, 10);
    return *unit == 'K' ? size << 10 : *unit == 'M' ? size << 20 : size;
}

/* A cache is identified by the first processor that shares it ("0-7,64-71" → 0). */
uint64_t host_cache(void)
{
    int index = cache_last();
    cpu_set_t *seen = index < 0 ? NULL : CPU_ALLOC(PROCESSORS_MAX);
    uint64_t caches = 0;

    if (seen)
        CPU_ZERO_S(MASK_SIZE, seen);
    for (int cpu = 0; seen && (cpu = host_processor_next(cpu)) >= 0; cpu++) {
        char text[512];
        if (!cache_file(cpu, index, "shared_cpu_list", text, sizeof text))
            continue;
        long first = strtol(text, NULL, 10);
        if (first < 0 || first >= PROCESSORS_MAX || CPU_ISSET_S((size_t)first, MASK_SIZE, seen))
            continue;
        CPU_SET_S((size_t)first, MASK_SIZE, seen);
        caches++;
    }
    CPU_FREE(seen);
    return index < 0 ? 0 : cache_size(index) * (caches ? caches : 1);
}

/* ---- the clock: from cpufreq if the kernel has it, else /proc/cpuinfo; idle processors are slow, so the fastest
 * counts ---- */

static double cpufreq_mhz(const char *root, int processor)
{
    char path[300];
    double khz = 0;

    snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", root, processor);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%lf", &khz) != 1)
        khz = 0;
    if (f)
        fclose(f);
    return khz / 1000;
}

static double cpuinfo_mhz(const char *root)
{
    char path[300], text[512];
    double most = 0, mhz;
    int processor = -1;

    snprintf(path, sizeof path, "%s/proc/cpuinfo", root);
    FILE *f = fopen(path, "re");
    while (f && fgets(text, sizeof text, f)) {
        sscanf(text, "processor : %d", &processor);
        bool ours = processor >= 0 && host_processor_next(processor) == processor;
        if (sscanf(text, "cpu MHz : %lf", &mhz) == 1 && ours && mhz > most)
            most = mhz;
    }
    if (f)
        fclose(f);
    return most;
}

double host_mhz(const char *root)
{
    double most = 0;

    for (int cpu = 0; (cpu = host_processor_next(cpu)) >= 0; cpu++) {
        double mhz = cpufreq_mhz(root, cpu);
        if (mhz <= 0)
            break; /* if one has no cpufreq, none has */
        most = mhz > most ? mhz : most;
    }
    return most > 0 ? most : cpuinfo_mhz(root);
}
