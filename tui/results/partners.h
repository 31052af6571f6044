/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partners: what the comparison can show beside the open matrix. */
#pragma once

#include "tui/results/results.h"

enum { PARTNERS_MAX = 128 };

/* PARTNER_FILE: a matrix of the session that has not been opened yet; it cannot be picked. */
enum partner_kind { PARTNER_LOOK, PARTNER_BASELINE, PARTNER_DAY, PARTNER_FILE };

struct partner {
    enum partner_kind kind;
    char name[512];         /* that of a look, a spec, a day "2026-11-22", or "baseline" */
    int look;               /* id of a PARTNER_LOOK */
    bool picked;            /* where none is, all looks and the baseline are shown */
    struct baseline before; /* the results of a PARTNER_DAY that is picked */
};

/* Begins with zeros. */
struct partners {
    struct partner *entry;
    int n;
    char **seen; /* specs that have been opened */
    int seen_count;
};

/* This spec has been opened: it has a look. */
void partners_saw(struct partners *, const char *spec);
/* Rebuilds the list: `baseline` and days only if there are such results; what was picked stays. */
void partners_fill(struct partners *, const struct model *, char *const *spec, int specs, bool baseline);
/* Picks or drops what has this name; "none" drops all. *opens: it is a file that is to be opened. */
bool partners_pick(struct partners *, const char *name, bool *opens, struct err *);
int partners_picked(const struct partners *);
void partners_free(struct partners *);
