/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer: which kernel to use, from the runs of one problem and their intervals. */
#pragma once

#include "tui/verdict/problem.h"

enum { ANSWER_FEW = 3, ANSWER_MOST = 64 };

/* The fastest of a kind, the fastest first; of more than a few the text gives the number alone. */
struct answer_few {
    const struct model_run *run[ANSWER_MOST];
    int n, more; /* more: that there are beside these */
};

struct answer {
    const struct model *model;       /* of the runs */
    const struct model_run *best;    /* by median the first that may be the fastest; NULL: the intervals tell none… */
    const struct model_run *fastest; /* …and this is the fastest by its median */
    struct answer_few level;         /* others that may be the fastest, as standing_runs has it */
    struct answer_few doubtful;      /* look as fast as the best, but have no interval */
    const struct model_run *peer;    /* the fastest library on its device, or on that of the fastest */
    bool peer_level;                 /* it may also be the fastest */
    const struct model_run *csr;     /* the fastest that takes plain CSR, where the best, or fastest, does not… */
    struct answer_few csr_level; /* …and others that take it and may be faster; none where `level` has the first */
    const struct model_run *elsewhere; /* the fastest on another device */
    const struct model_run *serial;    /* the serial kernel of CSR on its device; NULL: it is that, or it was not run */
    bool empty;                        /* the matrix has no entries: no kernel is to be preferred */
    int runs, busy;                    /* finished and right; those of them while other programs ran */
    int least_threads, most_threads;   /* that those on the CPU were given, kernels of one thread aside; 0: none */
    bool takes_csr;                    /* the best does */
    bool batch;                        /* for the shell: what the screen can do about it is left out */
    double lo_ms, hi_ms;               /* the interval of the best, with that of a run that it repeats */
    bool threads, params;              /* kernels also ran with other threads, with other parameters: also named */
    bool unclear; /* which is the fastest, or whether what is named is faster than the library: longer measurements may
                     tell */
};

/* All runs are of one problem; the order does not matter. */
void answer_of(const struct model *, const struct model_run *const *, int n, struct answer *);
/* "Use cpu.bsr.block: 3.33 to 3.47× peer.mkl, 71% of the roof, pays after 41 products. If …"; where the intervals do
   not tell, "Fastest measured: cpu.bsr.block, …. May be equalled by: …". */
void answer_text(const struct answer *, char *out, size_t size);
/* In what two runs differ that no one answer is for. */
enum { ANSWER_PROBLEM = DIFFER_MATRIX | DIFFER_WORK | DIFFER_MACHINE };
/* The answer for the shell from all runs of the problem of run `first`; false: an earlier run was of the same problem.
   `answer` may be NULL. */
bool answer_at(const struct model *, int first, struct answer *answer, char *text, size_t size);
/* Of few that may be the fastest, the two that are to take turns, which tells more even on a busy machine; false: they
   have. */
bool answer_turns(const struct answer *, char one[96], char other[96]);
/* Whether a kernel, its parameters after a comma, multiplies from CSR as it is: its table gives the format
   "csr". False for kernels that the model has not been told of. */
bool answer_takes_csr(const struct model *, const char *kernel);

/* The newest comparison in turns of the run's kernel, for its problem, with this one; NULL: there is none. */
const struct model_run *answer_pair(const struct model *, const struct model_run *, const char *other);
/* Appends what that told: "1.06 to 1.30× cpu.csr.omp". */
void answer_pair_text(const struct model_run *pair, char *out, size_t size);
/* Appends the newest with each other kernel but one: "1.06 to 1.30× cpu.csr.omp, unclear beside cpu.csr.merge". */
void answer_pairs_text(const struct model *, const struct model_run *, const char *but, char *out, size_t size);
enum { ANSWER_TURNS = 300 }; /* room for that */

/* The kernel of a run, of one that chooses its choice, without parameters. */
void answer_name(const struct model_run *, char out[96]);
/* How many threads it ran with: a kernel that chooses may take fewer than it was given. */
int answer_threads(const struct model_run *);
