/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_eigen: Y = A·X and T = Aᵀ by Eigen; what calls Eigen itself is peer_eigen_run.cpp. */
#include "cpu/lib/peer.h"
#include "cpu/lib/variant.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#define bytes_transpose bytes
#define prepare_transpose prepare
#define run_mul run
#define run_transpose run
#else
#include "core/base/limit.h"
#include "cpu/lib/plan.h"
#include "cpu/peers/peer_eigen.h"
#define run_mul VARIANT(eigen_mul)
#define run_transpose VARIANT(eigen_transpose)

static bool supports(const struct problem *p, struct err *why)
{
    return peer_fits(p, "Eigen with int", why);
}

static bool prepare(const struct problem *p, struct plan *plan, struct err *e)
{
    return peer_threads(p->threads, e) && plan_csr_parallel(p, plan, e);
}

static bool prepare_transpose(const struct problem *p, struct plan *plan, struct err *e)
{
    return plan_csr_serial(p, plan, e);
}

static uint64_t bytes(const struct problem *p)
{
    return plan_csr_bytes(p);
}

/* A, and the transpose that Eigen makes with a count of each column. */
static uint64_t bytes_transpose(const struct problem *p)
{
    uint64_t at = size_csr((uint64_t)p->a->n, (uint64_t)p->a->nnz, sizeof(T));

    return size_add(plan_csr_bytes(p), at);
}

static void release(void *plan_data)
{
    plan_csr_release(plan_data);
}
#endif

const struct kernel VARIANT(peer_eigen) = {
    .name = "peer.eigen",
    .what = "Eigen: SparseMatrix by rows times dense, with OpenMP",
    .source = "Guennebaud, Jacob et al., Eigen",
    .on = "cpu",
    .format = "csr",
    .op = OP_MUL,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .peer = true,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare,
    .run = run_mul,
    .release = release,
};

const struct kernel VARIANT(peer_eigen_transpose) = {
    .name = "peer.eigen.transpose",
    .what = "Eigen: a SparseMatrix by rows assigned to one by columns, and copy out",
    .source = "Guennebaud, Jacob et al., Eigen",
    .on = "cpu",
    .format = "csr",
    .op = OP_TRANSPOSE,
    .type = VARIANT_TYPE,
    .layout = ROW_MAJOR,
    .peer = true,
    .serial = true,
    .supports = supports,
    .bytes = bytes_transpose,
    .prepare = prepare_transpose,
    .run = run_transpose,
    .release = release,
};
