/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multi_plan: Y = A·X in parts: each GPU has rows of A, X and Y. Before each product it takes the rows of X that it
   needs from others, while it multiplies the rows of A that need none. */
#pragma once

#include "gpu/multi/gpus.cuh"

/* Rows that a part takes from another. Non-adjacent rows it gathers itself, if it can read the other's memory;
   otherwise the other packs them, and they are copied. */
struct multi_take {
    struct halo_need need; /* row: NULL */
    int32_t *row;          /* NULL: adjacent ones; on the GPU that gathers */
    char *packed;          /* NULL: the receiver gathers */
};

struct multi_piece {
    bool there;
    struct plan plan;
};

/* Sizes as in struct halo_part. */
struct multi_part {
    int64_t row, rows, x_row, own, before;
    char *x, *y; /* row-major, rows of X and Y without gaps */
    struct multi_take take[HALO_PARTS];
    struct multi_piece piece[HALO_PIECES];
};

struct multi_plan {
    struct gpus *gpus;
    const struct kernel *kernel; /* of the pieces, on one GPU */
    struct multi_plan *next;
    struct dense x, y; /* the host's */
    size_t width;      /* bytes of a row of X or Y in a part */
    bool ahead;        /* the parts' Y is newer than the host's */
    int parts;
    struct multi_part part[HALO_PARTS];
};

bool multi_plan_make(const struct problem *p, int parts, const struct kernel *kernel, struct plan *out, struct err *e);
void multi_plan_release(void *plan_data);
bool multi_plan_run(void *plan_data, struct err *e);
bool multi_plan_parts(void *plan_data, int repeats, struct part *part, int *count, struct err *e);

/* X from the host, Y to it; Y set to a byte. */
bool multi_plan_load(struct multi_plan *plan, struct err *e);
bool multi_plan_store(struct multi_plan *plan, struct err *e);
bool multi_plan_fill(struct multi_plan *plan, int byte, struct err *e);
/* Y to other physical memory. */
bool multi_plan_move(struct multi_plan *plan, struct err *e);

/* The exchange, and the products of part i: one piece, or all. */
bool multi_exchange(struct multi_plan *plan, struct err *e);
bool multi_multiply(struct multi_plan *plan, int part, int piece, struct err *e);
