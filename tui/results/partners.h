/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partners: what the comparison can show beside the open matrix. */
#pragma once

#include "tui/results/baseline.h"

enum { PARTNERS_MAX = 128 };

/* PARTNER_FILE: a matrix of the session that has not been opened yet; it cannot be picked. */
enum partner_kind { PARTNER_LOOK, PARTNER_BASELINE, PARTNER_DAY, PARTNER_FILE };

struct partner {
    enum partner_kind kind;
    char name[512];         /* the name of a look, a spec, a day "2026-11-22", or "baseline" */
    int look;               /* id of a PARTNER_LOOK */
    bool picked;            /* if none is, all looks and the baseline are shown */
    struct baseline before; /* the results of a picked PARTNER_DAY */
};

/* Zeroed at first. */
struct partners {
    struct partner *entry;
    int n;
    char **seen; /* specs that have been opened */
    int seen_count;
};

/* Records that this spec was opened: it has a look. */
void partners_saw(struct partners *, const char *spec);
/* Rebuilds the list, with `baseline` and days only if such results exist; picks are kept. */
void partners_fill(struct partners *, const struct model *, char *const *spec, int specs, bool baseline);
/* Picks or drops the partner of this name; "none" drops all. *opens: it is a file to be opened. */
bool partners_pick(struct partners *, const char *name, bool *opens, struct err *);
int partners_picked(const struct partners *);
void partners_free(struct partners *);
