/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure: measured numbers as shown on the screen; an unknown number is an en dash. Each returns `out`. */
#pragma once

#include <jansson.h>

#include "core/base/text.h"

char *figure_number(char out[TEXT_SIZE], double value);  /* "2332", "24.1", "0.012", "3.7e-4" */
char *figure_percent(char out[TEXT_SIZE], double share); /* 0.374: "37%", below 10% with a decimal */
/* The share of padding in a format with this many slots per entry: "0%", "<0.1%", "98.5%". */
char *figure_padding(char out[TEXT_SIZE], double slots);
/* A format with the side of its blocks, if it has any: "bsr4". */
char *figure_format(char out[TEXT_SIZE], const char *name, int block);
/* What an item of the event formats says, with the bytes of CSR: "ok", "wasteful: 2.3× CSR; as SELL-32-1024". */
char *figure_verdict(char *out, size_t size, const json_t *item, double csr);
char *figure_times(char out[TEXT_SIZE], double factor);               /* "7.9×" */
char *figure_factor(char out[TEXT_SIZE], double factor);              /* of counts, which are exact: "1.04×", "65×" */
char *figure_ratio(char out[TEXT_SIZE], double factor, bool unclear); /* the same; "≈1.1×" if it is unclear */
char *figure_ms(char out[TEXT_SIZE], double ms);                      /* "1.24 ms", "81 µs", "3.1 s", "9.0 ns" */
/* In ms: "0.98–1.24 ms", "81–97 µs"; "very doubtful" if its ends lie more than a factor of 4 apart. */
char *figure_interval(char out[TEXT_SIZE], double lo, double hi);
/* How far the interval of a time reaches (interval_spread): "±1.1%"; from ±100% on, where it bounds nothing, the
   reason: "busy" or "wide"; "few": too few blocks for an interval. */
char *figure_spread(char out[TEXT_SIZE], double lo, double mid, double hi, const char *flags);
struct model_run;
/* Whether its figures may be more than 25% off: it has no interval, or a wider one. */
bool figure_doubtful(const struct model_run *);
/* A share of the roof: "83%", "≈83%" if doubtful; "cache" if everything fits in a cache without a known roof. */
char *figure_share(char out[TEXT_SIZE], double share, bool in_cache, bool doubtful);
/* What the cells of a run say, on the screen as below a prompt; of a measurement, or of a row of a table. Rate and
   share of the roof have an ≈ if doubtful; a speedup without the run that it is against is "no base". */
enum figure_cell { CELL_RATE, CELL_SPREAD, CELL_ROOF, CELL_SPEEDUP, CELL_TIME, CELL_BANDWIDTH };
char *figure_cell(char out[TEXT_SIZE], enum figure_cell, const struct model_run *);
char *figure_cell_row(char out[TEXT_SIZE], enum figure_cell, const json_t *row);
/* The kernel that speedups of an operation are over. */
char *figure_base(const char *op, char out[64]);
/* Whether that is so, and what it needs: "no base: speedup needs a run of cpu.csr.serial". */
bool figure_base_text(char *out, size_t size, const struct model_run *);
char *figure_bytes(char out[TEXT_SIZE], double bytes);
/* Shortens the exponent in place: "6.0e-04" to "6.0e-4", "1.2e+06" to "1.2e6". */
void figure_exponent(char *text);
/* A count in at most six columns: "81,204", "1.31M". */
char *figure_short(char out[TEXT_SIZE], double count);
/* Whether a reordering has paid off: "order took 328 ms, 1.25× as fast: paid after 212 products, X and Y staying
   permuted". */
void figure_order_text(char *out, size_t size, const struct model_run *);
struct model_matrix;
/* How nearly A equals its transpose; "symmetric" if it does. */
void figure_symmetry_text(const struct model_matrix *, char *out, size_t size);
/* A spinner; plain: without braille. */
const char *figure_spinner(double seconds, bool plain);
