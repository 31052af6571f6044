/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config: the file that the screen reads at its start: commands for settings, theme, mouse, keep, keys. */
#pragma once

#include "tui/screen/app.h"

/* Carries out the file's lines; wrong ones are left out and named in the log. `settings`: those of the next run alone,
   which need to know the kernels; else all others. Options of the command line win. No file is no error. */
void config_apply(struct app *, bool settings);
/* Whether results may be kept at all: NZSCOPE_KEEP=0 overrules the file. */
bool config_may_keep(void);
