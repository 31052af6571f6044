/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzs: a matrix as a binary file that opens at the speed of the disk: versioned, checksummed, laid out to be mapped. */
#pragma once

#include "core/io/mm_write.h"

enum { NZS_VERSION = 1 };

/* Sends the bytes of the file for *a to the sink. */
bool nzs_write(const struct matrix *a, struct mm_sink sink, const struct progress *p, struct err *e);
