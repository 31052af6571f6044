/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch: the combinations that a `run` requests, in order of measurement. */
#pragma once

#include "core/engine/batch_words.h"
#include "core/engine/supports.h"

enum { BATCH_MAX = 4096, BATCH_SKIP_MAX = 1 << 24 };

/* Items, and how many of them are to be measured: the others are refused. */
struct run_count {
    int items, runs;
};

struct batch {
    struct batch_item *item;
    int count;
    struct run_count before, of; /* of the command before this batch, and in all its batches as far as known */
    enum op op;
    unsigned caches; /* bits: with warm caches (0), with cold ones (1); in that order */
    bool cold;       /* the one being measured */
    bool phases;
    bool compares;       /* pairs of items with alternating blocks */
    int64_t skip;        /* items of the run to skip, from its beginning */
    int64_t samples;     /* 0: the default */
    double until;        /* the target spread; 0: none */
    int64_t patience_ms; /* for which a run waits for what other programs leave alone; -1: no limit */
};

/* The combinations for an operation: by type, then k, then kernel (the baselines serial CSR and peers first, serial
   kernels of other formats last), then threads, then parameters; with curves=1, k comes after the kernel. Kernels
   matched by a glob are left out if they do not support the problem; those named in full stay, with the reason, and so
   do others that take vastly more memory than CSR. ERR_UNSUPPORTED if nothing is left. */
bool batch_make(struct session *, const struct command *, enum op, struct batch *, struct err *);
void batch_free(struct batch *);

/* Its first `count` items. */
struct run_count batch_count(const struct batch *, int count);

/* The largest k of this type; 0: none. */
int64_t batch_k(const struct batch *, enum vtype);
