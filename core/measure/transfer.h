/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer: moves the operands of a run to the device, and the result back. */
#pragma once

#include "core/matrix/reorder.h"
#include "core/measure/check.h"

/* On the host; NULL if the operation has none. X has any layout and type, and at least as many columns. */
struct host_operands {
    const struct dense *x;
    const struct reference *ref;
    const struct csr *transposed;   /* Aᵀ */
    const struct reordering *order; /* of A; X and the reference are in the file's order. NULL: so is A */
};

/* Zeroed at first, except what the caller sets: all up to `host`. */
struct transfer {
    const struct kernel *kernel;
    struct device *device;
    struct problem *problem; /* the operands in device memory are set here */
    struct host_operands host;
    void *plan_data; /* the kernel's, once prepared */
    struct dense y;  /* host copies of the result */
    struct compressed t;
};

/* The checked result on the host: y, row-major, or t = Aᵀ with n rows. */
struct result {
    struct dense y;
    struct csr t;
};
void result_free(struct result *);

struct operand {
    void *data;
    uint64_t bytes;
};

/* The pointers, row numbers and values of T. */
enum { COMPRESSED_PARTS = 3 };
void compressed_parts(const struct compressed *, enum vtype, struct operand part[COMPRESSED_PARTS]);

/* Allocates at least a byte, so that devices need not handle empty arrays. */
bool transfer_alloc(struct device *, uint64_t bytes, void **out, struct err *);

/* Whether the operands can be moved to other device memory; moves them, keeping contents and addresses. */
bool transfer_moves(const struct transfer *);
bool transfer_move(struct transfer *, struct err *);

/* Frees the operands on the device and the host copies. */
void transfer_end(struct transfer *);
