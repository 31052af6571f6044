/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_probe: estimates from a sample whether similar rows are far apart. */
#pragma once

#include "core/matrix/csr.h"

/* *gain: about how many times as many rows of X a block of consecutive rows needs as a block of similar rows; INFINITY
   where the sample shows nothing. Reads A once; the same for any number of threads. ERR_MEMORY. */
bool row_probe(const struct csr *a, double *gain, struct err *e);
