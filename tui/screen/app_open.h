/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_open: opens matrices: from the picker, the session, the collection. */
#pragma once

#include "tui/screen/app.h"

/* Shows what there is to open: in a folder ("": the current one), in the catalogue, from generators. */
void app_pick(struct app *, const char *folder);
/* Opens a matrix, or the first of a set of the catalogue: the others follow it. Picks from a folder (false). */
bool app_open(struct app *, const char *spec);
/* Starts to fetch a matrix from the collection, NAME or GROUP/NAME, and opens it when it is there. */
void app_fetch(struct app *, const char *name);
/* Continues the download; `stop` gives it up. */
void app_fetch_tick(struct app *, bool stop);
/* Opens the next (by = 1) or the previous (-1) matrix of this session. */
void app_open_next(struct app *, int by);
/* Adds a matrix, or those of a set, to the matrices of this session, without opening any. */
void app_know(struct app *, const char *spec);
/* Asks for a new engine. */
void app_revive(struct app *);
