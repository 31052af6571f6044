/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_eigen_run: Y = A·X, Y = Aᵀ·X and T = Aᵀ by Eigen, which is all headers: it is compiled here, once per
   instruction set. The Makefile renames its namespace each time, since the linker must not mix instruction sets. */
#include "cpu/lib/peer.h"
#include "cpu/peers/peer_eigen.h"

/* Eigen's headers call their template arguments T. */
typedef T real;
static const enum vtype type = VARIANT_TYPE;
#undef T
#include <Eigen/Sparse>

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

/* Y = matrix·X, where X has n rows and Y m. */
template <class Matrix>
static bool multiply(const Matrix &matrix, int64_t m, int64_t n, const struct plan_csr *a, struct err *e)
{
    const real *x = static_cast<const real *>(a->v.x);
    real *y = static_cast<real *>(a->v.y);

    try {
        Eigen::setNbThreads(a->threads);
        if (a->v.k == 1 && a->v.ldx == 1 && a->v.ldy == 1)
            VectorY(y, m).noalias() = matrix * VectorX(x, n);
        else
            DenseY(y, m, a->v.k, Eigen::OuterStride<>(a->v.ldy)).noalias() =
                matrix * DenseX(x, n, a->v.k, Eigen::OuterStride<>(a->v.ldx));
    } catch (const std::bad_alloc &) {
        return err_set(e, ERR_MEMORY, "Eigen: out of memory");
    }
    return true;
}

bool VARIANT(eigen_mul)(void *plan_data, struct err *e)
{
    const struct plan_csr *a = static_cast<const struct plan_csr *>(plan_data);

    return multiply(rows_of(a), a->m, a->n, a, e);
}

bool VARIANT(eigen_tmul)(void *plan_data, struct err *e)
{
    const struct plan_csr *a = static_cast<const struct plan_csr *>(plan_data);
    const Rows rows = rows_of(a);

    return multiply(rows.transpose(), a->n, a->m, a, e);
}

bool VARIANT(eigen_transpose)(void *plan_data, struct err *e)
{
    const struct plan_csr *a = static_cast<const struct plan_csr *>(plan_data);

    try {
        const Columns at(rows_of(a)); /* the columns of A are the rows of Aᵀ */
        struct peer_arrays from = { at.outerIndexPtr(), at.innerIndexPtr(), at.valuePtr() };
        peer_take(&a->t, type, &from, 1);
    } catch (const std::bad_alloc &) {
        return err_set(e, ERR_MEMORY, "Eigen: out of memory");
    }
    return true;
}
