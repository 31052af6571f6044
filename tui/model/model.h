/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model: what a front end knows: a fold of the engine's events. Only model_apply changes it. */
#pragma once

#include "core/matrix/stats.h"
#include "core/measure/topology.h"
#include "core/protocol/command.h"
#include "tui/link/take.h"

/* The most that is kept: of what an engine has, of the machine, of a matrix and a kernel's work on it, of a session. */
enum { MODEL_DEVICES = 32, MODEL_KERNELS = 256, MODEL_PARAMS = 8, MODEL_FORMATS = 32, MODEL_OPERATIONS = 32 };
enum { MODEL_LEVELS = 4, MODEL_CORES = 1024, MODEL_TRACE = 64 };
enum { MODEL_WINDOW = 64, MODEL_BINS = 32, MODEL_UNITS = 256 };
enum { MODEL_RUNS = 4096, MODEL_NOTICES = 64, MODEL_LOOKS = 32, MODEL_REFUSALS = 64 };

struct model_level {
    char name[16];     /* "L3", "DRAM" */
    char both[40];     /* "L2 and L3": the levels between whose bandwidths gbs lies; "": it is this one's */
    double bytes, gbs; /* 0: not known */
    double one_gbs;    /* of one thread alone; 0: not known */
    int caches;        /* that the bytes are spread over; 0: one */
    int threads;       /* that reach gbs; 0: all of the device, or not known */
};

struct model_device {
    char id[16], kind[8], name[96];
    double read_gbs, copy_gbs;        /* 0: unknown */
    double peak_f64, peak_f32;        /* GFLOPS, likewise */
    double one_gbs, one_f64, one_f32; /* what one thread alone reads and computes, likewise */
    int threads, levels;
    struct model_level level[MODEL_LEVELS]; /* caches, smallest first */
    char roof_doubt[96];                    /* why these may be too low: "71.9 GB/s, then 40.5" */
};

struct model_param {
    char name[32], help[120];
    int64_t min, max, initial;
    char choices[120]; /* "static dynamic guided", or "" */
};

struct model_kernel {
    char name[64], what[160], source[200], on[8], format[16], op[16];
    bool f64, f32, peer, serial, ready;
    char why[400]; /* why not ready */
    struct model_param param[MODEL_PARAMS];
    int params;
    /* from `supports`, for the current problem; known: such an event has arrived */
    bool known, ok;
    char why_not[400];
};

/* That a kernel refused a problem only once it was to run, which `supports` does not know. */
struct model_refusal {
    char kernel[64], matrix[128], reorder[16], type[8], why[400];
    int64_t k;
};

/* What kernels compute. `flops`: speed is in GFLOPS, else in Gnnz/s; `columns`: X has k columns; else without k. */
struct model_operation {
    char name[16], what[160];
    bool flops, columns, reorders;
};

struct model_format {
    char name[16], what[160];
    bool known;
    double bytes, slots, padding;
    int block; /* rows and columns of a block; 0: it has no blocks */
    char verdict[16], why[300];
};

struct model_matrix {
    bool open;
    char name[128], source[512], title[256], field[16], symmetry[24], why[300];
    bool runnable;
    int64_t rows, cols, nnz, duplicates, zeros, nonfinite;
    char reorder[16]; /* "": the order of the file */
    double bytes, open_ms, reorder_ms;
    int64_t was_lower, was_upper, profile, was_profile; /* before reordering */
    double row_mean, row_std, pattern_symmetry, value_symmetry, value_skew;
    double row_median;
    int64_t row_max, row_min, empty_rows, empty_cols, col_max;
    int64_t bandwidth_lower, bandwidth_upper, diagonal, diagonals;
    int bins;
    int64_t bin_rows[STATS_BINS], bin_nnz[STATS_BINS]; /* log2 bins */
    int linear_bins;
    int64_t linear_max;
    int64_t linear_rows[COMMAND_BINS_MAX], linear_nnz[COMMAND_BINS_MAX]; /* equal bins, after `histogram` */
};

struct model_spy {
    int rows, cols;
    int64_t from[2], to[2];
    char *cells; /* rows × cols of '.', '0'..'9' */
    int64_t max; /* entries in the fullest cell */
};

/* What is kept of a matrix when another is opened, for comparisons: one for each order of its rows. */
struct model_look {
    int id; /* never reused */
    struct model_matrix matrix;
    struct model_spy spy; /* of the whole matrix; no cells: not drawn yet */
};

struct model_entry {
    int64_t i, j;
    double value;
};

/* The entries of rows from[0]..to[0] and columns from[1]..to[1] (half open), row after row, columns ascending. */
struct model_window {
    bool known;
    int64_t from[2], to[2];
    int64_t all[2];                                    /* rows and columns of the matrix */
    int64_t first[MODEL_WINDOW], length[MODEL_WINDOW]; /* of complete rows: the first entry, and how many */
    int64_t longest;                                   /* row of the matrix */
    double rest[MODEL_WINDOW];                         /* the sum of each row's entries outside; NaN: unknown */
    int64_t place[MODEL_WINDOW], slots[MODEL_WINDOW];  /* where SELL sorts them, and their slots there */
    int entries;
    struct model_entry entry[MODEL_WINDOW * MODEL_WINDOW];
};

/* How a kernel divides the rows of the matrix: units of rows, and the work of each. No rule: unknown. */
struct model_work {
    char kernel[64], rule[120], worker[16], counts[24]; /* counts: what the work is of; "": entries or slots */
    int64_t k, units, rows, most, sum, x_rows;          /* rows: of each unit; 0: they differ */
    int64_t halo, halo_most; /* rows of X needed from other units: in all, and the most of any unit; 0: none */
    double x_fetched, imbalance;
    int threads, workers, bins, each;
    bool dealt, inside;                            /* inside: units are cut inside rows */
    int64_t bin[MODEL_BINS];                       /* units by work, in equal steps up to `most` */
    int64_t first[MODEL_UNITS], work[MODEL_UNITS]; /* of each unit: its first row, and its work */
};

/* One run: a bar. Unknown members are NaN (times, rates) or "". */
struct model_run {
    int id, index, of;
    int nth, runs; /* the same two without what is refused before it runs */
    int purpose;   /* model.purpose when it began */
    char matrix[128], kernel[64], op[16], type[8], device[16], params[120], cache[8];
    char choice[96];     /* the choice of a kernel that chooses, else "" */
    bool flops, columns; /* as of its operation */
    /* as of its kernel; where no event has told of that, as in an old table, as names say */
    bool library, serial, on_gpu, ranks; /* ranks: its threads are those of MPI */
    int64_t k;
    int threads;
    char reorder[16];
    double reorder_ms, plain_ms, pays_after;
    double scaling, nnz_per_s, prepare_products;
    double slots;      /* stored values of A, padding included, equal ones perhaps once; NaN: unknown */
    int64_t nnz, rows; /* of the matrix; 0: unknown */
    char peer[64];     /* the fastest library, the baseline of pays_after and prepare_products */
    char step[16];     /* "prepare", "check", "warm", "sample"; "" when finished */
    char status[16];   /* "" while it runs */
    char text[400];
    json_t *event;    /* its measurement; NULL while it runs */
    bool saved;       /* to a file that the user named */
    char flags[64];   /* "busy,wide": why its number is doubtful */
    char unclear[40]; /* "speedup,library": ratios that the intervals leave open */
    int samples, wanted;
    double speedup_least; /* over a disturbed base: from its lower end; else 0 */
    double time_ms, ci_lo_ms, ci_hi_ms, gflops, gnnzs, gbs, roof_gbs, roof_frac, speedup, err_ratio, prepare_ms,
        upload_ms, choosing_ms; /* choosing_ms: the part of prepare_ms spent on kernels that were not chosen */
    char roof[16];              /* the level or peak that roof_frac refers to: "L2", "DRAM", "peak"; "": unknown */
    char level[16];             /* the level of roof_gbs: "L2", "DRAM" */
    bool in_cache, sampled_check;
};

/* Whether a kernel of this name takes one thread, however many it is given. */
bool model_names_serial(const char *kernel);
/* How many threads it ran with: a kernel that chooses may take fewer than it was given. */
int model_run_threads(const struct model_run *);

/* A measurement, or a row of a table, by itself. */
void model_run_of(const json_t *, struct model_run *);
/* The place of a `run` or `measurement` among the runs of its command, and their number. */
void model_run_count(const json_t *event, int *nth, int *runs);
/* A choice, without the prefix that it shares with the kernel that chose: "csr.omp" of "cpu.csr.omp" by cpu.auto. */
const char *model_choice(const char *kernel, const char *choice);

/* The parameters "NAME=VALUE …" except those named in `but`, separated by blanks; case is ignored. */
void model_params(const char *params, const char *but, char *out, size_t size);

/* Whether the arithmetic peak bounds it. */
static inline bool model_run_at_peak(const struct model_run *r)
{
    return strcmp(r->roof, "peak") == 0;
}

/* How long a kernel that chooses took for that, apart from preparing its choice; 0: it does not, or it is unknown. */
static inline double model_run_choosing(const struct model_run *r)
{
    return r->choice[0] && r->choosing_ms > 0 && r->prepare_ms > r->choosing_ms ? r->choosing_ms : 0;
}

/* The time of its preparation, with the upload, without choosing; NaN: unknown. */
static inline double model_run_prepare(const struct model_run *r)
{
    return r->prepare_ms + fmax(r->upload_ms, 0) - model_run_choosing(r);
}

/* Whether it passed its check and has a speed. */
static inline bool model_run_ok(const struct model_run *r)
{
    return strcmp(r->status, "ok") == 0;
}

/* Its device without the machine that recorded runs name before it: "cpu" of "rec. cpu". */
static inline const char *model_run_device(const struct model_run *r)
{
    const char *blank = strrchr(r->device, ' ');
    return blank ? blank + 1 : r->device;
}

/* A sample: its time, its bandwidth, and the bandwidth's share of the roof (NaN: unknown). */
struct model_sample {
    int run; /* its id */
    double ms, gbs, roof_frac;
};

/* The machine during runs; known: such an event has arrived since they began. 0: unknown. */
struct model_load {
    bool known;
    int cmd; /* of the current run */
    char device[16];
    double clock_mhz, power_w, memory_used;
    int cores, ours[MODEL_CORES], others[MODEL_CORES]; /* percent of each processor's time */
    struct model_sample trace[MODEL_TRACE];            /* the newest samples, oldest first */
    int traced;
};

/* What a tour said when it was recorded; text "": nothing. */
struct model_caption {
    char text[600];
    int step, steps; /* from 1 */
};

struct model {
    bool ready;
    struct model_device device[MODEL_DEVICES];
    int devices;
    bool has_topology;
    struct topology topology; /* of the CPU */
    struct model_kernel kernel[MODEL_KERNELS];
    int kernels;
    struct model_operation operation[MODEL_OPERATIONS];
    int operations;
    struct model_format format[MODEL_FORMATS];
    int formats;
    char format_type[8]; /* value type in the costs of formats */
    struct model_matrix matrix;
    struct model_spy spy;
    struct model_window spied; /* the window that `spy` shows, if any */
    struct model_window window;
    struct model_look look[MODEL_LOOKS]; /* in order of opening; when full, the oldest is dropped */
    int looks, looked;                   /* in the list; since the start */
    struct model_work work;
    struct model_refusal refusal[MODEL_REFUSALS]; /* a ring… */
    int refusals;                                 /* …and how many there were since the start */
    int threads;                                  /* of the last `supports` */
    int64_t supports_k;                           /* columns of X in the last `supports` */
    struct model_run run[MODEL_RUNS];             /* oldest first; when full, the oldest is dropped */
    int runs;
    int first;   /* the pictures of runs begin here: earlier runs are hidden */
    int purpose; /* of future runs: a number chosen by the front end */
    struct model_load load;
    char notice[MODEL_NOTICES][300]; /* a ring, newest last */
    int notices, noted;              /* in the ring; since the start */
    struct model_caption caption;
    char progress_what[48];
    double progress_done, progress_total;
    bool progressing;
    int done_status; /* of the last `done` */
    char done_text[500];
};

struct model *model_new(void);
void model_free(struct model *);
/* Folds in one event. Ignores unknown and invalid events. */
void model_apply(struct model *, const json_t *event);
/* The names of the events that it takes, ending in NULL: number i. */
const char *model_event(size_t i);
/* The device of this id, or NULL. */
const struct model_device *model_device(const struct model *, const char *id);
/* The smallest cache of a device that holds this many bytes, or its memory, and what so many threads (0: all) reach, as
   runs are compared with it; all of them where it is not known what one does. */
struct model_level model_level_of(const struct model_device *, double bytes, int threads);
/* "L3", or "L2 and L3" where its bandwidth lies between those of both. */
const char *model_level_text(const struct model_level *);
/* The same for the level of that name that a run was compared with; another name is left as it is. Returns out. */
char *model_run_level(const struct model *, const struct model_run *, const char *name, char out[TEXT_SIZE]);
/* The threads whose bandwidth a run on so many is compared with; 0: all of the device, or not known. */
int model_level_threads(const struct model_device *, const char *level, int threads);
/* The arithmetic peak of so many threads for values of a type, GFLOPS, likewise; INFINITY: unknown. */
double model_peak(const struct model_device *, const char *type, int threads);
/* The operation of this name; NULL: unknown to the engine. */
const struct model_operation *model_operation(const struct model *, const char *name);
/* Whether a kernel of the operation (NULL: of any) matches the globs; ERR_USAGE says whether one of another operation
   does, or a similar one. */
bool model_kernels_match(const struct model *, const char *operation, const char *globs, struct err *);
/* The indices of the formats with known costs; returns how many. */
int model_formats_known(const struct model *, int out[MODEL_FORMATS]);
/* The kernel of this name, which ends at a comma: a choice has parameters after it; NULL: unknown to the engine. */
const struct model_kernel *model_kernel(const struct model *, const char *name);

/* Whether speedups of this measurement are over `base`, as far as problems tell. */
bool model_is_base(const json_t *base, const json_t *measurement);
/* Sets how many times as fast the measurement is as `base`, and whether the intervals leave that open. */
void model_speedup(json_t *measurement, const json_t *base);
/* A measurement with the ratios that came later; a new reference. */
json_t *model_completed(const json_t *measurement, const json_t *ratios);

/* Forgets the runs of a purpose, or those of a tour's recordings; returns how many. */
enum { MODEL_RECORDED = -1 };
int model_runs_drop(struct model *, int purpose);
/* Shows only the runs of these purposes, in order of purpose; later runs join them. */
void model_runs_show(struct model *, int from, int to);

/* The look of this id; NULL: it was dropped. */
const struct model_look *model_look_find(const struct model *, int id);
/* The look of the open matrix; NULL: none is open. */
const struct model_look *model_look_open(const struct model *);
/* "stencil27 · rcm": a name that no other look has; returns out. */
char *model_look_name(const struct model *, const struct model_look *, char *out, size_t size);

/* A notice made by the front end itself ("the engine was killed…"), entered like an event. */
void model_note(struct model *, const char *text);
