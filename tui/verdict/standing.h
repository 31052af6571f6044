/* SPDX-License-Identifier: GPL-3.0-or-later */
/* standing: which of several results is the best or the worst, if their intervals decide that. */
#pragma once

#include "core/measure/interval.h"

#include <jansson.h>

struct model_run;

/* One result. `lo`, `hi`: the interval of the time per unit of work, in any common unit; hi 0: no interval: shown dim,
   neither best nor worst. Flags are reflected in the interval: other programs widen it (measure_disturbed). */
struct contender {
    double rate; /* units of work per time; 0: no speed */
    double lo, hi;
    double fastest; /* the time of its fastest sample, in that unit; 0: not known */
    bool wide;      /* its own interval is above ±25%: never the best */
    int code;       /* not 0: results with the same number are of the same code, and not rivals */
};

/* Everywhere, the newest of several results of one problem counts, unless it was disturbed and an undisturbed one was
   faster. Both are measurements or rows of a table. */
bool standing_spoiled(const json_t *, const json_t *other);
/* The same of runs; a run of a comparison, made for its ratio, does not count beside one with a narrower interval. */
bool standing_outdone(const struct model_run *, const struct model_run *other);
/* From a rate, its median time, and that time's interval. */
struct contender contender_of(double rate, double time_ms, double ci_lo_ms, double ci_hi_ms);
/* The same from a measurement, or from a row of a table; NULL, or one that is not "ok", has no speed. */
struct contender contender_row(const json_t *row);

/* How one result compares with another: only the intervals decide. */
struct versus {
    enum compared is;   /* b beside a */
    bool same;          /* indistinguishable, and neither may be more than `within` faster */
    double least, most; /* bounds on b's speed ratio: 0 to INFINITY; both 0: an interval is missing */
};
struct versus versus_of(const struct contender *a, const struct contender *b, double within);
/* The same if the machine may have been `least` to `most` times as fast for b as for a. */
struct versus versus_moved(const struct versus *, double least, double most, double within);
/* "faster", "slower", "same" or "unclear". */
const char *versus_word(const struct versus *);
/* Of two, one without an interval: whether a's time (its median +25%) is far below even b's fastest sample, or the
   other way round; else UNCLEAR. */
enum compared standing_far(const struct contender *a, const struct contender *b);
/* Whether either may be the faster one, by more than INTERVAL_LOOSE times: bounds that tell nothing. */
bool versus_loose(const struct versus *);

/* Whether a is of a kernel that chooses, and b of its choice for the same problem: measurements, or rows of tables. */
bool standing_chose(const json_t *a, const json_t *b);
/* Pairs a kernel that chooses with its choice, if only one result can be that: both get as `code` the choice's index +
   1, and the union of both intervals (of a result without one: its median). If what chose was disturbed and the choice
   has an interval, that one counts. row[i] belongs to c[i], or is NULL. */
void standing_unite(const json_t *const *row, struct contender *c, int n);
/* Whether c[i] represents its code: the choice does. */
bool standing_speaks(const struct contender *c, int i);

enum standing {
    STANDING_NONE,
    STANDING_BEST,     /* clearly faster than all others */
    STANDING_LEVEL,    /* none is clearly faster, and others are like it: there is no best */
    STANDING_WORST,    /* clearly slower than all others */
    STANDING_DIM,      /* without an interval, or faster than all others, but wide… */
    STANDING_DIM_LEVEL /* …and it may be the fastest, if there is no best */
};

#define STANDING_IS_DIM(standing) ((standing) >= STANDING_DIM)

/* The standing of each of n results. A result without an interval counts with its median ±25%: if that is as fast
   as the fastest, there is no best. A single result is neither best nor worst. */
void standing_of(const struct contender *, int n, enum standing *out);
/* The same for runs, and which are candidates: they may be the fastest. A kernel that chose and its choice count as
   one; running ones do not compete. */
void standing_runs(const struct model_run *const *, int n, enum standing *out, bool *candidate);
