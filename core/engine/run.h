/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: every item of a batch, in every order, measured. */
#pragma once

#include "core/engine/tell.h"

/* Keeps an outcome, flags its conditions and tells it; `lost`: the device was lost over it, else NULL. */
void run_end(struct session *, struct tell *, struct measurement *, const struct err *lost);
