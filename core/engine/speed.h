/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speed: the times of all runs of the open matrix, and how a run compares with others. */
#pragma once

#include "core/engine/batch.h"

/* A run compared with others of the same problem, in the same order unless noted. NaN: unknown. */
struct ratios {
    double speedup;    /* over the operation's serial kernel on CSR, whatever the format */
    double scaling;    /* over itself on a single thread */
    double vs_library; /* over the fastest peer on its device, on however many threads; not for a peer */
    double plain_ms;   /* time of the same run in the file's order; not for that order itself */
    /* The number of products after which preparing pays off, with uploading and finding the order: in an order against
       the file's order, else against the fastest peer. An integer; infinity if the run is slower. */
    double pays_after;
    bool unclear;            /* it may be slower, so pays_after is unknown */
    double prepare_products; /* preparing, with uploading and the order, over a product of the fastest peer */
    const char *peer;        /* the fastest one; NULL: unknown */
    bool speedup_unclear, scaling_unclear, vs_library_unclear; /* the intervals overlap */
};

/* Stores the time of a run in the current order, for comparison with others. */
void speed_note(struct session *, const struct batch_item *, bool cold, const struct measurement *);
/* Without a measurement: those of the run as it is kept. */
struct ratios speed_ratios(const struct session *, const struct batch_item *, bool cold, const struct measurement *);
