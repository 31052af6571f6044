/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: measures every item of a batch, in every order. */
#pragma once

#include "core/engine/reporter.h"

/* Keeps and reports an outcome with its conditions; `lost`: it lost the device, else NULL. */
void run_end(struct session *, struct reporter *, struct measurement *, const struct err *lost);
