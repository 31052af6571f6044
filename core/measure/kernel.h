/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel: the contract between nzscope and what it measures: problems, kernels, devices, backends. */
#pragma once

#include "core/matrix/stats.h"
#include "core/measure/operation.h"
#include "core/measure/topology.h"

C_NAMES_BEGIN

/* The result of a transposition: the compressed columns of A, in device memory. ptr holds n+1 values of 32 bits, or
   64 when `wide` (nnz ≥ 2³¹). */
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

/* A device at a moment; what is not known is 0. */
struct device_state {
    double clock_mhz, memory_mhz, power_w; /* clock: of the cores, or multiprocessors */
    bool throttled;                        /* power, heat or a brake holds the clock down */
};

enum { DEVICE_LEVELS = 4 };

/* What all threads together reach, in GB/s; 0: not measured. */
struct bandwidth {
    double read, copy;           /* of the memory; copy: bytes read and written */
    double level[DEVICE_LEVELS]; /* of reading each of device.level */
    double agreement;      /* the third best pass over memory as a share of the best: of read or copy, the lower */
    double peak[VT_COUNT]; /* GFLOPS in registers, of each type; 0: not known */
    bool peak_computed;    /* it is clock times units, not measured */
};

/* All memory arguments are the device's own; sizes in bytes. Every call may fail with ERR_DEVICE or ERR_MEMORY. */
struct device_ops {
    bool (*alloc)(struct device *, uint64_t bytes, void **out, struct err *);
    void (*free)(struct device *, void *);
    bool (*upload)(struct device *, void *to, const void *host, uint64_t bytes, struct err *);
    bool (*download)(struct device *, void *host, const void *from, uint64_t bytes, struct err *);
    bool (*fill)(struct device *, void *, int byte, uint64_t bytes, struct err *);
    bool (*sync)(struct device *, struct err *);  /* waits; reports errors of what ran */
    bool (*start)(struct device *, struct err *); /* starts the timer */
    bool (*stop)(struct device *, double *ms,
                 struct err *);                   /* waits for the work since start, and says how long it took */
    bool (*flush)(struct device *, struct err *); /* pushes everything out of the last-level cache */
    /* The best of several short passes over arrays larger than the caches, and over one that fits in each. Under 1 s.
       NULL: it cannot be known. */
    bool (*bandwidth)(struct device *, struct bandwidth *, struct err *);
    /* NULL: its memory is the host's, and the host's limit counts. */
    bool (*memory_free)(struct device *, uint64_t *bytes, struct err *);
    /* Puts what `alloc` gave into other physical memory, contents and address kept, where that is possible. NULL: it
       never is. */
    bool (*move)(struct device *, void *, uint64_t bytes, struct err *);
    /* CPU: obeys `pin` and says where `threads` threads sit, which are started for that; 0: where a full team would,
       without starting it. NULL: a device without threads of ours. */
    bool (*topology)(struct device *, int threads, struct topology *, struct err *);
    /* Clocks now. Quick: it is called between samples. NULL: a device that cannot say. */
    void (*state)(struct device *, struct device_state *);
};

/* The caches of one level, and what fits in all of them together. */
struct cache_level {
    char name[8]; /* "L2" */
    uint64_t bytes;
};

/* By how much medians still move from process to process when a process has varied all that it can, on each side:
   `launch_ms`, but no more than the share `launch` of the time; the share `all`; and `drift` times the half width that
   the medians of blocks have, for what moves in minutes and not in the half second of a measurement. */
struct unseen {
    double launch_ms, launch, all, drift;
};

struct device {
    char id[16];                             /* "cpu", "gpu0", "mpi" */
    char kind[8];                            /* "cpu", "gpu", "mpi": for users */
    char family[8];                          /* "cuda": whose kernels run on it (kernel->on); "": as its kind */
    char name[96];                           /* "NVIDIA H200" */
    char uuid[48];                           /* "" where there is none */
    uint64_t memory;                         /* bytes */
    uint64_t cache;                          /* bytes of the last-level cache */
    struct cache_level level[DEVICE_LEVELS]; /* ascending; L1 is left out */
    int levels;
    int threads;     /* CPU: threads that may be used; GPU: multiprocessors; MPI: ranks that are usual here */
    int team;        /* CPU: threads of the run under way, which write its memory first; 0: all */
    bool pin;        /* CPU: threads are wanted on processors of their own */
    char driver[48]; /* its version; "" where there is none or it is not known */
    struct bandwidth gbs;
    char doubt[96]; /* why the bandwidths may be too low; "": nothing speaks against them */
    struct unseen unseen;
    struct device *link; /* of several devices together: the one that X and Y of all go through; NULL: itself */
    const struct device_ops *ops;
    void *data; /* the backend's own */
};

/* Whether kernels whose `on` is `family` run on the device. */
bool device_runs(const struct device *, const char *family);

/* Whether a UUID begins with `prefix`, in any case of letters; a prefix is one character longer than "GPU-" at least.
 */
bool device_uuid_begins(const char *uuid, const char *prefix);

/* ---- problem, plan, kernel ---- */

/* A number that a kernel can be tuned by. */
struct param {
    const char *name, *help;
    int64_t min, max, initial;
    const char *const *choices; /* NULL, or the names of 0 .. max; ends in NULL */
};

enum { PARAM_MAX = 8 };

/* An order of A's rows that several plans of one problem share (core/matrix/similar_rows.h). */
struct similar_order {
    bool sought, found;
    int32_t *row; /* m; undefined unless found */
};

/* A file in .nzs format, and the checksum in its header. */
struct packed {
    const char *path; /* NULL: there is none */
    uint64_t sum;
};

/* What is to be computed. Only in `prepare` have x, y and t data beside their shapes. */
struct problem {
    enum op op;
    const struct csr *a; /* on the host, values already in the run's type */
    const struct stats *stats;
    struct dense x, y;        /* operands of the operation, in device memory, layout as kernel->layout */
    struct compressed t;      /* likewise */
    int threads;              /* CPU threads or MPI ranks to use, ≥ 1 */
    int64_t param[PARAM_MAX]; /* one value per entry of kernel->params */
    uint64_t limit;           /* bytes that prepare may allocate on the device */
    struct device *device;
    struct similar_order *order; /* of A; NULL: each plan that wants one seeks its own */
    struct packed packed;        /* A in this order and type */
};

/* What `prepare` made. */
struct plan {
    void *data;
    double upload_ms; /* host to device, part of the preparation; 0 on the CPU */
    uint64_t bytes;   /* allocated on the device */
    /* What kernels that choose another one (core/measure/autotune.h) have chosen, and what that took; else "", 0 and 0.
     */
    char choice[96];    /* "cpu.sell.simd,GATHER=instruction" */
    double choosing_ms; /* of the preparation: the candidates that were not taken, and all trials */
    uint64_t traffic;   /* compulsory bytes of a run of the chosen one */
};

/* What each of several ranks or devices does in a run, for people to look at: milliseconds, which add up to the run,
   and what it sends and receives. */
struct part {
    char name[16]; /* "rank 0" */
    double local_ms, exchange_ms, waiting_ms, messages, bytes;
};
enum { PARTS_MAX = 128 };

/* `all`: the run; `local`: the part's own work alone; `exchange`: alone. What of it was hidden behind the work is left
   out; the rest of the run is waiting for others. */
struct part part_of(const char *name, double local, double exchange, double all, double messages, double bytes);

struct kernel {
    const char *name;   /* device.format.variant: "cpu.csr.omp", "peer.cusparse.csr2" */
    const char *what;   /* one line */
    const char *source; /* where the method comes from; NULL: folklore */
    const char *on;     /* the family of devices: "cpu", "cuda", "mpi" */
    const char *format; /* of core/matrix/format.c, a variant of one ("csr.packed"), or nobody else's: "mkl", "auto" */
    enum op op;
    enum vtype type;
    enum layout layout; /* of X and Y; left out: row-major */
    bool peer;          /* somebody else's code: the measure, not the measured */
    bool serial; /* uses one thread whatever is asked; that of a format, by its name, is the baseline of speedup */
    bool not_repeatable;        /* the result may differ in the last bits from run to run */
    bool compressed;            /* reads less than A as CSR has it: compressed values or indices, or half of A */
    const struct param *params; /* NULL, or ends in an entry without a name */
    /* Whether this kernel can take the problem; always says why not. NULL: it can. Cheap: no pass over the entries. */
    bool (*supports)(const struct problem *, struct err *why);
    /* Device bytes that prepare will allocate (X, Y and T not included). NULL: none; not for kernels with `expect`. */
    uint64_t (*bytes)(const struct problem *);
    /* Compulsory bytes of one run; NULL: those of CSR at the run's widths (kernel_compulsory_bytes). */
    uint64_t (*traffic)(const struct problem *);
    /* What one run may cost: the bytes that it moves, divided by the share of the bandwidth that it reaches on such a
       matrix. `auto` ranks the kernels of a backend by it; it may set p->param to what suits the matrix. Infinity: not
       for this one; NULL: for none. As cheap as `supports`, and called only after it. */
    double (*expect)(struct problem *p);
    /* Converts or uploads A, and keeps in the plan where X and Y, or T, are, which run will use, and all parameters. A
       and the problem's memory outlive the plan; the problem itself and its stats do not. False: nothing is left. */
    bool (*prepare)(const struct problem *, struct plan *, struct err *);
    /* Computes the operation, as often as it is called; may return before the device is done. */
    bool (*run)(void *plan_data, struct err *);
    void (*release)(void *plan_data);
    /* Building blocks keep their result in the plan, poisoned by prepare, and compare it with a serial one: *v. False:
       it could not be compared. NULL for OP_MUL and OP_TRANSPOSE, which the caller checks. */
    bool (*verify)(void *plan_data, struct verdict *v, struct err *);
    /* How it divides the rows among its workers, for people to look at. NULL: that is not known from outside. */
    void (*divide)(const struct problem *, struct division *);
    /* A run in phases that can be timed one by one: their names, at most MEASURE_PHASES, ending in NULL, and one of
       them alone; all in order are a run. NULL: it has none. */
    const char *const *phases;
    bool (*run_phase)(void *plan_data, int phase, struct err *);
    /* The parts of `repeats` runs back to back, the first PARTS_MAX of them. NULL: it has none. */
    bool (*parts)(void *plan_data, int repeats, struct part part[PARTS_MAX], int *count, struct err *);
};

/* Those of the operation (core/measure/operation.h): compulsory bytes of one run, and device bytes of the operands. */
uint64_t kernel_compulsory_bytes(const struct problem *);
uint64_t kernel_operand_bytes(const struct problem *);

/* What has run where an order was sought in vain: its parameter ORDER becomes that of the file. */
void kernel_param_filed(const struct kernel *, int64_t param[PARAM_MAX]);

/* Whether users say how many threads or ranks it has, unless it is serial. */
bool kernel_has_team(const struct kernel *);

/* Device bytes of A in CSR at the widths plans use. */
uint64_t kernel_csr_bytes(const struct csr *a);

/* ---- backend: the one symbol of a plug-in ---- */

enum { BACKEND_ABI = 7 };

struct backend {
    /* BACKEND_ABI, sizeof of the structs above, and how many operations there were when it was compiled. */
    uint32_t abi, device_size, problem_size, kernel_size, operations;
    const char *name; /* "cpu", "cuda", "cusparse" */
    const char *kind; /* the kind of device its kernels run on */
    /* Finds the devices; false: none usable, and why. Called once, by the worker thread. */
    bool (*open)(struct err *why);
    struct device *(*device)(int index); /* NULL past the last; NULL pointer: a backend that brings none */
    const struct kernel *const *kernels; /* ends in NULL; kernels of one name (one per type) stand together */
    /* Once it is open, the foreign library that its kernels call, with the version loaded: "cuSPARSE 12.9.4". NULL:
       there is none, or its version is not known. */
    const char *(*foreign)(void);
};

#define BACKEND_SIZES BACKEND_ABI, sizeof(struct device), sizeof(struct problem), sizeof(struct kernel), OP_COUNT
#define BACKEND_SYMBOL "nzscope_backend"
typedef const struct backend *backend_entry(void);

C_NAMES_END
