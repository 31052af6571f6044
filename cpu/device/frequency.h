/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frequency: the clock at which our processors run. */
#pragma once

/* The present clock, in MHz, of the fastest of our processors; 0: the system does not say. `root` precedes /sys and
   /proc. */
double frequency_mhz(const char *root);
