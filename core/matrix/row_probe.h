/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_probe: whether rows that share columns stand far apart, by a sample of them. */
#pragma once

#include "core/matrix/csr.h"

/* *gain: rows of X that a block of consecutive rows needs, over those that as many like rows need, about; INFINITY
   where a sample tells nothing. Reads A once. The same for any number of threads. ERR_MEMORY. */
bool row_probe(const struct csr *a, double *gain, struct err *e);
