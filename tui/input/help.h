/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: what a command and its options do. */
#pragma once

#include "tui/input/options.h"

/* Help on one command with its options, or (CMD_screen) the overview of the available commands. */
void help_print(FILE *, enum tui_command, enum context);
