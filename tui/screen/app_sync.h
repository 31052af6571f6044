/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_sync: keeps the engine in step with the screen: sends what the state needs. */
#pragma once

#include "tui/screen/app.h"

/* Sends what the state asks for: a stale problem, a raster of this size. Call after events, keys and resizes. */
void app_tick(struct app *);
