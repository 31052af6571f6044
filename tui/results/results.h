/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results: measurements read back from tables, of bench or of former days, and compared with current ones. */
#pragma once

#include "tui/model/model.h"
#include "tui/results/rows.h"
#include "tui/verdict/standing.h"

/* How bench --compare-engine names the engine that is ours. */
#define ENGINE_HERE "this engine"

/* The rows of a file, or of a kept day "2026-11-22", as a new array of objects with the names of the columns: counts
   and numbers as such, `flags` as comma-separated words, text scrubbed; without empty fields, rows of means, and rows
   of the other engine. `reorder` is set wherever `params` name it. NULL: ERR_INPUT, with the file, the line (in JSON,
   the place in the array) and the reason. */
json_t *results_read(const char *path, struct err *);

/* The members that distinguish one problem and kernel from others; ends in NULL. */
extern const char *const results_members[];
/* A key of a row's problem and kernel, without the member `but` (NULL: all members): matrix, m, n, nnz, op, type, k,
   kernel, threads, params without the choice, cache, reorder. */
void results_key(const json_t *row, const char *but, char *out, size_t size);

/* Sets how many times as fast the row is as `base`, and whether the intervals leave that open. */
void results_speedup(json_t *row, const json_t *base);

struct diff_options {
    double threshold; /* a share: slower by more than this counts as slow */
    bool any_machine; /* also compare results of other machines, libraries and versions */
    bool partial;     /* `new` may lack results of `old` */
};

struct diff_counts {
    int faster, slower, alike, unclear; /* compared rows; faster and slower: clearly, by however little… */
    int slow;                           /* …and slower by more than the threshold, clearly */
    int open;                           /* whose intervals do not exclude slower by more than the threshold */
    int failed;                         /* ok in OLD; now the check or the kernel fails */
    int missing;                        /* ok in OLD; gone now */
    int apart;                          /* not comparable */
    unsigned unknown;                   /* what is not known of compared ones (diff_unknown) */
    int same;                           /* the same run in both */
    int wrong;                          /* not ok in OLD: nothing to compare with */
    json_t *only[2];          /* rows of OLD and of NEW that the other has with no type or parameters: new arrays */
    int again_old, again_new; /* repeated within one table; the last one counts */
};

/* One object for each row that both tables have, in the order of `new` (the last of repeated rows that is not spoiled),
   and for each missing row: the members of the key (results_key), `old_ms`, `new_ms`, `ratio` (the new one's speed
   ratio), `ratio_lo` and `ratio_hi` (bounds from the intervals; without ratio_hi: unbounded), `verdict`: "faster",
   "slower", "same" (within the threshold in any case), "unclear", "failed", "missing", "same run" or "not comparable",
   and `why`, or a caveat: "the new one: other programs ran". A new array. */
json_t *diff_rows(const json_t *old, const json_t *new, const struct diff_options *, struct diff_counts *);

/* Whether two results are one measurement: dates are UTC, to the second; a table has times to six digits. */
bool diff_same_run(const json_t *old, const json_t *new);
/* Whether an older result of the same problem, machine and commit counts in place of a newer (standing_spoiled). */
bool diff_spoiled(const json_t *newer, const json_t *older);
/* Why two results must not be compared: another machine, library or version, if both name it; "": comparable. */
void diff_apart(const json_t *old, const json_t *new, char *why, size_t size);

enum { DIFF_WHY = 300 };

/* What of that not both name, so that it may differ, as bits; and these as words: "host, version". Returns out. */
unsigned diff_unknown(const json_t *old, const json_t *new);
char *diff_unknown_text(unsigned unknown, char out[DIFF_WHY]);

/* Compares the new result with the old one of the same problem. They ran at different times: if the machine's roof
   changed between them, that may be the whole difference. */
struct versus diff_versus(const json_t *old, const json_t *new, double within);
/* Whether it is slower by more than a share of the time (NAN: never), wherever in its interval, on the same machine;
   OPEN: the intervals do not exclude it. */
enum diff_gate { DIFF_PASSES, DIFF_OPEN, DIFF_SLOW };
enum diff_gate diff_gate(const json_t *old, const json_t *new, double by);
/* Caveats that hold whatever the verdict: "the new one: other programs ran"; "": none. */
void diff_caveats(const json_t *old, const json_t *new, char why[DIFF_WHY]);

struct baseline {
    json_t *rows;    /* arrays of ok rows, by key (results_key), oldest first; NULL: none */
    char source[48]; /* the file's name without its folder */
};

/* Reads a table, or that of a kept day "2026-11-22". On failure the former baseline stays. */
bool baseline_load(struct baseline *, const char *file_or_date, struct err *);
void baseline_drop(struct baseline *);

/* The newest row of this key that predates the measurement (NULL: the newest of all), unless it is spoiled; NULL: none.
   A measurement's own row does not count. */
const json_t *baseline_before(const json_t *rows, const json_t *measurement);
/* The one of these rows that is the very run of the measurement; NULL: none. */
const json_t *baseline_same(const json_t *rows, const json_t *measurement);
/* The former result of the same kernel and problem; NULL: none. */
const json_t *baseline_find(const struct baseline *, const json_t *measurement);

/* Describes it: its file, date and machine, how many runs of the model match, and what differs. Returns how many; -1:
   no runs. */
int baseline_about(const struct baseline *, const struct model *, char *out, size_t size);

/* How the measurement compares with the former one: "1.05 times as fast", "at least 1.2 times as fast" if the interval
   is wide, "unclear 0.95 to 1.07×", "the same within 3%", "other machine: …", and caveats. `brief`: in 22 columns, "at
   least 1.2×", "unclear: few blocks", "other machine". Returns out. */
char *baseline_text(const json_t *former, const json_t *measurement, bool brief, char *out, size_t size);

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
/* Calls add with each day. */
void kept_offer(void (*add)(const char *word));

/* Deletes the oldest tables of a folder until at most `bytes` are left; keeps the newest. */
void kept_prune(const char *folder, unsigned long long bytes);
