/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzs_layout: where each part of a .nzs file is, and its checksums. */
#pragma once

#include "core/matrix/matrix.h"

/* Header, row pointers, columns, values, checksums; each part begins at a multiple of NZS_PAGE, padded with zeros. */
enum { NZS_PAGE = 4096, NZS_BLOCK = 1 << 20, NZS_PARTS = 3 };

#define NZS_MAGIC "\x89NZS\r\n\x1a\n"
#define NZS_ORDER 0x01020304u

/* In the byte order of the writer, which `order` reveals. All sizes in bytes. */
struct nzs_header {
    char magic[8];
    uint32_t order, version;
    uint32_t header_size, index_size, value_size; /* value_size 0: all ones */
    uint32_t field, symmetry, array;
    int64_t m, n, nnz;
    int64_t stored, duplicates, zeros, nonfinite, overflowed, upper;
    uint64_t file_size;
    char name[128], source[512], title[256];
    uint64_t sums; /* checksum of the list of checksums */
    uint64_t sum;  /* of this header with 0 here */
};

/* A part: `bytes` bytes from `at` on, in blocks of NZS_BLOCK bytes with a checksum each, from number `first` on. */
struct nzs_part {
    uint64_t at, bytes, first;
};

struct nzs_layout {
    struct nzs_part part[NZS_PARTS];
    uint64_t sums_at, blocks, size;
};

/* size is UINT64_MAX where 64 bits do not suffice. */
struct nzs_layout nzs_layout(const struct nzs_header *h);

/* A 64-bit checksum: detects every change of a single 8-byte word, and any other change almost surely. */
uint64_t nzs_sum(const void *bytes, size_t n);
