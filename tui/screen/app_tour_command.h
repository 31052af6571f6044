/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_command: one command of a tour. */
#pragma once

#include "tui/screen/app.h"

/* Carries out a command of the tour, or shows the recorded runs that stand for it. False: it is left out. */
bool app_tour_carry_out(struct app *, const struct tour_command *);
/* Whether the matrix that it opens is open. */
bool app_tour_is_open(const struct app *, const struct tour_command *);
/* The settings from before the tour, but for the order that the rows are in: steps say which one they need. */
void app_tour_plain(struct app *);
/* Whether the engine must first find the order of the rows for a command, or for what is shown at the end of a step
   (NULL). One that later commands replace is never found: each takes seconds, in which its step would flash by. */
bool app_tour_orders(struct app *, const struct tour_command *);
