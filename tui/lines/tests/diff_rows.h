/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_rows: tables for diff, as TSV. */
#pragma once

#define COLS "matrix\tm\tn\tnnz\top\ttype\tk\tkernel\tthreads\tparams\ttime_ms\tci_lo_ms\tci_hi_ms\tstatus"
#define ROW(kernel, ms, lo, hi) "a\t5\t5\t9\tmul\tf64\t1\t" kernel "\t2\t\t" ms "\t" lo "\t" hi "\tok\n"
