/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker: executes the commands in the queue. */
#pragma once

#include "core/engine/session.h"

/* Loads backends, reports them, then executes commands until the queue quits. Returns the exit status: 0, or ERR_DEVICE
   if a device was lost. `commit`: of the build. The caller owns the inbox. */
int worker_run(struct events *, struct queue *, const struct backend *builtin, const char *commit, struct inbox *);
