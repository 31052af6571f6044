/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: every item of a batch, in every order, measured. */
#ifndef NZ_RUN_H
#define NZ_RUN_H

#include "core/engine/session.h"

bool run_batches(struct session *, const struct command *, struct err *); /* the command `run` */

#endif
