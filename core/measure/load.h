/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load: how busy this program and others keep its processors, from the system's counters. */
#pragma once

struct load_mark {
    double at_s, busy_s, own_s; /* busy_s < 0: unknown; own_s includes ended children */
};

/* Reads the counters. `path` has the format of /proc/stat, in ticks of 10 ms. Counts the processors of our affinity
   mask, and time stolen by the hypervisor. */
struct load_mark load_mark(const char *path);

/* Processors that other programs used between two marks; NaN: unknown, or too short to tell. */
double load_others(const struct load_mark *from, const struct load_mark *to);

/* Seconds in which our threads were runnable but had no processor; NaN: unknown. `tasks` has the format of
   /proc/self/task, see the kernel's Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat. */
double load_waited_s(const char *tasks);

/* How many times a thread of this process has lost its processor to another program. */
long load_preemptions(void);

/* ---- each processor ---- */

enum { LOAD_CORES = 1024, LOAD_TASKS = 2048 };

/* Shares of a processor's time; a thread counts on the processor where it last ran. */
struct core_load {
    int number;
    double ours, others;
};

/* Counters of our processors and threads. */
struct cores {
    double at_s; /* 0: not read */
    int count, tasks;
    struct {
        int number;
        double busy_s;
    } core[LOAD_CORES];
    struct {
        int id, processor;
        double own_s;
    } task[LOAD_TASKS];
};

/* `stat` as above; `tasks` in the format of /proc/self/task. */
void cores_read(struct cores *, const char *stat, const char *tasks);
/* Loads between two readings; returns the number of processors, 0: too short to tell. */
int cores_load(const struct cores *from, const struct cores *to, struct core_load out[LOAD_CORES]);
