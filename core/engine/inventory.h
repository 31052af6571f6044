/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inventory: reports what there is: backends, devices, operations, kernels, formats, orderings. */
#pragma once

#include "core/engine/session.h"

void inventory_report(struct session *); /* all, at the start */
void inventory_device(const struct session *, const struct device *);
