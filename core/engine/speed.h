/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speed: the times of all runs since the matrix was opened, and what a run is worth beside them. */
#pragma once

#include "core/engine/batch.h"

/* A run beside others of the same problem, in the same order of the rows unless said otherwise. NaN: not known. */
struct ratios {
    double speedup;    /* over the serial kernel of the same format, else over the operation's on CSR */
    double scaling;    /* over itself on one thread */
    double vs_library; /* over the fastest peer on its device, on as many threads; not of a peer */
    double plain_ms;   /* the time of the same run in the order of the file; not in that order itself */
    /* Products after which preparing has paid: finding the order against the order of the file, else preparing and
       uploading against that of the fastest peer. Whole, infinity where the run is slower. */
    double pays_after;
    bool unclear;            /* whether it is the faster cannot be told, and so there is no pays_after */
    double prepare_products; /* preparing and uploading over the time of a product of the fastest peer */
    const char *peer;        /* the fastest one; NULL: not known */
    bool speedup_unclear, scaling_unclear, library_unclear; /* whether the intervals leave open which is faster */
};

/* Keeps the time of a run in the order in force, to compare others with it. */
void speed_note(struct session *, const struct batch_item *, bool cold, const struct measurement *);
struct ratios speed_ratios(const struct session *, const struct batch_item *, bool cold, const struct measurement *);
void speed_forget(struct session *);
