/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opened: the open matrix: replaces, closes and forgets it. */
#pragma once

#include "core/engine/session.h"

/* Sends notices about what the reader found: duplicates, NaN and the like. */
void opened_notices(const struct session *, const struct matrix *);
void opened_forget(struct session *);
