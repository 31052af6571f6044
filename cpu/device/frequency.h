/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frequency: the clock at which our processors run. */
#pragma once

/* MHz of the fastest of our processors now; 0: the system does not say. `root` stands before /sys and /proc. */
double frequency_mhz(const char *root);
