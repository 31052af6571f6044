/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_probe: estimates from a sample whether similar rows are far apart. */
#pragma once

#include "core/matrix/csr.h"

/* *gain: the rows of X that a block of consecutive rows needs over those of a block of similar rows, approximately;
   INFINITY: the sample shows nothing. Reads A once; the same for any number of threads. ERR_MEMORY. */
bool row_probe(const struct csr *a, double *gain, struct err *e);
