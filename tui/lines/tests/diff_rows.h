/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_rows: tables for diff, as TSV. */
#pragma once

#include "tui/lines/tests/program.h"

#define COLS "matrix\tm\tn\tnnz\top\ttype\tk\tkernel\tthreads\tparams\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus"
#define ROW(kernel, ms, lo, hi) "a\t5\t5\t9\tmul\tf64\t1\t" kernel "\t2\t\t" ms "\t" lo "\t" hi "\tok\n"

/* The status of a diff of these two tables, which are TSV under the header; what it prints is in `out` and `said`. */
static inline int diff(const char *header, const char *old, const char *new, const char *options)
{
    char text[8000];
    snprintf(text, sizeof text, "%s\n%s", header, old);
    write_file("old.tsv", text);
    snprintf(text, sizeof text, "%s\n%s", header, new);
    write_file("new.tsv", text);
    return run("$NZ diff old.tsv new.tsv %s", options);
}
