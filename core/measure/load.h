/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load: how many of our processors others keep busy: the system's counters less our own. */
#ifndef NZ_LOAD_H
#define NZ_LOAD_H

struct load_mark {
    double at_s, busy_s, own_s; /* busy_s < 0: not known */
};

/* The counters now. `path`: in the format of /proc/stat, which counts in ticks of 10 ms; only processors of this
   process's affinity mask count, time stolen by the hypervisor included. */
struct load_mark load_mark(const char *path);

/* Processors' worth of time that others have had between two marks; NaN: not known, or too short a time to tell. */
double load_others(const struct load_mark *from, const struct load_mark *to);

#endif
