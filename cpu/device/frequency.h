/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frequency: the clock frequency of our processors. */
#pragma once

/* The current clock of our fastest processor, in MHz; 0: unknown. `root` precedes /sys and /proc. */
double frequency_mhz(const char *root);
