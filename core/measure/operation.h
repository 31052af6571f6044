/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operation: what kernels compute, as data: one table each, listed in operations.list. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/dense.h"

C_NAMES_BEGIN

/* OP_MUL, OP_TRANSPOSE, … in the order of the list. */
#define OPERATION(name, NAME) OP_##NAME,
enum op {
#include "core/measure/operations.list"
    OP_COUNT
};

struct problem;
struct given;    /* core/measure/given.h */
struct transfer; /* core/measure/transfer.h */
struct result;
struct check;

/* X and Y are dense operands, T is a compressed one (struct problem). Operations without operands keep their result in
   the plan and have NULL for functions on operands. Sizes are in bytes. */
struct operation {
    const char *name;     /* "mul" */
    const char *what;     /* one line */
    int flops;            /* per nonzero and column of X; 0: speed is in Gnnz/s, not GFLOPS */
    bool columns;         /* X has k columns; else k is 1 */
    bool reorders;        /* kernels may get A with permuted rows or columns */
    const char *operands; /* the operands' name in messages about memory: "X and Y" */
    const char *given;    /* what the host makes: "X and the reference result" */

    /* Sets the shapes of X and Y, or of T, from p->a. */
    void (*pose)(struct problem *p, int64_t k, enum layout);
    uint64_t (*operand_bytes)(const struct problem *);
    /* Every input of the CSR form read once, every output written once. */
    uint64_t (*compulsory_bytes)(const struct problem *);
    /* Transfers per product if nothing stays on the device. */
    void (*moved_bytes)(const struct problem *, uint64_t *in, uint64_t *out);

    /* Makes what results are checked against, from A and g->x; and its size. */
    bool (*reference)(const struct csr *a, struct given *g, const struct progress *, struct err *);
    uint64_t (*reference_bytes)(const struct csr *a, int64_t k);

    /* A run: allocates the operands on the device and uploads X; poisons the result with bytes that no right result
       has; fetches and checks it; moves the checked result into *out. */
    bool (*upload)(struct transfer *, struct err *);
    bool (*poison)(struct transfer *, struct err *);
    bool (*compare)(struct transfer *, struct check *, struct err *);
    bool (*hand_out)(struct transfer *, struct result *out, struct err *);
};

#define OPERATION(name, NAME) extern const struct operation op_##name;
#include "core/measure/operations.list"
extern const struct operation *const operations[OP_COUNT]; /* by enum op */

/* `pose`, if the operation has operands. */
void operation_pose(const struct operation *, struct problem *, int64_t k, enum layout);

bool operation_parse(const char *name, enum op *);

C_NAMES_END
