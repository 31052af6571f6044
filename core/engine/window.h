/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window: single entries of the matrix in the current order, for views that show numbers. */
#pragma once

#include "core/engine/session.h"

enum { WINDOW_MAX = 64 }; /* rows and columns, at most */

/* [[i, j, value]…] by rows: the entries in rows and columns from .. to-1, at most WINDOW_MAX of each. */
json_t *window_entries(const struct csr *, const int64_t from[2], const int64_t to[2]);
