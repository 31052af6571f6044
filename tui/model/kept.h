/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept: results that stay: a table for each day in $XDG_STATE_HOME/nzscope/runs, else in ~/.local/state. */
#ifndef NZ_KEPT_H
#define NZ_KEPT_H

#include <jansson.h>

#include "core/base/err.h"
#include "tui/model/rows.h"

/* Begins with zeros; the table of the day is opened by the first result. */
struct kept {
    struct row_table *rows;
    char path[4096];
};

/* Adds a measurement that is ok; others say nothing of a speed. False: it cannot be written, *e says why. */
bool kept_put(struct kept *, const json_t *measurement, struct err *);

/* Closes the table; the oldest days go until 50 MB are left. Harmless on zeros. */
void kept_close(struct kept *);

/* The table of a day "2026-11-22"; false: it is no day, or there is none. */
bool kept_find(const char *date, char *path, size_t size);

/* The days of which results are kept, newest first; returns how many. */
enum { KEPT_DAYS = 60, KEPT_DATE = sizeof "2026-11-22" };
int kept_days(char day[KEPT_DAYS][KEPT_DATE]);

/* Deletes the oldest tables of a folder until at most `bytes` are left; the newest stays. */
void kept_prune(const char *folder, unsigned long long bytes);

#endif
