/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roof_file: the roof of a device, kept for a day, so that the next engine need not measure it:
   $XDG_STATE_HOME/nzscope/roofs/HOST.DEVICE. Not with NZSCOPE_KEEP=0. */
#ifndef NZ_ROOF_FILE_H
#define NZ_ROOF_FILE_H

#include "core/measure/kernel.h"

/* The bandwidths as they were kept of this very device, and what speaks against them. False: none are, or too old. */
bool roof_file_read(struct device *);
/* A roof that cannot be kept is measured again; that is no error. */
void roof_file_write(const struct device *);

#endif
