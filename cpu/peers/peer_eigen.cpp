/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_eigen: Y = A·X and T = Aᵀ by Eigen, which is headers only and so is compiled here, once per instruction set like
   our own kernels. The Makefile renames its namespace each time: the linker must not mix instruction sets. Without
   Eigen this file is compiled as C. */
#include "cpu/lib/peer.h"
#include "cpu/lib/variant.h"

#ifdef __cplusplus
extern "C" {
#endif
extern const struct kernel VARIANT(peer_eigen), VARIANT(peer_eigen_transpose);
#ifdef __cplusplus
}
#endif

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#define bytes_transpose bytes
#define prepare_transpose prepare
#define run_transpose run
#else
/* Eigen's headers call their template arguments T. */
typedef T real;
#undef T
#include <Eigen/Sparse>

#include "core/base/limit.h"
extern "C" {
#include "cpu/lib/plan.h"
}

typedef Eigen::Map<const Eigen::SparseMatrix<real, Eigen::RowMajor, int>> Rows;
typedef Eigen::SparseMatrix<real, Eigen::ColMajor, int> Columns;
typedef Eigen::Map<const Eigen::Matrix<real, Eigen::Dynamic, 1>> VectorX;
typedef Eigen::Map<Eigen::Matrix<real, Eigen::Dynamic, 1>> VectorY;
typedef Eigen::Matrix<real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> Dense;
typedef Eigen::Map<const Dense, 0, Eigen::OuterStride<>> DenseX;
typedef Eigen::Map<Dense, 0, Eigen::OuterStride<>> DenseY;

static Rows rows_of(const struct plan_csr *a)
{
    return Rows(a->m, a->n, a->nnz, a->ptr32, a->ind, static_cast<const real *>(a->val));
}

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
    uint64_t at = size_csr((uint64_t)p->a->n, (uint64_t)p->a->nnz, sizeof(real));

    return size_add(plan_csr_bytes(p), at);
}

static void release(void *plan_data)
{
    plan_csr_release(plan_data);
}

static bool run(void *plan_data, struct err *e)
{
    const struct plan_csr *a = static_cast<const struct plan_csr *>(plan_data);
    const real *x = static_cast<const real *>(a->v.x);
    real *y = static_cast<real *>(a->v.y);

    try {
        Eigen::setNbThreads(a->threads);
        if (a->v.k == 1 && a->v.ldx == 1 && a->v.ldy == 1)
            VectorY(y, a->m).noalias() = rows_of(a) * VectorX(x, a->n);
        else
            DenseY(y, a->m, a->v.k, Eigen::OuterStride<>(a->v.ldy)).noalias() =
                rows_of(a) * DenseX(x, a->n, a->v.k, Eigen::OuterStride<>(a->v.ldx));
    } catch (const std::bad_alloc &) {
        return err_set(e, ERR_MEMORY, "Eigen: out of memory");
    }
    return true;
}

static bool run_transpose(void *plan_data, struct err *e)
{
    const struct plan_csr *a = static_cast<const struct plan_csr *>(plan_data);

    try {
        const Columns at(rows_of(a)); /* the columns of A are the rows of Aᵀ */
        struct peer_arrays from = { false, false, at.outerIndexPtr(), at.innerIndexPtr(), at.valuePtr() };
        peer_take(&a->t, VARIANT_TYPE, &from, 1);
    } catch (const std::bad_alloc &) {
        return err_set(e, ERR_MEMORY, "Eigen: out of memory");
    }
    return true;
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
    .run = run,
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
