/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_doubt: whether what a step has measured shows what its caption says. */
#pragma once

#include "tui/screen/app.h"

/* Whether a step of this matrix shows recorded runs in place of its own: then the others also do. */
bool app_tour_is_recorded(const struct app *, int step);
/* Whether the step's runs do not show what its caption says; then recorded ones stand for all steps of this matrix. */
bool app_tour_doubts(struct app *, int step);
/* The same where a step before this one was left before it had measured. */
void app_tour_skip(struct app *, int step);
/* What the step's runs are, if not measured here and clear. */
void app_tour_note(struct app *);
