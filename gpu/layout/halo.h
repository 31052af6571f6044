/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halo: A cut by rows into parts, one per device, and the rows of X that a part needs from others. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum { HALO_PARTS = 16, HALO_PIECES = 3 };

/* Rows of X that one part needs from another: `count` of the sender's own, put at the receiver's row `at`. */
struct halo_need {
    int64_t count, at;
    int64_t first; /* the first of them */
    int32_t *row;  /* all of them, ascending; NULL: adjacent, some perhaps not needed */
};

/* The local X, in the order of A's columns: rows from lower parts, own rows, rows from upper parts. So the entries of a
   row keep their order. */
struct halo_part {
    int64_t row, rows;                 /* of A and Y */
    int64_t x, own;                    /* rows of X */
    int64_t before, all;               /* of the local X: before the own rows; in all */
    struct halo_need need[HALO_PARTS]; /* of each part */
    /* The rows of A, piece after piece. The middle piece is the longest run of rows that need no other part; empty if
       it has less than an eighth of the entries. Column 0 of piece i is row from[i] of the local X, the first one
       needed or a few before, so that its entries are near its diagonal where A's are, and its X is aligned. */
    struct csr piece[HALO_PIECES];
    int64_t from[HALO_PIECES];
};

struct halo {
    int parts;
    struct halo_part part[HALO_PARTS];
    int32_t *ind; /* of all pieces; their values are A's */
    int64_t *ptr;
};

/* Parts of as many rows and entries together, as `division_by_work` has them; X is cut like the rows, in proportion
   where A is not square. ERR_MEMORY. */
bool halo_build(const struct csr *a, int parts, struct halo *h, struct err *e);
void halo_release(struct halo *h); /* leaves *h zeroed */

C_NAMES_END
