/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline: former results, from a table, beside those of now. */
#ifndef NZ_BASELINE_H
#define NZ_BASELINE_H

#include <jansson.h>

#include "core/base/err.h"

struct baseline {
    json_t *rows;    /* those that are ok, by their keys (results_key), of several the last one; NULL: there is none */
    char source[48]; /* the file's name without its folder */
};

/* Reads a table, or that of a day "2026-11-22" which was kept. What was there stays on failure. */
bool baseline_load(struct baseline *, const char *file_or_date, struct err *);
void baseline_drop(struct baseline *);

/* The former result of the same kernel and problem; NULL: none. */
const json_t *baseline_find(const struct baseline *, const json_t *measurement);

/* How the measurement compares with it: "1.05× as fast", "unclear: intervals overlap", "not comparable: other
   machine…". Returns out. */
char *baseline_text(const json_t *former, const json_t *measurement, char *out, size_t size);

#endif
