/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker: takes commands from the queue and hands each to the function that carries it out. */
#pragma once

#include "core/engine/session.h"

/* Finds backends, tells what there is, then carries out commands until the queue says quit. Returns the exit status: 0,
   or ERR_DEVICE when a device was lost. `commit`: of the build, for the rows. The inbox stays the caller's. */
int worker_run(struct events *, struct queue *, const struct backend *builtin, const char *commit, struct inbox *);
