/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines: the front end without a screen: commands from the shell, a script or a prompt, answered with text and rows. */
#ifndef NZ_LINES_H
#define NZ_LINES_H

#include "tui/input/options.h"

/* Carries out what the shell asked for; returns the exit status, with the text for the user in *e unless it is 0 or
   everything has been said. */
int lines_main(const struct options *, struct err *);

#endif
