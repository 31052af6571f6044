/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept: the tables of the screen's own results, one a day, in the user's state folder. */
#pragma once

#include "tui/results/rows.h"

/* Zeroed at first; the first result opens the table of the day. */
struct kept {
    struct row_table *rows;
    char path[4096];
};

/* Adds a measurement that is ok; others have no speed. False: *e says why it cannot be written. */
bool kept_put(struct kept *, const json_t *measurement, struct err *);

/* Closes the table; deletes the oldest days until 50 MB are left. Harmless on zeros. */
void kept_close(struct kept *);

/* The table of a day "2026-11-22"; false: not a day, or no table. */
bool kept_find(const char *date, char *path, size_t size);

/* The days with kept results, newest first; returns how many. */
enum { KEPT_DAYS = 60, KEPT_DATE = sizeof "2026-11-22" };
int kept_days(char day[KEPT_DAYS][KEPT_DATE]);
/* The newest days, "2026-11-22, 2026-11-21 …", or "none". Returns out. */
enum { KEPT_TEXT = 60 };
char *kept_text(char out[KEPT_TEXT]);
void kept_offer(void (*add)(const char *word));

/* Deletes the oldest tables of a folder until at most `bytes` are left; keeps the newest. */
void kept_prune(const char *folder, unsigned long long bytes);
