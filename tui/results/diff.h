/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: two measurements of one problem, or two tables of them, compared: which are clearly faster or slower. */
#pragma once

#include "tui/verdict/standing.h"

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
    int few;                            /* of a CPU, and of fewer runs than tell them apart (diff_runs_spread) */
    unsigned unknown;                   /* what is not known of compared ones (diff_unknown) */
    int same;                           /* the same run in both */
    int wrong;                          /* not ok in OLD: nothing to compare with */
    json_t *only[2];          /* rows of OLD and of NEW that the other has with no type or parameters: new arrays */
    int again_old, again_new; /* repeated within one table; the last one counts */
};

/* One object for each row that both tables have, in the order of `new` (the last of repeated rows that is not spoiled),
   and for each missing row: the members of the key (results_key), `choice`, `old_ms`, `new_ms`, `ratio` (the new one's
   speed ratio), `ratio_lo` and `ratio_hi` (bounds from the intervals; without ratio_hi: unbounded), `verdict`:
   "faster", "slower", "same" (within the threshold in any case), "unclear", "failed", "missing", "same run" or "not
   comparable", and `why`, or a caveat: "the new one: the machine was busy". A new array. */
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
   changed between them, that may be the whole difference; on a CPU only several runs of each show how far two runs of
   the same code differ (diff_runs_spread). */
struct versus diff_versus(const json_t *old, const json_t *new, double within);
/* Sets `ratio`, the new one's speed ratio, and its bounds, as diff_rows does. Returns the row. */
json_t *diff_put_ratio(json_t *row, double ratio, const struct versus *);
/* Whether it is slower by more than a share of the time (NAN: never), wherever in its interval, on the same machine;
   OPEN: the intervals do not exclude it. */
enum diff_gate { DIFF_PASSES, DIFF_OPEN, DIFF_SLOW };
enum diff_gate diff_gate(const json_t *old, const json_t *new, double by);
/* Whether so many of the compared leave no verdict (status 9): half of them or more. */
static inline bool diff_undecided(int open, int compared)
{
    return open > 0 && 2 * open >= compared;
}
/* Caveats that hold whatever the verdict: "the new one: the machine was busy"; "": none. */
void diff_caveats(const json_t *old, const json_t *new, char why[DIFF_WHY]);
