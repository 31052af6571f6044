/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/load.h"

#include <dirent.h>
#include <sched.h>
#include <sys/resource.h>

#include "core/base/clock.h"
#include "core/base/std.h"

enum { PROCESSORS = 16384 };
static const double shortest_s = 0.15; /* 15 ticks */

/* The main thread's mask: other threads may be bound. */
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
static bool busy_line(const char *line, const cpu_set_t *mask, int *cpu, double *ticks)
{
    double user, nice, system, idle, wait, irq, soft, steal = 0;
    if (sscanf(line, "cpu%d %lf %lf %lf %lf %lf %lf %lf %lf", cpu, &user, &nice, &system, &idle, &wait, &irq, &soft,
               &steal) < 8)
        return false;
    *ticks = user + nice + system + irq + soft + steal;
    return !mask || (*cpu >= 0 && CPU_ISSET_S((size_t)*cpu, CPU_ALLOC_SIZE(PROCESSORS), mask));
}

static double ticks_s(double ticks)
{
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

/* Returns the busy seconds of all processors; `each`, unless NULL, gets the first LOAD_CORES. */
static double busy_read(const char *path, struct cores *each)
{
    char line[512];
    double sum = 0, ticks;
    int cpu;
    FILE *f = fopen(path, "re");
    cpu_set_t *mask = f ? mask_of_process() : NULL;
    while (f && fgets(line, sizeof line, f)) {
        if (!busy_line(line, mask, &cpu, &ticks))
            continue;
        sum += ticks_s(ticks);
        if (each && each->count < LOAD_CORES) {
            each->core[each->count].number = cpu;
            each->core[each->count++].busy_s = ticks_s(ticks);
        }
    }
    if (f)
        fclose(f);
    if (mask)
        CPU_FREE(mask);
    return sum > 0 ? sum : -1;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

struct load_mark load_mark(const char *path)
{
    struct rusage u = { 0 }, c = { 0 };
    getrusage(RUSAGE_SELF, &u);
    getrusage(RUSAGE_CHILDREN, &c);
    return (struct load_mark){ .at_s = clock_s(),
                               .busy_s = busy_read(path, NULL),
                               .own_s = seconds(u.ru_utime) + seconds(u.ru_stime) + seconds(c.ru_utime) +
                                        seconds(c.ru_stime) };
}

double load_others(const struct load_mark *from, const struct load_mark *to)
{
    double elapsed = to->at_s - from->at_s;
    if (from->busy_s < 0 || to->busy_s < 0 || elapsed < shortest_s)
        return NAN;
    return fmax(0, to->busy_s - from->busy_s - (to->own_s - from->own_s)) / elapsed;
}

/* ---- waiting for a processor ---- */

/* "ran waited slices", the first two in nanoseconds. */
static double waited_read(const char *tasks, const char *id)
{
    char path[300];
    double ran, waited;
    snprintf(path, sizeof path, "%s/%.20s/schedstat", tasks, id);
    FILE *f = fopen(path, "re");
    if (!f || fscanf(f, "%lf %lf", &ran, &waited) != 2)
        waited = NAN;
    if (f)
        fclose(f);
    return 1e-9 * waited;
}

double load_waited_s(const char *tasks)
{
    double sum = NAN;
    DIR *dir = opendir(tasks);
    for (struct dirent *d; dir && (d = readdir(dir));) {
        double s = *d->d_name != '.' ? waited_read(tasks, d->d_name) : NAN;
        if (!isnan(s))
            sum = isnan(sum) ? s : sum + s;
    }
    if (dir)
        closedir(dir);
    return sum;
}

long load_preemptions(void)
{
    struct rusage u = { 0 };
    getrusage(RUSAGE_SELF, &u);
    return u.ru_nivcsw;
}

/* Fields 14, 15 and 39 of a thread's stat: ticks in user and system mode, last processor. Its name may contain ")". */
static bool task_line(const char *line, double *own_s, int *processor)
{
    double user = 0, system = 0;
    const char *at = strrchr(line, ')');
    for (int field = 2; at && field < 39; field++) {
        at = strchr(at + 1, ' ');
        if (at && field + 1 == 14)
            user = strtod(at, NULL);
        if (at && field + 1 == 15)
            system = strtod(at, NULL);
    }
    *own_s = ticks_s(user + system);
    *processor = at ? atoi(at) : -1;
    return at;
}

static void task_read(struct cores *c, const char *tasks, const char *id)
{
    char path[300], line[1024];
    snprintf(path, sizeof path, "%s/%.20s/stat", tasks, id);
    FILE *f = fopen(path, "re");
    if (!f)
        return; /* it has ended */
    if (fgets(line, sizeof line, f) && task_line(line, &c->task[c->tasks].own_s, &c->task[c->tasks].processor))
        c->task[c->tasks++].id = atoi(id);
    fclose(f);
}

void cores_read(struct cores *c, const char *stat, const char *tasks)
{
    c->count = c->tasks = 0;
    c->at_s = clock_s();
    busy_read(stat, c);
    DIR *dir = opendir(tasks);
    for (struct dirent *d; dir && c->tasks < LOAD_TASKS && (d = readdir(dir));)
        if (*d->d_name != '.')
            task_read(c, tasks, d->d_name);
    if (dir)
        closedir(dir);
}

/* 0 for a thread that started after the first reading. */
static double own_before(const struct cores *c, int id)
{
    for (int i = 0; i < c->tasks; i++)
        if (c->task[i].id == id)
            return c->task[i].own_s;
    return 0;
}

int cores_load(const struct cores *from, const struct cores *to, struct core_load out[LOAD_CORES])
{
    double elapsed = to->at_s - from->at_s;
    if (elapsed < shortest_s || from->count != to->count)
        return 0;
    for (int i = 0; i < to->count; i++)
        out[i] = (struct core_load){ .number = to->core[i].number };
    for (int i = 0; i < to->tasks; i++)
        for (int at = 0; at < to->count; at++)
            if (to->core[at].number == to->task[i].processor)
                out[at].ours += (to->task[i].own_s - own_before(from, to->task[i].id)) / elapsed;
    for (int i = 0; i < to->count; i++) {
        double busy = (to->core[i].busy_s - from->core[i].busy_s) / elapsed;
        out[i].others = fmin(1, fmax(0, busy - out[i].ours));
        out[i].ours = fmin(1, out[i].ours);
    }
    return to->count;
}
