/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/matrix.h"

void matrix_free(struct matrix *a)
{
    csr_free(&a->csr);
    *a = (struct matrix){ 0 };
}

/* The name of a packed twin identifies it. */
const char *matrix_origin(const struct matrix *a)
{
    const char *source = a->source + (strncmp(a->source, "lower:", 6) == 0 ? 6 : 0);
    if (strncmp(a->name, "twin:", 5) == 0)
        return "twin";
    return strncmp(source, "gen:", 4) == 0 ? "generated" : "real";
}

const char *const field_names[] = { "real", "integer", "pattern", "complex", NULL };
const char *const symmetry_names[] = { "general", "symmetric", "skew-symmetric", "hermitian", NULL };
