/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour_command: one command of a tour. */
#pragma once

#include "tui/screen/app.h"

/* Carries out a command of the tour, or shows the recorded runs that stand for it. False: it is left out. */
bool app_tour_carry_out(struct app *, const struct tour_command *);
