/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transfer: the operands of a run on their way to the device, and the result on its way back. */
#pragma once

#include "core/matrix/reorder.h"
#include "core/measure/check.h"

/* Zeroed but for what the caller sets: everything up to `order`. */
struct transfer {
    const struct kernel *kernel;
    struct device *device;
    struct problem *problem; /* its operands in device memory are set here */
    /* On the host; NULL what the operation has not. X has any layout and type, and as many columns at least. */
    const struct dense *x;
    const struct reference *ref;
    const struct csr *expect;       /* Aᵀ */
    const struct reordering *order; /* of A; X and the reference are in that of the file. NULL: A is, too */
    void *plan_data;                /* of the kernel, once it is prepared */
    struct dense y;                 /* copies of the result */
    struct compressed t;
};

/* The checked result, on the host: y, row-major, or t = Aᵀ with n rows. */
struct result {
    struct dense y;
    struct csr t;
};
void result_free(struct result *);

/* Allocates at least a byte: devices need not know what an empty array is. */
bool transfer_alloc(struct device *, uint64_t bytes, void **out, struct err *);

/* Whether the operands can be put into other memory of the device, and puts them there, contents and addresses kept. */
bool transfer_moves(const struct transfer *);
bool transfer_move(struct transfer *, struct err *);

/* Frees the operands on the device and the copies. */
void transfer_end(struct transfer *);
