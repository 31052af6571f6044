/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix: a csr with its origin, what its file declares, and what its reader counted. */
#pragma once

#include "core/matrix/csr.h"

enum field { FIELD_REAL, FIELD_INTEGER, FIELD_PATTERN, FIELD_COMPLEX };
enum symmetry { SYM_GENERAL, SYM_SYMMETRIC, SYM_SKEW, SYM_HERMITIAN };

struct matrix {
    char name[128];   /* short, scrubbed: "bcsstk13", "stencil27:128" */
    char source[512]; /* the path or gen:SPEC it was opened by, scrubbed */
    char title[256];  /* the file's first comment in brackets, else the first with text, scrubbed; "" */
    enum field field; /* FIELD_COMPLEX: val holds magnitudes, and kernels must refuse */
    enum symmetry symmetry;
    bool array;         /* stored as a dense array in the file */
    bool bannerless;    /* edges in a file that is named as Matrix Market */
    int64_t stored;     /* entries in the file, before they are mirrored and summed */
    int64_t duplicates; /* entries summed into another */
    int64_t zeros;      /* explicit zeros kept */
    int64_t nonfinite;  /* NaN and Inf, those from overflow included */
    int64_t overflowed; /* values too large for f64, now ±Inf */
    int64_t rounded;    /* integers of 2^53 or more: f64 does not hold all, and may have rounded them */
    int64_t upper;      /* symmetric kinds: entries above the diagonal */
    uint64_t packed;    /* the checksum of its .nzs file, `source`; 0 for any other */
    struct csr csr;     /* f64 */
};

void matrix_free(struct matrix *a);

/* "real", "twin" (generated in the likeness of a real one) or "generated". */
const char *matrix_origin(const struct matrix *);

extern const char *const field_names[], *const symmetry_names[]; /* as in Matrix Market files; end in NULL */
