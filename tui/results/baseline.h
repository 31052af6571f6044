/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline: former results, beside which the current ones are shown. */
#pragma once

#include "tui/model/model.h"

struct baseline {
    json_t *rows;    /* arrays of ok rows, by key (results_key), oldest first; NULL: none */
    json_t *upto;    /* for each of them, the row that stands for it and those before it (diff_runs_together) */
    char source[48]; /* the file's name without its folder */
};

/* Reads a table, or that of a kept day "2026-11-22". On failure the former baseline stays. */
bool baseline_load(struct baseline *, const char *file_or_date, struct err *);
void baseline_drop(struct baseline *);

/* What stands for the rows of this key that predate the measurement (NULL: for all), as in diff; NULL: none. A
   measurement's own row does not count. */
const json_t *baseline_before(const struct baseline *, const char *key, const json_t *measurement);
/* The one of these rows that is the very run of the measurement; NULL: none. */
const json_t *baseline_same(const json_t *rows, const json_t *measurement);
/* The former result of the same kernel and problem; NULL: none. */
const json_t *baseline_find(const struct baseline *, const json_t *measurement);

/* Writes how the runs from `from` on compare with their former results: "3 faster (cpu.csr.omp 1.32 to 1.50×, …), 1
   slower (…), 12 unclear"; only clear ones are named. False: none is comparable. */
bool baseline_verdicts(const struct baseline *, const struct model *, int from, char *out, size_t size);

/* Describes it: its file, date and machine, how many runs of the model match, and what differs. Returns how many; -1:
   no runs. */
int baseline_about(const struct baseline *, const struct model *, char *out, size_t size);

/* How the measurement compares with the former one: "1.05 times as fast", "1.2 to 1.9 times as fast" if the interval
   is wide, "unclear 0.95 to 1.07×", "the same within 3%", "other machine: …", and caveats. `brief`: in 22 columns,
   "1.2 to 1.9×", "unclear: few blocks", "other machine". Returns out. */
char *baseline_text(const json_t *former, const json_t *measurement, bool brief, char *out, size_t size);
