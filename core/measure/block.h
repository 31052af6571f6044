/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block: serial building blocks of transpositions, and checks of their results. */
#pragma once

#include "core/measure/check.h"

C_NAMES_BEGIN

/* out[i] = in[0] + … + in[i-1] mod 2³² */
void block_scan(const int32_t *in, int64_t count, uint32_t *out);

/* Pairs column·2³² + position, sorted within each segment of `segment` entries: equal columns keep their order. */
void block_segsort(const int32_t *in, int64_t count, int64_t segment, uint64_t *out);

/* Merges adjacent segments, which doubles their length. */
void block_merge(const uint64_t *in, int64_t count, int64_t segment, uint64_t *out);

/* ptr[j] = the number of indices below j, for j = 0 .. n */
void block_index2ptr(const int32_t *ind, int64_t count, int64_t n, uint32_t *ptr);

/* index[e] = the row of entry e */
void block_ptr2index(const int64_t *ptr, int64_t m, int32_t *index);

/* Bytes of the result of `op` on A. */
uint64_t block_bytes(enum op op, const struct csr *a);

/* Checks `got`, on the host, against the conditions that define the result of `op` on A. segment: the length of a
   sorted segment in it. False: out of memory. */
bool block_check(enum op op, const struct csr *a, int64_t segment, const void *got, struct check *c, struct err *e);

C_NAMES_END
