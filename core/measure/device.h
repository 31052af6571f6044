/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device: memory, timer and rates of what kernels run on. */
#pragma once

#include "core/matrix/csr.h"
#include "core/measure/topology.h"

C_NAMES_BEGIN

struct device;

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
    char kind[8];                            /* "cpu", "gpu", "gpus", "mpi", for users */
    char family[8];                          /* "cuda": kernels of this family run on it; "": same as its kind */
    char name[96];                           /* "NVIDIA H200" */
    char uuid[48];                           /* "" where there is none */
    uint64_t memory;                         /* bytes */
    uint64_t cache;                          /* bytes of the last-level cache */
    struct cache_level level[DEVICE_LEVELS]; /* ascending */
    int levels;
    int threads;     /* CPU: usable threads; GPU: multiprocessors; MPI: usual number of ranks */
    int team;        /* CPU: threads of the current run, which touch its memory first; 0: all */
    bool pin;        /* CPU: pin each thread to a processor */
    char driver[48]; /* of the driver; "": none or unknown */
    struct bandwidth gbs;
    char doubt[96]; /* why the bandwidth of memory may be too low; "": no doubt */
    bool doubt_all; /* that concerns caches and the peak, too */
    struct unseen unseen;
    struct device *link; /* the device of a group through which all of X and Y go; NULL: itself */
    const struct device_ops *ops;
    void *data; /* owned by the backend */
};

static inline bool device_is_cpu(const char *kind)
{
    return strcmp(kind, "cpu") == 0;
}

/* Whether caches hold a part of bytes that fill them this many times, and the next level the rest. */
bool device_holds_part(const char *kind, double filled);
/* What then bounds reading them, from the bandwidths of both. */
double device_part_gbs(double filled, double near, double far);

/* Whether a device of this kind or id is a GPU, or all of them: "gpu", "gpu0", "gpus". */
static inline bool device_is_gpu(const char *kind)
{
    return strncmp(kind, "gpu", 3) == 0;
}

bool device_runs(const struct device *, const char *family);

/* Whether a UUID begins with `prefix`, ignoring case; a prefix must be longer than "GPU-". */
bool device_uuid_begins(const char *uuid, const char *prefix);

C_NAMES_END
