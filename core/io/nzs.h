/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzs: a matrix as a binary file, versioned and checksummed, which opens at disk speed. */
#pragma once

#include "core/io/mm_write.h"

enum { NZS_VERSION = 1 };

bool nzs_write(const struct matrix *a, struct mm_sink sink, const struct progress *p, struct err *e);
