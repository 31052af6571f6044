/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel: the contract between nzscope and what it measures: devices, problems, kernels, backends. */
#pragma once

#include "core/matrix/stats.h"
#include "core/measure/operation.h"
#include "core/measure/topology.h"

C_NAMES_BEGIN

/* The result of a transposition, A in compressed columns, in device memory. ptr holds n+1 values of 32 bits, or of 64
   if `wide` (nnz ≥ 2³¹). */
struct compressed {
    int64_t lines, nnz; /* lines = n */
    bool wide;
    void *ptr;
    int32_t *ind; /* nnz row numbers */
    void *val;
};

/* ---- device ---- */

struct device;
struct verdict;  /* core/measure/check.h */
struct division; /* core/measure/division.h */

/* The current state of a device; 0: unknown. */
struct device_state {
    double clock_mhz, memory_mhz, power_w; /* clock: of the cores, or multiprocessors */
    bool throttled;                        /* power, temperature or a slowdown signal limits the clock */
};

enum { DEVICE_LEVELS = 4 };

/* In GB/s; 0: unknown. */
struct rates {
    double read, copy;           /* of memory; copy counts bytes read and written */
    double level[DEVICE_LEVELS]; /* of reads from each of device.level */
    double peak[VT_COUNT];       /* GFLOPS from registers, by type */
};

struct bandwidth {
    struct rates all, one; /* of all threads together; of one CPU thread alone */
    double agreement;      /* the third best pass over the best, at the worst of several times */
    bool peak_computed;    /* peak is clock × units, not measured */
};

/* Memory arguments are device memory, sizes are in bytes. Any call may fail with ERR_DEVICE or ERR_MEMORY. */
struct device_ops {
    bool (*alloc)(struct device *, uint64_t bytes, void **out, struct err *);
    void (*free)(struct device *, void *);
    bool (*upload)(struct device *, void *to, const void *host, uint64_t bytes, struct err *);
    bool (*download)(struct device *, void *host, const void *from, uint64_t bytes, struct err *);
    bool (*fill)(struct device *, void *, int byte, uint64_t bytes, struct err *);
    bool (*sync)(struct device *, struct err *);             /* waits, and reports errors of finished work */
    bool (*start)(struct device *, struct err *);            /* starts the timer */
    bool (*stop)(struct device *, double *ms, struct err *); /* waits for the work since `start` and returns its time */
    bool (*flush)(struct device *, struct err *);            /* evicts the last-level cache */
    /* The best of several short passes over data that fit no cache, and over data that fit each cache. Takes about a
       second. NULL: cannot be measured. */
    bool (*bandwidth)(struct device *, struct bandwidth *, struct err *);
    /* NULL: host memory, under the host's limit. */
    bool (*memory_free)(struct device *, uint64_t *bytes, struct err *);
    /* Moves an allocation to other physical memory, keeping contents and address. NULL: impossible. */
    bool (*move)(struct device *, void *, uint64_t bytes, struct err *);
    /* CPU: applies `pin`, starts `threads` threads and reports where they run; 0: reports where a full team would run,
       without starting it. NULL: no host threads. */
    bool (*topology)(struct device *, int threads, struct topology *, struct err *);
    /* Clocks now. Fast, since it is called between samples. NULL: unknown. */
    void (*state)(struct device *, struct device_state *);
};

/* The caches of a level and their total size. */
struct cache_level {
    char name[8]; /* "L2" */
    uint64_t bytes;
    int count; /* number of caches; 0: one for all */
};

/* Process-to-process variation of the median that a single process cannot see, per side of the interval: `launch_ms`,
   at most the share `launch` of the time; the share `all`; and `drift` × the half width of the medians of blocks, for
   what moves within minutes but not within a measurement of half a second. */
struct unseen {
    double launch_ms, launch, all, drift;
};

struct device {
    char id[16];                             /* "cpu", "gpu0", "mpi" */
    char kind[8];                            /* "cpu", "gpu", "mpi", for users */
    char family[8];                          /* "cuda": kernels with this `on` run on it; "": same as its kind */
    char name[96];                           /* "NVIDIA H200" */
    char uuid[48];                           /* "" where there is none */
    uint64_t memory;                         /* bytes */
    uint64_t cache;                          /* bytes of the last-level cache */
    struct cache_level level[DEVICE_LEVELS]; /* ascending, without L1 */
    int levels;
    int threads;     /* CPU: usable threads; GPU: multiprocessors; MPI: usual number of ranks */
    int team;        /* CPU: threads of the current run, which touch its memory first; 0: all */
    bool pin;        /* CPU: pin each thread to a processor */
    char driver[48]; /* of the driver; "": none or unknown */
    struct bandwidth gbs;
    char doubt[96]; /* why the bandwidths may be too low; "": no doubt */
    struct unseen unseen;
    struct device *link; /* the device of a group through which all of X and Y go; NULL: itself */
    const struct device_ops *ops;
    void *data; /* owned by the backend */
};

/* Whether kernels with this `on` run on the device. */
bool device_runs(const struct device *, const char *family);

/* Whether a UUID begins with `prefix`, ignoring case; a prefix must be longer than "GPU-". */
bool device_uuid_begins(const char *uuid, const char *prefix);

/* ---- problem, plan, kernel ---- */

/* A tuning parameter of a kernel. */
struct param {
    const char *name, *help;
    int64_t min, max, initial;
    const char *const *choices; /* NULL, or names of 0 .. max, ending in NULL */
};

enum { PARAM_MAX = 8 };

/* An order of A's rows shared by the plans of a problem (core/matrix/similar_rows.h). hoped: a search looks worthwhile;
   only: no plan without a found order (core/measure/similar_order.h). */
struct similar_order {
    bool hoped, only, sought, found;
    int32_t *row; /* m; undefined unless found */
};

/* Shared by all plans of a problem on one device, reference-counted; created on first
   use. */
struct shared {
    void *data; /* NULL: none yet */
    uint64_t bytes;
    void (*leave)(void *data); /* drops one reference; the last one frees it */
};

/* A .nzs file and the checksum in its header. */
struct packed {
    const char *path; /* NULL: there is none */
    uint64_t sum;
};

/* What to compute. x, y and t have data only in `prepare`; at other times only their shapes are set. */
struct problem {
    enum op op;
    const struct csr *a; /* in host memory, values in the type of the run */
    const struct stats *stats;
    struct dense x, y;        /* operands in device memory, in kernel->layout */
    struct compressed t;      /* likewise */
    int threads;              /* CPU threads or MPI ranks to use, ≥ 1 */
    int64_t param[PARAM_MAX]; /* values of kernel->params */
    uint64_t limit;           /* bytes that prepare may allocate on the device */
    struct device *device;
    struct similar_order *order; /* of A; NULL: each plan finds its own */
    struct shared *shared;       /* A on the device; NULL: each plan has its own */
    struct packed packed;        /* A, in the order and type of the run */
};

/* The result of `prepare`. */
struct plan {
    void *data;
    double upload_ms; /* host to device, part of the preparation; 0 on the CPU */
    uint64_t bytes;   /* allocated on the device */
    uint64_t shared;  /* part of `bytes` that other plans of the problem use, too */
    /* Set by kernels that choose another one (core/measure/autotune.h); else "", 0 and 0. */
    char choice[96];    /* "cpu.sell.simd,GATHER=instruction" */
    double choosing_ms; /* part of the preparation: rejected candidates and all trials */
    uint64_t slots;     /* stored values of A, padding included; 0: unknown, or no padding */
    uint64_t traffic;   /* compulsory bytes of a run if the plan does not read A in CSR; else 0 */
};

/* One rank's or device's share of a run: milliseconds that add up to the run, and what it sends and
   receives. */
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
    const char *on;     /* the family of devices it runs on: "cpu", "cuda", "mpi" */
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
    /* Device bytes that `prepare` will allocate, without X, Y and T. NULL: none, and then no `expect`. */
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
    /* Building blocks keep their result in the plan, poisoned by `prepare`, and compare it with a serial one: *v.
       False: could not be compared. NULL where the operation compares. */
    bool (*verify)(void *plan_data, struct verdict *v, struct err *);
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

/* Sets the parameter ORDER to the file's order, for a kernel that found none better. */
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

/* ---- backend: the one symbol of a plug-in ---- */

enum { BACKEND_ABI = 9 };

struct backend {
    /* BACKEND_ABI, sizes of the structs above, and the number of operations when it was compiled. */
    uint32_t abi, device_size, problem_size, kernel_size, operations;
    const char *name; /* "cpu", "cuda", "cusparse" */
    const char *kind; /* the kind of device its kernels run on */
    /* Finds the devices; false: none usable, and why. Called once, by the worker thread. */
    bool (*open)(struct err *why);
    struct device *(*device)(int index); /* NULL after the last; NULL pointer: it has no devices */
    const struct kernel *const *kernels; /* ends in NULL; kernels of the same name, one per type, are adjacent */
    /* The foreign library that its kernels call, with the version loaded: "cuSPARSE 12.9.4"; after `open`. NULL: none,
       or version unknown. */
    const char *(*foreign)(void);
};

#define BACKEND_SIZES BACKEND_ABI, sizeof(struct device), sizeof(struct problem), sizeof(struct kernel), OP_COUNT
#define BACKEND_SYMBOL "nzscope_backend"
typedef const struct backend *backend_entry(void);
/* The head of the one function that a plug-in exports. */
#define BACKEND_EXPORT                                                                                                 \
    backend_entry nzscope_backend;                                                                                     \
    __attribute__((visibility("default"))) const struct backend *nzscope_backend(void)

C_NAMES_END
