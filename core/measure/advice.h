/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice: where a problem runs best, after a trial on every device: with data in place, with operands moved for each
   product, and after how many products a device's preparation pays off. */
#pragma once

#include "core/base/err.h"

/* The fastest kernel of a device. */
struct place {
    const char *device;
    char choice[96];
    bool ok;                            /* it ran, and the result is right */
    bool shared;                        /* several devices share the rows */
    struct err why;                     /* unless ok */
    double time_ms, ci_lo_ms, ci_hi_ms; /* 0: no interval */
    double prepare_ms, upload_ms;       /* of A for this kernel, once */
    double choosing_ms;                 /* choosing it, once */
    double moving_ms;                   /* moving the operands there and the result back; 0: they are there */
};

/* The place with the fastest product, including the moves of its operands if `moved`; -1: none is ok. */
int advice_best(const struct place *, int places, bool moved);

/* Whether place i is as good as the best one: within 5%, or their intervals overlap. Without an interval, a place
   counts by its median. */
bool advice_level(const struct place *, int i, int best, bool moved);

/* The products after which preparing and uploading `fast` pays off against `slow`; 0: at once; -1: never. */
int64_t advice_pays(const struct place *fast, const struct place *slow, bool moved);

/* A sentence without a full stop. It names the places level with the best beside it; a best place without an interval
   "seems best". `no_gpu`: why there is none, or NULL. */
void advice_text(const struct place *, int places, const char *no_gpu, char *text, size_t size);
