/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load: how busy we and others keep our processors: the system's counters, and our own. */
#pragma once

struct load_mark {
    double at_s, busy_s, own_s; /* busy_s < 0: not known; own_s: with children that have ended */
};

/* The counters now. `path`: in the format of /proc/stat, which counts in ticks of 10 ms; only processors of this
   process's affinity mask count, time stolen by the hypervisor included. */
struct load_mark load_mark(const char *path);

/* Processors' worth of time that others have had between two marks; NaN: not known, or too short a time to tell. */
double load_others(const struct load_mark *from, const struct load_mark *to);

/* The seconds that all threads of this process have spent ready to run while others had their processors; NaN: the
   system does not say. `tasks`: in the format of /proc/self/task. Source: the kernel's Documentation/scheduler/
   sched-stats.rst, /proc/<pid>/schedstat. */
double load_waited_s(const char *tasks);

/* ---- each processor ---- */

enum { LOAD_CORES = 1024, LOAD_TASKS = 2048 };

/* Shares of a processor's time; a thread's time counts where it ran last. */
struct core_load {
    int number;
    double ours, others;
};

/* The counters of each of our processors, and of each thread of this process. */
struct cores {
    double at_s; /* 0: not read yet */
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

/* Reads the counters. `stat`: as above; `tasks`: in the format of /proc/self/task. */
void cores_read(struct cores *, const char *stat, const char *tasks);
/* What they have counted between two readings, for each processor; returns how many, 0: too short a time to tell. */
int cores_load(const struct cores *from, const struct cores *to, struct core_load out[LOAD_CORES]);
