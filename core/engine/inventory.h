/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inventory: reports backends, devices, where threads run, operations, kernels, formats and orderings. */
#pragma once

#include "core/engine/session.h"

void inventory_report(struct session *); /* all, at the start */
void inventory_device(const struct session *, const struct device *);
