/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results: measurements read back from a table of bench: TSV, CSV or JSON, of this version or of an older one. */
#ifndef NZ_RESULTS_H
#define NZ_RESULTS_H

#include <jansson.h>

#include "core/base/err.h"

/* The rows of a file as a new array of objects with the names of the columns: counts and numbers as such, `flags` as
   words with commas between them, text scrubbed; empty fields are left out, rows of means too. `reorder` is there
   wherever `params` tell it. NULL: ERR_INPUT, with the file, the line (or, of JSON, the place in the array) and the
   reason. */
json_t *results_read(const char *path, struct err *);

/* A text by which two rows of the same problem and kernel can be known, without the member `but` (NULL: with all):
   matrix, m, n, nnz, op, type, k, kernel, threads, params without what was chosen, cache, reorder. */
void results_key(const json_t *row, const char *but, char *out, size_t size);

#endif
