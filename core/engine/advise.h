/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advise: every device chooses its kernel for the open matrix; where does it run best? */
#pragma once

#include "core/engine/session.h"

bool advise_devices(struct session *, const struct command *, struct err *); /* the command `advise` */
