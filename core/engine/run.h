/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: measures every item of a batch, in every order. */
#pragma once

#include "core/engine/tell.h"

/* Keeps and reports an outcome with its conditions; `lost`: it lost the device, else NULL. */
void run_end(struct session *, struct tell *, struct measurement *, const struct err *lost);
