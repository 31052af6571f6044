/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure: prepare, run, check, warm up, sample: how a kernel gets its number. */
#ifndef NZ_MEASURE_H
#define NZ_MEASURE_H

#include "core/matrix/reorder.h"
#include "core/measure/check.h"
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

/* What the measurement is doing, told as it goes: called after every step. Returning false cancels. */
enum measure_step { STEP_PREPARE, STEP_CHECK, STEP_WARM, STEP_SAMPLE };
struct measure_watch {
    bool (*step)(void *arg, enum measure_step, const struct measurement *so_far, int wanted);
    void *arg;
};

/* What is to be measured. A is in the kernel's type; X is on the host, in any layout and type, at least k columns (its
   first k are used, rounded to the kernel's type); expect is Aᵀ for OP_TRANSPOSE. `limit`: bytes of device memory for
   all of the plan, X and Y or T. */
struct measure_job {
    const struct kernel *kernel;
    struct device *device;
    const struct csr *a;
    const struct stats *stats;
    int64_t k;
    int threads;
    int64_t param[PARAM_MAX];
    uint64_t limit;
    const struct dense *x;
    const struct reference *ref; /* OP_MUL */
    const struct csr *expect;    /* OP_TRANSPOSE */
    /* OP_MUL: A is in this order, and X and the reference are not: X is put in order on its way to the device, and Y
       back on its way from there, both outside the time of a run. NULL: A is as they are. */
    const struct reordering *order;
    struct measure_options options;
};

/* The checked result, on the host: y (row-major) of OP_MUL, or t = Aᵀ as a csr of n rows of OP_TRANSPOSE. */
struct measure_result {
    struct dense y;
    struct csr t;
};
void measure_result_free(struct measure_result *);

/* Fills m; the outcome, failures included, is in m->state and m->text. If result is not NULL, it gets what was computed
   when m->state is ST_OK, and is zeroed otherwise. A device lost for good (sticky error) returns false with *e. */
bool measure_run(const struct measure_job *, struct measure_watch, struct measurement *m, struct measure_result *result,
                 struct err *e);

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
