/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_turns: two rows that are measured in turn. */
#pragma once

#include "tui/screen/app.h"

/* The arguments of `run` for the problem of two rows, NULL: of what is set. ERR_USAGE: they are not of one problem. */
bool turns_arguments(const struct app *, const char *globs, const struct model_run *const row[2], char *text,
                     size_t size, struct err *);
