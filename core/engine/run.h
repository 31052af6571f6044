/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: measures every item of a batch, in every order. */
#pragma once

#include "core/engine/report.h"

/* Keeps and reports an outcome with its conditions; `lost`: it lost the device, else NULL. */
void run_end(struct session *, struct report *, struct measurement *, const struct err *lost);
