/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roofs: the memory bandwidth of devices, measured once. */
#ifndef NZ_ROOFS_H
#define NZ_ROOFS_H

#include "core/engine/batch.h"

/* Those of the devices of a batch. A roof that cannot be measured costs the percentages, not the run. */
void roofs_measure(struct session *, const struct batch *);

bool roofs_bandwidth(struct session *, const struct command *, struct err *); /* the command `bandwidth` */

#endif
