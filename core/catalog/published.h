/* SPDX-License-Identifier: GPL-3.0-or-later */
/* published: results from published reports, by matrix and problem. */
#pragma once

#include "core/catalog/catalog.h"

/* One result. Unknown or inapplicable members are "" or 0. */
struct published_row {
    char matrix[64], op[16], type[8], kernel[64], machine[48], source[48];
    char params[48]; /* parameters that make our kernel the report's: "LOOP=row" */
    int64_t nnz, k;
    int threads;
    double time_ms;   /* as printed */
    double gflops;    /* as printed, else 2·nnz·k / time; 0 for a transposition */
    double speedup;   /* over the report's serial code of the same format, as printed; 0: not in the report */
    double nnz_per_s; /* nonzeros over time, whatever k */
};

struct published {
    struct published_row *row;
    int rows;
    struct catalog catalog;
};

/* Reads published.tsv beside the catalogue, and the catalogue. ERR_INPUT with file and line. */
bool published_load(struct published *, struct err *);
/* The same from a file, without any catalogue. */
bool published_read(const char *path, struct published *, struct err *);
void published_free(struct published *);

/* Whether the result is of this kernel with these parameters, in the notation of measurements. */
bool published_variant(const struct published_row *, const char *kernel, const char *params);

/* The name under which results on a matrix are listed, and whether the matrix is a twin; NULL: none. `name` is the
   engine's: a file's, twin:NAME, lower:NAME or uniform:…; the sizes must be the catalogue's. */
const char *published_name(const struct published *, const char *name, int64_t rows, int64_t cols, int64_t nnz,
                           bool *twin);
