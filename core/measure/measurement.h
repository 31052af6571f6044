/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measurement: what measuring a kernel yields: a state, samples of its time, and what follows from them. */
#pragma once

#include "core/measure/kernel.h"

/* Phases that a run may have. */
enum { MEASURE_PHASES = 6 };

/* Samples that can be wanted, and kept of a block; blocks of samples; as few of these as have an interval. */
enum { MEASURE_SAMPLES = 1024, MEASURE_BLOCKS = 1024, MEASURE_BLOCKS_LEAST = 6 };

struct measure_options {
    int samples;         /* wanted at least (10); 0: one run and its check, no speed */
    double min_s, max_s; /* sampling time, at least and at most (0.3, 3) */
    bool cold;           /* flush the caches before every run */
    bool phases;         /* time the phases of a run, too, where the kernel has them */
    double until;        /* goes on until the spread is at most that; 0: does not */
    double until_s;      /* but at most for so long (60) */
};
struct measure_options measure_defaults(void);

enum measure_state { ST_OK, ST_FAIL, ST_UNSUPPORTED, ST_NO_DEVICE, ST_NO_MEMORY, ST_ERROR, ST_CANCELLED };
const char *measure_state_name(
    enum measure_state); /* "ok", "FAIL", "unsupported", "no device", "no memory", "error", "cancelled" */
enum err_code measure_state_code(enum measure_state); /* what it means for the exit status */
enum err_code measure_named_code(const char *name);   /* the same, by its name; of another word: that of "error" */

/* Which numbers of a measurement are there. */
enum { HAS_PREPARE = 1, HAS_TIME = 2, HAS_ERROR = 4, HAS_UPLOAD = 8, HAS_INTERVAL = 16, HAS_PHASES = 32 };

/* Why a time is to be taken with care. */
enum measure_flag {
    FLAG_BUSY = 1,      /* others took the processors */
    FLAG_THROTTLED = 2, /* the device ran below its clock */
    FLAG_ROOF = 4,      /* the roof is in doubt */
    FLAG_BLOCKS = 8,    /* fewer blocks than an interval needs */
    FLAG_WIDE = 16,     /* the spread is above MEASURE_WIDE */
    FLAG_CROWDED = 32   /* more threads than processors */
};
enum { MEASURE_FLAGS = 6 };
#define MEASURE_WIDE 0.25
const char *measure_flag_name(int bit); /* of 1 << bit: the flag in small letters */

struct measurement {
    enum measure_state state;
    char text[500]; /* why, unless ok */
    unsigned has;
    double prepare_ms, upload_ms; /* prepare without upload */
    double choosing_ms;           /* of prepare_ms: looking for the kernel that was chosen */
    char choice[96];              /* which that is; "": there was nothing to choose */
    int samples, repeats;         /* a sample is the time of one run, the mean of `repeats` back to back */
    int blocks; /* that are complete; each is a part of the samples, taken as in a process of its own */
    double block_ms[MEASURE_BLOCKS];   /* their medians */
    int block_samples;                 /* of the block under way or just completed: */
    double sample_ms[MEASURE_SAMPLES]; /* the first of them */
    double last_ms, median_ms;         /* the last sample; the median of the medians of blocks */
    double mean_ms, min_ms;            /* of all samples */
    double ci_lo_ms, ci_hi_ms;         /* HAS_INTERVAL: 95% rank interval of the medians of blocks, widened by what
                                          no process sees (struct device) */
    double phase_ms[MEASURE_PHASES];   /* HAS_PHASES: medians, each phase between two calls of the timer */
    struct part part[PARTS_MAX];       /* of a kernel that has them */
    int parts;
    unsigned flags;      /* enum measure_flag */
    double products;     /* nnz·k, for a transposition nnz */
    double flops, bytes; /* of one run: 2·nnz·k (0 for a transposition), compulsory bytes */
    double waited; /* CPU: share of the time in blocks that a thread of ours waited for its processor; NaN: not known */
    double err_ratio, err_abs, err_rel;
    bool filed;                   /* another order of rows was sought in vain (kernel_param_filed) */
    bool sampled_check, in_cache; /* the check saw a sample of rows; the working set fits the last-level cache */
    uint64_t device_bytes;
};

/* What a run is held against: the bandwidth of the memory (CPU: read, GPU: copy), or of the cache that its working set
   fits in. */
struct roof {
    const char *level; /* "L2", "DRAM" */
    double gbs;        /* 0: not measured */
};
struct roof measure_roof(const struct measurement *, const struct device *);
struct roof measure_memory_roof(const struct device *);

/* What follows from the median, 0 where it is not there: 10⁹ flops, products or compulsory bytes a second; and gbs as
   a share of the roof. */
double measure_gflops(const struct measurement *m);
double measure_gnnzs(const struct measurement *m);
double measure_gbs(const struct measurement *m);
double measure_roof_frac(const struct measurement *m, const struct device *d);

/* Takes a sample into the block under way; completes that block. Both bring the summary up to date. */
void measure_sample(struct measurement *m, double ms);
void measure_block(struct measurement *m, const struct device *d);

/* What one process cannot see of a time, in milliseconds on each side; `drift` apart. */
double measure_unseen(const struct device *d, double ms);

/* The median of n values, and the 95% rank interval of it: false below MEASURE_BLOCKS_LEAST values, which have none.
   n ≤ MEASURE_SAMPLES. */
double measure_median(const double *value, int n);
bool measure_interval(const double *value, int n, double *lo, double *hi);
