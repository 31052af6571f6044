/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halo: A cut by rows into parts, one for each device, and the rows of X that a part needs of the others. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum { HALO_PARTS = 16, HALO_PIECES = 3 };

/* Rows of X that one part takes of another: `count` of the sender's own, put at the receiver's row `at`. */
struct halo_need {
    int64_t count, at;
    int64_t first; /* the first of them */
    int32_t *row;  /* all of them, ascending; NULL: they are adjacent, some maybe not needed */
};

/* X has here, in the order of A's columns: what lower parts send, the own rows, what upper parts send. So the entries
   of a row keep their order. */
struct halo_part {
    int64_t row, rows;                 /* of A and Y */
    int64_t x, own;                    /* rows of X */
    int64_t before, all;               /* of X here: before the own ones; altogether */
    struct halo_need need[HALO_PARTS]; /* of each part */
    /* The rows of A, one piece after another. The middle one is the longest run of rows that need nothing of others;
       empty where it has less than an eighth of the entries. Column 0 of piece i is row from[i] of X here, the first
       that it needs or a few before, so that its entries are near its diagonal where A's are, and its X is aligned. */
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
 * where A is not square. ERR_MEMORY. */
bool halo_build(const struct csr *a, int parts, struct halo *h, struct err *e);
void halo_release(struct halo *h); /* leaves *h zeroed */

C_NAMES_END
