/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work: what a kernel's workers would have to do: rows and entries of each, rows of X that they fetch. */
#pragma once

#include "core/engine/session.h"

/* Command `work`: the event of its name. */
bool work_show(struct session *, const struct command *, struct err *);
