/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roofs: bandwidths of devices, measured once a day, and again if doubtful; what teams of threads have reached. */
#pragma once

#include "core/engine/batch.h"
#include "core/measure/conditions.h"

/* Unless it is known. Without a roof, percentages are missing, but the run goes on. */
void roofs_measure(struct session *, struct device *);

/* After a run, at most once per command and device: measures a roof again if the run exceeds it by over 5%, or if it is
   doubtful and the processors are quieter now. */
void roofs_review(struct session *, struct device *, const struct conditions *, const struct measurement *);

/* $XDG_STATE_HOME/nzscope/roofs/HOST.END: where what this machine has reached is kept. False with NZSCOPE_KEEP=0. */
bool roofs_path(const char *end, char *path, size_t size);

/* Whether this run's roof is doubtful: that of the memory, of a cache or of arithmetic. */
bool roofs_doubtful(const struct measurement *, const struct device *);

/* What teams of this machine's threads have reached (core/measure/pace.h), kept for the next engine, which may find the
   cores shared from its start to its end: the session's, for the device; NULL: not of this one. */
struct pace *paces_of(struct session *, const struct device *);
void paces_keep(struct session *);
