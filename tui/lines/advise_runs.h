/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advise_runs: what advice rests on: the runs of its problem, as lines and for scripts. */
#pragma once

#include "tui/verdict/answer.h"

/* How many kernels ran on the problem of the answer's run. */
int advise_runs_count(const struct answer *);
/* Prints the kernels that ran on the problem of the answer's run, the faster first: time, interval, what preparing
   takes. */
void advise_runs_print(const struct answer *);
/* Adds to the advice what a script needs of it: "use" (a kernel) and its "params", "decided", "compared" (with how many
   others), "may_equal" (those that may be as fast), "pays_after" (for each of what it was held against: the products,
   or null, and why in "pays_why_not"), "prepare_ms" (without choosing), in the words of a row of bench "device",
   "threads", "time_ms", "ci_lo_ms", "ci_hi_ms", "roof_frac", "roof", "flags", "host" and "processor"; "csr": the like
   of the kernel for CSR alone; "kernels": a row for each kernel, the faster first, with these words and "kernel",
   "ratio" (its time over that of "use"), "prepare_products" (preparing it, in products of "use"), and unless it is that
   "pays_after", the products from which on "use" pays off against it (0: at once), or null and "pays_why_not":
   "unclear", as "use" is not clearly faster and may never pay off, or "unknown", as what preparing takes. */
void advise_runs_tell(const struct answer *, json_t *advice);
