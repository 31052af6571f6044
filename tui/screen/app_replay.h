/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_replay: a recording in place of an engine. */
#pragma once

#include "tui/screen/app.h"

/* A recording cannot measure or open anything: says so. False: there is an engine. */
bool app_is_recorded(struct app *);
/* Notes where the recording is, and begins it again when that is wanted. */
void app_replay_tick(struct app *);
