/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_rest: what is left of the last batch after a stop or a crash; `:rest` runs it. */
#pragma once

#include "tui/screen/app.h"

/* Another run begins with this command; NULL: one that cannot be taken up again. */
void app_rest_begin(struct app *, const char *line);
void app_rest_note(struct app *, const json_t *measurement);
/* "; 12 of 84 runs are done, :rest runs the others", or "": nothing is left out. Returns out. */
char *app_rest_text(const struct app *, char out[REST_TEXT]);
