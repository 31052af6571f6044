/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer: which kernel to use, from the runs of one problem and their intervals. */
#pragma once

#include "tui/verdict/problem.h"

enum { ANSWER_FEW = 3, ANSWER_MOST = 64 };

/* The fastest of a kind, fastest first; the text gives only the number of further ones. */
struct answer_few {
    const struct model_run *run[ANSWER_MOST];
    int n, more; /* more: further ones */
};

struct answer {
    const struct model *model;    /* of the runs */
    const struct model_run *best; /* the first by median of those that may be the fastest; NULL: nothing is decided… */
    const struct model_run *fastest; /* …and this is the fastest by its median */
    struct answer_few level;         /* others that may be the fastest (standing_runs) */
    struct answer_few doubtful;      /* look as fast as the best, but have no interval */
    bool by_turns;                 /* the best counts with a shorter time than its own: in turns it beat a faster run */
    const struct model_run *plain; /* if several may be the fastest: the simplest of them (answer_plain) */
    const struct model_run *peer;  /* the fastest library on its device, or on that of `fastest` */
    bool peer_level;               /* it may be the fastest, too */
    const struct model_run *csr;   /* the fastest on plain CSR, if the best (or fastest) uses another format… */
    struct answer_few csr_level;   /* …and others on CSR that may be faster */
    const struct model_run *elsewhere; /* the fastest on another device */
    const struct model_run *base;      /* on plain CSR: csr, or if the best uses CSR the serial loop; or NULL */
    const struct model_run *chooser;   /* chose the best, after trials of its own; NULL: none did */
    const struct model_run *disturbed; /* chose another, and was faster than the best, but is disturbed: not counted */
    bool alone;                        /* nothing else was measured: there is nothing to compare it with */
    bool orders, file_order;           /* runs had several orders of the rows, one the file's own */
    bool empty;                        /* the matrix has no entries: no kernel is preferred */
    int runs, busy;                    /* finished and right; those disturbed by other programs */
    int least_threads, most_threads;   /* numbers of threads given to CPU kernels, except serial ones; 0: none */
    bool takes_csr;                    /* the best uses CSR */
    bool batch;                        /* for the shell: omits what only the screen can do */
    double lo_ms, hi_ms;               /* the interval of the best, joined with that of a run that it repeats */
    bool threads, params; /* kernels also ran with other threads, with other parameters: names include them */
    bool unclear; /* longer measurements may tell which is the fastest, or whether that is faster than the library */
};

/* All runs are of one problem; order does not matter. */
void answer_of(const struct model *, const struct model_run *const *, int n, struct answer *);
/* "Use cpu.bsr.block: 3.33 to 3.47× peer.mkl, 71% of the roof, pays after 41 products. If …"; if the intervals decide
   nothing, "Not decided; meanwhile use cpu.csr.block, …. Fastest median: cpu.bsr.block, …. May be equalled by: …". */
void answer_text(const struct answer *, char *out, size_t size);
/* Ends the first sentence of such a text; returns the next one, or its end. */
char *answer_sentence(char *text);
/* Whether it begins with "Use". */
bool answer_is_decided(const struct answer *);
/* What it says to use, for now if nothing is decided; NULL: nothing was measured. */
const struct model_run *answer_use(const struct answer *);
/* The number of products after which it has regained what preparing costs more than for another run; a serial loop over
   CSR needs no preparing. 0: at once; infinite: perhaps never, as it is not clearly faster; NaN: what preparing takes
   is unknown. */
double answer_pays_after(const struct answer *, const struct model_run *, const struct model_run *other);
/* Differences between runs that rule out a common answer. */
enum { ANSWER_PROBLEM = DIFFER_MATRIX | DIFFER_WORK | DIFFER_MACHINE };
/* The answer for the shell from all runs of the problem of run `first`; false: an earlier run had the same problem.
   `answer` may be NULL. */
bool answer_at(const struct model *, int first, struct answer *answer, char *text, size_t size);
/* If several may be the fastest, two that should take turns, which tells more on a busy machine: the first beside the
   simplest one, or beside the nearest that it has not met; then likewise of those on CSR. Returns the run of the first,
   for its settings; NULL: none is left. */
const struct model_run *answer_turns(const struct answer *, char one[96], char other[96]);
/* Whether a kernel, with its parameters after a comma, multiplies from CSR itself: its table gives the format "csr".
   False for kernels unknown to the model. */
bool answer_takes_csr(const struct model *, const char *kernel);

/* The newest comparison in turns, for its problem, of the run's kernel with this one; NULL: none. */
const struct model_run *answer_pair(const struct model *, const struct model_run *, const char *other);
/* Appends its outcome: "1.06 to 1.30× cpu.csr.omp". */
void answer_pair_text(const struct model_run *pair, char *out, size_t size);
/* Appends the newest outcome for each other kernel except `but`: "1.06 to 1.30× cpu.csr.omp, unclear beside
   cpu.csr.merge". */
void answer_pairs_text(const struct model *, const struct model_run *, const char *but, char *out, size_t size);
enum { ANSWER_TURNS = 300 }; /* room for that */

/* Its parameters that are not at their defaults: "BLOCK=4". */
void answer_changed(const struct model_run *, char *out, size_t size);
/* The kernel of a run, or its choice if it chooses, without parameters. */
void answer_name(const struct model_run *, char out[96]);
