/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzs_layout: where each part of a .nzs file begins, and its checksums. */
#pragma once

#include "core/matrix/matrix.h"

/* Header, row pointers, columns, values, sums; each part begins at a multiple of NZS_PAGE, with zeros before it. */
enum { NZS_PAGE = 4096, NZS_BLOCK = 1 << 20, NZS_PARTS = 3 };

#define NZS_MAGIC "\x89NZS\r\n\x1a\n"
#define NZS_ORDER 0x01020304u

/* In the byte order of the machine that wrote it, which `order` tells. All sizes in bytes. */
struct nzs_header {
    char magic[8];
    uint32_t order, version;
    uint32_t header_size, index_size, value_size; /* value_size 0: all values are 1 */
    uint32_t field, symmetry, array;
    int64_t m, n, nnz;
    int64_t stored, duplicates, zeros, nonfinite, overflowed, upper;
    uint64_t file_size;
    char name[128], source[512], title[256];
    uint64_t sums; /* of the list of sums */
    uint64_t sum;  /* of this header with 0 in its place */
};

/* One part of the file: `bytes` bytes from `at` on, in blocks of NZS_BLOCK bytes with a sum each, the first of which
   is number `first` of the list. */
struct nzs_part {
    uint64_t at, bytes, first;
};

struct nzs_layout {
    struct nzs_part part[NZS_PARTS];
    uint64_t sums_at, blocks, size;
};

/* UINT64_MAX for the size: more than 64 bits can say. */
struct nzs_layout nzs_layout(const struct nzs_header *h);

/* 64 bits that any change of one 8-byte word changes, and others all but surely. */
uint64_t nzs_sum(const void *bytes, size_t n);
