/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opened: the matrix that is open: replaced, closed, forgotten. */
#pragma once

#include "core/engine/session.h"

/* What reading has found in a matrix: duplicates, NaN and the like. */
void opened_notices(const struct session *, const struct matrix *);
void opened_forget(struct session *);
