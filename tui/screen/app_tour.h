/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour: a tour on the screen. */
#pragma once

#include "tui/screen/app.h"

/* Begins at the first step; the name as tour_find takes it. ERR_INPUT. */
bool app_tour_start(struct app *, const char *name, struct err *);
/* Carries out what is next, if the engine rests. */
void app_tour_tick(struct app *);
