/* SPDX-License-Identifier: GPL-3.0-or-later */
/* affinity: the processors of the CPU and where threads sit on them. */
#pragma once

#include "core/engine/session.h"

/* Where `threads` threads sit (0: where all would), of a device that can say it. */
bool affinity_tell(struct session *, struct device *, int threads, struct err *);
