/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format_ell_col: ELLPACK: every row as wide as the longest, slot after slot (GPU). */
#include "core/matrix/format.h"

extern const struct format format_ell_col;
const struct format format_ell_col = {
    .name = "ell.col",
    .title = "ELLPACK",
    .what = "every row padded to the longest, slot after slot (GPU)",
    .padded = true,
    .supports = format_takes_any,
    .cost = format_ell_cost,
};
