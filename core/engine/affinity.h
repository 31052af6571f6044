/* SPDX-License-Identifier: GPL-3.0-or-later */
/* affinity: reports the processors of the CPU and where threads run. */
#pragma once

#include "core/engine/session.h"

/* Reports where `threads` threads run (0: a full team), if the device knows. */
bool affinity_report(struct session *, struct device *, int threads, struct err *);
