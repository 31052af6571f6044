/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measurement: what measuring a kernel yields: a state, samples of its time, and what follows from them. */
#ifndef NZ_MEASUREMENT_H
#define NZ_MEASUREMENT_H

#include "core/measure/kernel.h"

enum { MEASURE_SAMPLES = 1024 };

struct measure_options {
    int samples;         /* wanted at least (10); 0: one run and its check, no speed */
    double min_s, max_s; /* sampling time, at least and at most (0.3, 3) */
    bool cold;           /* flush the caches before every run */
};
struct measure_options measure_defaults(void);

enum measure_state { ST_OK, ST_FAIL, ST_UNSUPPORTED, ST_NO_DEVICE, ST_NO_MEMORY, ST_ERROR, ST_CANCELLED };
const char *measure_state_name(
    enum measure_state); /* "ok", "FAIL", "unsupported", "no device", "no memory", "error", "cancelled" */
enum err_code measure_state_code(enum measure_state); /* what it means for the exit status */
enum err_code measure_named_code(const char *name);   /* the same, by its name; of another word: that of "error" */

/* Which numbers of a measurement are there. */
enum { HAS_PREPARE = 1, HAS_TIME = 2, HAS_ERROR = 4, HAS_UPLOAD = 8 };

struct measurement {
    enum measure_state state;
    char text[500]; /* why, unless ok */
    unsigned has;
    double prepare_ms, upload_ms;                          /* prepare without upload */
    double choosing_ms;                                    /* of prepare_ms: looking for the kernel that was chosen */
    char choice[96];                                       /* which that is; "": there was nothing to choose */
    double sample_ms[MEASURE_SAMPLES];                     /* time of one run, in order */
    int samples, repeats;                                  /* a sample is the mean of `repeats` runs back to back */
    double median_ms, mean_ms, min_ms, ci_lo_ms, ci_hi_ms; /* 95% rank interval of the median */
    double products;                                       /* nnz·k, for a transposition nnz */
    double flops, bytes;  /* of one run: 2·nnz·k (0 for a transposition), compulsory bytes */
    double interruptions; /* CPU: times a second that a thread of ours lost its processor while it was timed */
    double err_ratio;
    bool sampled_check, in_cache; /* the check saw a sample of rows; the working set fits the last-level cache */
    uint64_t device_bytes;
};

/* What follows from the median, 0 where it is not there: 10⁹ flops, products or compulsory bytes a second; and the
   device's memory bandwidth that gbs is held against (CPU: read, GPU: copy; 0: not measured) and their quotient. */
double measure_gflops(const struct measurement *m);
double measure_gnnzs(const struct measurement *m);
double measure_gbs(const struct measurement *m);
double measure_roof_gbs(const struct device *d);
double measure_roof_frac(const struct measurement *m, const struct device *d);

/* Median, mean, minimum and the 95% rank interval of n samples; sorts a copy. */
void measure_summary(const double *sample, int n, struct measurement *m);

#endif
