/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: measures every item of a batch, in every order. */
#pragma once

#include "core/engine/reporter.h"

/* Stores and reports an outcome with its conditions; `lost`: the error that lost the device, or NULL. */
void run_end(struct session *, struct reporter *, struct measurement *, const struct err *lost);
