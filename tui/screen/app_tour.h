/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_tour: the screen goes through a tour: a step's commands are carried out one by one, whenever the engine rests. */
#ifndef NZ_APP_TOUR_H
#define NZ_APP_TOUR_H

#include "tui/screen/app.h"

/* Begins at the first step; the name as tour_find takes it. ERR_INPUT. */
bool app_tour_start(struct app *, const char *name, struct err *);
void app_tour_end(struct app *);
/* Goes to a step, counted from 0; what still runs is stopped. `catch_up`: what the steps before it have not measured
   comes first, as the step may speak of it. */
void app_tour_go(struct app *, int step, bool catch_up);
/* Carries out what is next, if the engine rests. */
void app_tour_tick(struct app *);
/* Whether commands of the step still wait. */
bool app_tour_waits(const struct app *);

#endif
