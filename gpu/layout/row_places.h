/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_places: the places of A's rows, in an order in which adjacent rows have similar lengths. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

struct row_place {
    int64_t begin;
    int32_t count, row; /* entries begin .. begin+count-1 are row `row` of A */
};

/* All m rows by descending length, equal ones in order: within windows of `window` rows, or of all. ERR_MEMORY. The
   caller frees *out. */
bool row_places_windows(const struct csr *a, int64_t window, struct row_place **out, struct err *e);
bool row_places_all(const struct csr *a, struct row_place **out, struct err *e);

/* *gain: distinct columns of rows far apart over those of as many consecutive rows, from a sample; 1 if neighbours
   share no more columns than any two rows. ERR_MEMORY. */
bool row_places_sharing(const struct csr *a, double *gain, struct err *e);

C_NAMES_END
