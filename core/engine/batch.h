/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch: the combinations that a `run` asks for, in the order in which they are measured. */
#pragma once

#include "core/engine/batch_words.h"
#include "core/engine/supports.h"

enum { BATCH_MAX = 4096, BATCH_K_MAX = 1 << 20, BATCH_THREADS_MAX = 1024 };

struct batch {
    struct batch_item *item;
    int count, room;
    int before, of; /* items of the run before this batch, and of all its batches as far as is known */
    enum op op;
    bool cold;
    bool phases;
    bool compares;   /* two items at a time, their blocks in turn */
    int64_t samples; /* 0: the default */
    double until;    /* the spread that is wanted; 0: any */
};

/* One operation of the command: by type, then k, then kernel (serial ones, then peers, so that the others can be
   compared with them), then threads, then parameters. Kernels named by a glob that do not support the problem are left
   out; those named in full stay, with the reason. ERR_UNSUPPORTED when nothing is left. */
bool batch_make(struct session *, const struct command *, enum op, struct batch *, struct err *);
void batch_free(struct batch *);

/* The largest k that is to be measured with this type, 0: none. */
int64_t batch_k(const struct batch *, enum vtype);
