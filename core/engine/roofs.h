/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roofs: the bandwidths of devices, measured once a day, and again where one is in doubt. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"

/* Those of the devices of a batch. A roof that cannot be measured costs the percentages, not the run. */
void roofs_measure(struct session *, const struct batch *);

/* After a run, once a command and device: measures a roof again that the run has passed by over 5%, or that was in
   doubt while the processors were quieter now. */
void roofs_review(struct session *, struct device *, const struct conditions *, const struct measurement *);

/* Whether the roof is in doubt that this run is held against. */
bool roofs_doubtful(const struct measurement *, const struct device *);
