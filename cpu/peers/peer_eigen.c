/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_eigen: Y = A·X, Y = Aᵀ·X and T = Aᵀ by Eigen; peer_eigen_run.cpp calls Eigen itself. */
#include "cpu/lib/peer.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#define bytes_transpose bytes
#define run_mul run
#define run_tmul run
#define run_transpose run
#else
#include "cpu/peers/peer_eigen.h"
#define run_mul VARIANT(eigen_mul)
#define run_tmul VARIANT(eigen_tmul)
#define run_transpose VARIANT(eigen_transpose)

static bool supports(const struct problem *p, struct err *why)
{
    return peer_fits(p, "Eigen with int", why);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return threads_tried(p->threads, e) && plan_csr_parallel(p, out, e);
}

/* A, and the transpose that Eigen makes, with a count per column. */
static uint64_t bytes_transpose(const struct problem *p)
{
    return size_add(plan_csr_bytes(p), csr_transposed_bytes(p->a));
}
#endif

#define PEER_EIGEN                                                                                                     \
    CPU_KERNEL, .peer = true, .supports = supports, .source = "Guennebaud, Jacob et al., Eigen", .format = "csr"

const struct kernel VARIANT(peer_eigen) = {
    .name = "peer.eigen",
    .what = "Eigen: SparseMatrix by rows times dense, with OpenMP",
    .op = OP_MUL,
    .bytes = plan_csr_bytes,
    .prepare = prepare,
    .run = run_mul,
    PEER_EIGEN,
};

const struct kernel VARIANT(peer_eigen_tmul) = {
    .name = "peer.eigen.tmul",
    .what = "Eigen: transpose() of a SparseMatrix by rows times dense, one thread",
    .op = OP_TMUL,
    .serial = true,
    .bytes = plan_csr_bytes,
    .prepare = prepare,
    .run = run_tmul,
    PEER_EIGEN,
};

const struct kernel VARIANT(peer_eigen_transpose) = {
    .name = "peer.eigen.transpose",
    .what = "Eigen: a SparseMatrix by rows assigned to one by columns, and copy out",
    .op = OP_TRANSPOSE,
    .serial = true,
    .bytes = bytes_transpose,
    .prepare = plan_csr_serial,
    .run = run_transpose,
    PEER_EIGEN,
};
