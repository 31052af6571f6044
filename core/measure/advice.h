/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice: where a problem runs best, once every device has had its try: with everything in place, with the operands
   moved for each product, and after how many products what a device wants beforehand has paid. */
#pragma once

#include "core/base/err.h"

/* What the fastest kernel of a device takes there. */
struct place {
    const char *device;
    char choice[96];
    bool ok;                            /* it ran, and the result was right */
    struct err why;                     /* unless ok */
    double time_ms, ci_lo_ms, ci_hi_ms; /* the interval: 0 where there is none */
    double prepare_ms, upload_ms;       /* of A for this kernel, once */
    double choosing_ms;                 /* finding that it is this one, once */
    double moving_ms;                   /* the operands there and the result back; 0 where they are there already */
};

/* The place where one product takes least, `moved`: with its operands; -1: none is ok. */
int advice_best(const struct place *, int places, bool moved);

/* Whether place i is as good as the best one, as far as can be told: within 5%, or their intervals overlap. A place
   without an interval is taken at its median. */
bool advice_level(const struct place *, int i, int best, bool moved);

/* After how many products the preparation and upload of `fast` have paid against those of `slow`, 0: at once; -1:
   never, since it is not faster. */
int64_t advice_pays(const struct place *fast, const struct place *slow, bool moved);

/* One sentence, without a full stop, for the user: what is level with the best is named beside it, and a best place
   whose time has no interval "seems best". `no_gpu`: why there is none, NULL: there is one. */
void advice_text(const struct place *, int places, const char *no_gpu, char *text, size_t size);
