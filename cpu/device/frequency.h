/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frequency: the clock at which our processors run. */
#ifndef NZ_CPU_FREQUENCY_H
#define NZ_CPU_FREQUENCY_H

/* MHz of the fastest of our processors now; 0: the system does not say. `root` stands before /sys and /proc. */
double frequency_mhz(const char *root);

#endif
