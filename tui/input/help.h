/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: the help of a command and the overview of all, from the lists of commands and options. */
#pragma once

#include "tui/input/options.h"

/* Help on one command with its options, or (CMD_screen) the overview of the available commands. */
void help_print(FILE *, enum tui_command, enum context);
