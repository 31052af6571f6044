/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: the help of a command and the overview of all, from the lists of commands and options. */
#ifndef NZ_INPUT_HELP_H
#define NZ_INPUT_HELP_H

#include <stdio.h>

#include "tui/input/options.h"

/* Help on one command with its options, or (CMD_screen) the overview of those that can be said there. */
void help_print(FILE *, enum tui_command, enum place);

#endif
