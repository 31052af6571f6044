/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_blocked: which b × b blocks of A have entries, and A's values in blocks, for cuSPARSE's blocked formats. */
#ifndef NZ_PEER_BLOCKED_CUH
#define NZ_PEER_BLOCKED_CUH

#include "gpu/cusparse/peer.cuh"

/* Block row r has blocks ptr[r] .. ptr[r+1]-1 in block columns ind[], ascending; none has more than `width`. */
struct blocked {
    int64_t b, rows, cols, blocks, width;
    int32_t *ptr, *ind;
};

/* b divides m and n: where X and Y end, blocks have to end, too. */
bool blocked_supports(const struct problem *p, int64_t b, struct err *why);

/* At most so many blocks: one per entry. */
uint64_t blocked_most(const struct csr *a, int64_t b);

/* O(nnz log) on the host. Fails with ERR_MEMORY. */
bool blocked_build(const struct csr *a, int64_t b, struct blocked *out, struct err *e);
void blocked_release(struct blocked *s);

/* The slot of entry (i, c), which lies in block q. */
typedef int64_t blocked_slot(const struct blocked *s, int64_t i, int64_t c, int64_t q);

/* Values in `slots` slots, zeros between them, on the host; NULL: *e. */
void *blocked_values(const struct csr *a, const struct blocked *s, blocked_slot *slot, uint64_t slots, struct err *e);

#endif
