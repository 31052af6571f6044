/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config: the file of what the screen begins with: commands for settings, theme, mouse, keep and keys, one a line. */
#ifndef NZ_CONFIG_H
#define NZ_CONFIG_H

#include "tui/screen/app.h"

/* $XDG_CONFIG_HOME/nzscope/config, else ~/.config/nzscope/config. False: there is no place for it. */
bool config_path(char *path, size_t size);

/* Carries out the file's lines; wrong ones are left out and named in the log. `settings`: those of the next run alone,
   which need to know the kernels; else all others. Options of the command line win. No file is no error. */
void config_apply(struct app *, bool settings);

/* Whether results may be kept at all: NZSCOPE_KEEP=0 overrules the file. */
bool config_may_keep(void);

/* Writes what is so now, whole or not at all. */
bool config_write(const struct app *, struct err *);

#endif
