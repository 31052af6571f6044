/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measurement: the outcome of measuring a kernel: a state, samples of its time, and derived figures. */
#pragma once

#include "core/measure/kernel.h"
#include "core/measure/stretched.h"

/* The most phases of a run. */
enum { MEASURE_PHASES = 6 };

/* Limits: samples wanted, and kept of a block; blocks; the fewest blocks with an interval. */
enum { MEASURE_SAMPLES = 1024, MEASURE_BLOCKS = 1024, MEASURE_BLOCKS_LEAST = 6 };

struct measure_options {
    int samples;         /* at least (10); 0: run and check once, without timing */
    double min_s, max_s; /* sampling time, at least and at most (0.3, 3) */
    bool cold;           /* flush the caches before every run */
    bool phases;         /* also time the phases of a run, if it has any */
    double until;        /* sample until the spread is at most this; 0: no target */
    double until_s;      /* but at most this long (60) */
    double patience_s;   /* wait at most this long for what other programs leave alone (no limit) */
};
struct measure_options measure_defaults(void);

enum measure_state { ST_OK, ST_FAIL, ST_UNSUPPORTED, ST_NO_DEVICE, ST_NO_MEMORY, ST_ERROR, ST_CANCELLED };
const char *measure_state_name(
    enum measure_state); /* "ok", "FAIL", "unsupported", "no device", "no memory", "error", "cancelled" */
enum err_code measure_state_code(enum measure_state); /* the exit status for this state */
enum measure_state measure_code_state(enum err_code); /* the state after such a failure */
enum err_code measure_named_code(const char *name);   /* the same by name; any other word: that of "error" */

/* Which numbers of a measurement are valid. */
enum { HAS_PREPARE = 1, HAS_TIME = 2, HAS_ERROR = 4, HAS_UPLOAD = 8, HAS_INTERVAL = 16, HAS_PHASES = 32 };

/* Why a time is unreliable. */
enum measure_flag {
    FLAG_BUSY = 1,      /* other programs used the processors */
    FLAG_THROTTLED = 2, /* the device ran below its clock */
    FLAG_ROOF = 4,      /* the roof is doubtful */
    FLAG_BLOCKS = 8,    /* fewer blocks than an interval needs */
    FLAG_WIDE = 16,     /* the spread is above INTERVAL_WIDE */
    FLAG_CROWDED = 32,  /* more threads than processors */
    FLAG_PREPARE = 64,  /* preparing may take less: other programs used the processors every time */
    FLAG_UNTIL = 128    /* the spread is above measure_options.until */
};
enum { MEASURE_FLAGS = 8 };
const char *measure_flag_name(int bit); /* of 1 << bit, in lower case */

struct measurement {
    enum measure_state state;
    char text[500]; /* why, unless ok */
    unsigned has;
    struct stretched prepare;          /* without upload… */
    double upload_ms;                  /* …of which the shortest counts, too */
    double choosing_ms;                /* part of prepare.ms: choosing a kernel */
    char choice[96];                   /* the chosen kernel; "": nothing to choose */
    int samples, repeats;              /* a sample is the mean time of `repeats` runs back to back */
    int whole_samples;                 /* see measure_sample */
    int blocks;                        /* complete blocks; each stands for a separate process */
    double block_ms[MEASURE_BLOCKS];   /* their medians… */
    double least_ms[MEASURE_BLOCKS];   /* …and the fastest sample of each */
    bool whole[MEASURE_BLOCKS];        /* those with a whole sample; if there are any, only they count in the median */
    int block_samples;                 /* of the current block, or the one just completed: */
    int block_whole;                   /* the whole ones of these, the first… */
    double sample_ms[MEASURE_SAMPLES]; /* …of the first of them */
    double last_ms, median_ms;         /* the last sample; the median of the blocks' medians */
    double mean_ms, min_ms;            /* of all samples */
    double ci_lo_ms, ci_hi_ms;         /* HAS_INTERVAL: 95% rank interval of the medians of blocks, widened by what
                                          no process sees (struct device) */
    double phase_ms[MEASURE_PHASES];   /* HAS_PHASES: medians, each phase between two calls of the timer */
    struct part part[PARTS_MAX];       /* if the kernel has any */
    int parts;
    unsigned flags;      /* enum measure_flag */
    enum vtype type;     /* of the kernel */
    int threads;         /* of the run */
    int kept;            /* CPU: one part in so many of a sample kept its processors; 0: never */
    double products;     /* nnz·k; nnz for a transposition */
    double flops, bytes; /* of a run: 2·nnz·k (0 for a transposition), compulsory bytes */
    double slowed;       /* CPU: the most that pace_measure said; 0, 1: no faster */
    double waited; /* CPU: share of the blocks' time in which a thread of ours waited for its processor; NaN: unknown */
    double err_ratio, err_abs, err_rel;
    bool filed;         /* no better order of rows was found (kernel_param_filed) */
    bool sampled_check; /* only a sample of rows was checked */
    bool cold;          /* the caches were flushed before each run */
    bool in_cache;      /* else: the working set, padding included, fits the last-level cache */
    uint64_t device_bytes;
    uint64_t slots; /* see struct plan */
};

/* Rates from the median, 0 without one: 10⁹ flops, products or compulsory bytes a second. */
double measure_gflops(const struct measurement *m);
double measure_gnnzs(const struct measurement *m);
double measure_gbs(const struct measurement *m);

/* The bound on a run: bandwidth × intensity, or the arithmetic peak where that is lower. The bandwidth is that of
   memory (CPU: read, GPU: copy), or of the first cache that can hold the compulsory bytes. Padding does not count: it
   would put a format under the lower roof of a larger cache, and thus make it look better. t of T threads reach at most
   t times what one reaches alone, and at most what all T reach; they have at most t of the caches. */
struct roof {
    const char *name, *level; /* "L2", "DRAM", "peak"; the memory or cache */
    double gbs, share;        /* of that level; of the run over the roof. 0: unknown */
    bool between;             /* CPU: the bytes nearly fill its caches, or the one below holds part: an estimate */
};
struct roof measure_roof(const struct measurement *, const struct device *);
double measure_memory_gbs(const struct device *, const struct rates *);

/* Adds a sample to the current block; completes that block. Both update the summary. whole: no thread lost its
   processor to another program meanwhile, nor shared its core (core/measure/pace.h). Where a block has such samples,
   only they count in its median: a team of threads waits at every barrier for the one that lost its processor, so one
   time slice of another program multiplies a short run. */
void measure_sample(struct measurement *m, double ms, bool whole);
void measure_block(struct measurement *m, const struct device *d);

/* Flags a measurement on `threads` threads of a processor as disturbed by other programs: its interval then extends
   down to its possible undisturbed time. */
void measure_disturbed(struct measurement *m, const struct device *d, int threads);
#define MEASURE_ALONE 0.9 /* of the fastest sample: on two cores with seven busy programs it differed by up to 11%… */
#define MEASURE_SHARED                                                                                                 \
    0.5 /* …at most, as one thread of two on a core; with ten programs by up to 28%. A run that leaves               \
           processors free may have shared its core throughout */

/* The shortest slice of Linux's scheduler: other programs leave some of the shorter samples alone. */
#define MEASURE_SLICE_MS 3

/* Half width, in ms, of the variation that one process cannot see; without `drift`. */
double measure_unseen(const struct device *d, double ms);

/* The share of the time of a team's processors that other programs took; NaN: unknown; 0 or less: none. */
double measure_taken(const struct measurement *, const struct device *, int threads);
/* 1: its threads surely ran all at once, so that its fastest samples are those of an undisturbed run; else the share of
   the fastest that such a run takes at least; 0: unknown. */
double measure_whole(const struct measurement *, const struct device *, int threads);
/* Whether other programs disturbed it; an excess of our own threads does not count. */
bool measure_is_disturbed(const struct measurement *, const struct device *, int threads);
/* The least spread that any number of blocks can give: what processes differ by, and what other programs take. */
double measure_least_spread(const struct measurement *, const struct device *, int threads);

/* The r-th smallest of n values, from 1. */
double measure_ranked(const double *value, int n, int r);
/* The median of n values and its 95% rank interval; false below MEASURE_BLOCKS_LEAST values. n ≤ MEASURE_SAMPLES. */
double measure_median(const double *value, int n);
bool measure_interval(const double *value, int n, double *lo, double *hi);
