/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel: the table that a kernel ends in, what it prepares, and what follows from both. */
#pragma once

#include "core/measure/problem.h"

C_NAMES_BEGIN

struct check;    /* core/measure/check.h */
struct division; /* core/measure/division.h */

/* A tuning parameter of a kernel. */
struct param {
    const char *name, *help;
    int64_t min, max, initial;
    const char *const *choices; /* NULL, or names of 0 .. max, ending in NULL */
};

/* The result of `prepare`. */
struct plan {
    void *data;
    double upload_ms; /* host to device, part of the preparation; 0 on the CPU */
    uint64_t bytes;   /* allocated on the device */
    uint64_t shared;  /* part of `bytes` that other plans of the problem use, too */
    /* Set by kernels that choose another one (core/measure/autotune.h); else "" and 0. */
    char choice[96];    /* "cpu.sell.simd,GATHER=instruction" */
    int threads;        /* that a run starts, if it chose fewer than asked for; else 0 */
    double choosing_ms; /* part of the preparation: rejected candidates and all trials */
    uint64_t slots;     /* stored values of A, padding included, equal ones perhaps once; 0: unknown */
    uint64_t traffic;   /* compulsory bytes of a run if the plan does not read A in CSR; else 0 */
};

/* One rank's or device's share of a run: milliseconds that add up to the run, and what it sends and receives. */
struct part {
    char name[16]; /* "rank 0" */
    double local_ms, exchange_ms, waiting_ms, messages, bytes;
};
enum { PARTS_MAX = 128 };

/* From times measured separately: `all` of the run, `local` of the part's own work, `exchange` of its exchange.
   Exchange hidden behind work is left out; the rest of the run is waiting. */
struct part part_of(const char *name, double local, double exchange, double all, double messages, double bytes);

struct kernel {
    const char *name;   /* device.format.variant: "cpu.csr.omp", "peer.cusparse.csr2" */
    const char *what;   /* one line */
    const char *source; /* the publication of the method; NULL: folklore */
    const char *family; /* the devices it runs on: "cpu", "cuda", "mpi" */
    const char *format; /* from core/matrix/format.c, a variant of one ("csr.packed"), or its own: "mkl", "auto" */
    enum op op;
    enum vtype type;
    enum layout layout;         /* of X and Y; row-major by default */
    bool peer;                  /* another library's code, for comparison */
    bool serial;                /* one thread only; NAME.serial on CSR is the operation's baseline for speedup */
    bool not_repeatable;        /* results may differ in their last bits from run to run */
    bool compressed;            /* reads less than A in CSR: compressed values or indices, or half of A */
    const struct param *params; /* NULL, or ends in an unnamed entry */
    /* Whether the kernel supports the problem, else why not. NULL: always. Cheap: no pass over the entries. */
    bool (*supports)(const struct problem *, struct err *why);
    /* Device bytes that `prepare` will allocate, without X, Y and T. NULL: none; a kernel with `expect` has it. */
    uint64_t (*bytes)(const struct problem *);
    /* The expected cost of a run: the bytes it moves over the share of the bandwidth it reaches on such a matrix.
       `auto` ranks kernels by it; it may set p->param to suit the matrix. Infinity: unsuited; NULL: never chosen.
       Cheap, and called only if `supports` agrees. */
    double (*expect)(struct problem *p);
    /* Converts or uploads A, and stores in the plan all that `run` needs: where X and Y, or T, are, and the parameters.
       A and the problem's memory outlive the plan; the problem itself and its stats do not. False: nothing is left. */
    bool (*prepare)(const struct problem *, struct plan *, struct err *);
    /* Computes the operation at each call; may return before the device is done. */
    bool (*run)(void *plan_data, struct err *);
    void (*release)(void *plan_data);
    /* Building blocks keep their result in the plan, poisoned by `prepare`, and compare it with a serial one: *c.
       False: could not be compared. NULL where the operation compares. */
    bool (*verify)(void *plan_data, struct check *c, struct err *);
    /* How the kernel divides the rows among its workers, to show users. NULL: unknown. */
    void (*divide)(const struct problem *, struct division *);
    /* Phases of a run: their names, at most MEASURE_PHASES, ending in NULL, and a function that runs one of them; all
       in order make a run. NULL: no phases. */
    const char *const *phases;
    bool (*run_phase)(void *plan_data, int phase, struct err *);
    /* The parts of `repeats` runs back to back, the first PARTS_MAX of them. NULL: no parts. */
    bool (*parts)(void *plan_data, int repeats, struct part part[PARTS_MAX], int *count, struct err *);
};

/* From the operation (core/measure/operation.h): compulsory bytes of a run, and device bytes of the operands. */
uint64_t kernel_compulsory_bytes(const struct problem *);
uint64_t kernel_operand_bytes(const struct problem *);

/* Compulsory bytes of a run of this plan; of one that reads `matrix` bytes of A. */
uint64_t kernel_traffic(const struct problem *, const struct plan *);
uint64_t kernel_traffic_with(const struct problem *, uint64_t matrix);
/* The same, if that is less than A in CSR; else 0: it reads CSR's bytes, and padding, which is not useful traffic. */
uint64_t kernel_traffic_below(const struct problem *, uint64_t matrix);

/* Sets all parameters to their defaults; only ORDER, to the file's order, for a kernel that found none better. */
void kernel_params_initial(const struct kernel *, int64_t param[PARAM_MAX]);
void kernel_param_filed(const struct kernel *, int64_t param[PARAM_MAX]);

/* Appends "CHUNK=8", "SCHEDULE=dynamic"… to the text: all parameters, or those that differ from their defaults. */
void kernel_params_text(const struct kernel *, const int64_t *param, bool all, const char *between, char *text,
                        size_t size);

/* Whether users choose its number of threads or ranks; not if it is serial. */
bool kernel_has_team(const struct kernel *);

/* Bytes of A in CSR, with the index widths of plans. */
uint64_t kernel_csr_bytes(const struct csr *a);
/* Whether it is the baseline for speedups of its operation: serial code on CSR. */
bool kernel_is_base(const struct kernel *);

C_NAMES_END
