/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_eigen: the C++ half of Eigen's kernels, compiled once per value type and instruction set. */
#pragma once

#include "cpu/lib/variant.h"

C_NAMES_BEGIN

/* Y = A·X, Y = Aᵀ·X and T = Aᵀ; plan_data is a struct plan_csr. */
bool VARIANT(eigen_mul)(void *plan_data, struct err *);
bool VARIANT(eigen_tmul)(void *plan_data, struct err *);
bool VARIANT(eigen_transpose)(void *plan_data, struct err *);

C_NAMES_END
