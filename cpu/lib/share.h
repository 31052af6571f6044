/* SPDX-License-Identifier: GPL-3.0-or-later */
/* share: A in CSR, cut at rows into one share of equal work a thread, each written first by the thread that reads it.
 */
#ifndef NZ_CPU_SHARE_H
#define NZ_CPU_SHARE_H

#include "cpu/lib/plan.h"

/* Entries that may be read past the end of `ind`, all 0: a prefetch need not know where the last row ends. */
enum { SHARE_AHEAD = 256 };

/* Piece t has the rows cut[t] .. cut[t+1]-1; each of a.threads threads has equally many, one by share_prepare. Inside a
   parallel region of schedule(static, 1) over the shares, iteration t runs on thread t. */
struct share {
    struct plan_csr a;
    int pieces; /* of all threads */
    int64_t cut[];
};

/* `prepare`, `release` and `bytes` of kernels whose plan is a share. */
bool share_prepare(const struct problem *, struct plan *, struct err *);
void share_release(void *share);
uint64_t share_bytes(const struct problem *);

/* The same with `each` pieces a thread, which may be dealt out as threads get free; share_release releases them, too.
 */
bool share_pieces(const struct problem *, int64_t each, struct plan *, struct err *);
uint64_t share_pieces_bytes(const struct problem *, int64_t each);

/* Pieces a thread that are worth dealing out, 1 to `most`: few where all of the work takes microseconds. */
int64_t share_dealt(const struct problem *, int64_t most);

#endif
