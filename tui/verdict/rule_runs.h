/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rule_runs: what measurements say of the rule of thumb for GPU kernels. */
#pragma once

#include "core/measure/rule.h"

#include <jansson.h>

/* The rule for the rows of a matrix, by its event. */
const struct rule *rule_runs_of(const json_t *matrix);
/* Its rows, with the thresholds (rule_rows_text). */
void rule_runs_rows(const json_t *matrix, char *out, size_t size);
/* Whether the rule holds, by the fastest run of each kernel on the SpMV of measurement `first`: of one matrix, order,
   type and cache; UNTRIED: it is none. `measured`: an array, all "ok". As rule_check. */
enum rule_outcome rule_runs_check(const struct rule *, const json_t *measured, const json_t *first, char *text,
                                  size_t size);
