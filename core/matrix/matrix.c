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

const char *field_name(enum field field)
{
    static const char *const name[] = {
        [FIELD_REAL] = "real", [FIELD_INTEGER] = "integer", [FIELD_PATTERN] = "pattern", [FIELD_COMPLEX] = "complex"
    };
    return name[field];
}

const char *symmetry_name(enum symmetry symmetry)
{
    static const char *const name[] = { [SYM_GENERAL] = "general",
                                        [SYM_SYMMETRIC] = "symmetric",
                                        [SYM_SKEW] = "skew-symmetric",
                                        [SYM_HERMITIAN] = "hermitian" };
    return name[symmetry];
}
