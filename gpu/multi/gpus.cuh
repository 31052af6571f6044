/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpus: all GPUs together as one device, "gpus". X and Y are in host memory, and in the plans on the GPUs. */
#pragma once

#include "gpu/device/ops.cuh"
#include "gpu/layout/halo.h"

/* One part's place on a GPU, which may have several parts. Its products are on the GPU's default stream. */
struct lane {
    struct device *gpu;
    cudaStream_t exchange;
    cudaEvent_t done;             /* the product, on the default stream: X and received rows may change */
    cudaEvent_t packed, received; /* what others take of this one; what it takes, on `exchange` */
    cudaEvent_t begin, end;       /* for the times of the part */
};

struct multi_plan;

/* device->data of "gpus". */
struct gpus {
    struct device *gpu[HALO_PARTS];
    int count;
    bool reads[HALO_PARTS][HALO_PARTS]; /* whether kernels on the first can read the memory of the second */
    struct lane lane[HALO_PARTS];       /* part i is on GPU i modulo count */
    int lanes;                          /* made so far */
    struct device *all;                 /* "gpus" itself */
    cudaEvent_t begin, end;             /* the timer, on the first GPU */
    volatile unsigned *queued;          /* as in struct gpu, for all */
    unsigned sample;
    struct multi_plan *plans; /* all living plans */
};

static inline struct gpus *gpus_of(const struct device *d)
{
    return static_cast<struct gpus *>(d->data);
}

/* Whether part i's GPU reads the memory of part s. */
static inline bool gpus_read(const struct gpus *g, int i, int s)
{
    return g->reads[i % g->count][s % g->count];
}

/* The device of these GPUs together, or of those named in NZSCOPE_GPUS (for tests, one suffices). NULL: fewer than two,
   or none named. Touches no GPU. */
struct device *gpus_device(struct device *gpu, int count);

/* Makes lanes, and lets GPUs read each other's memory if possible. */
bool gpus_lanes(struct gpus *g, int lanes, struct err *e);
