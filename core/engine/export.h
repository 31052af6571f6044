/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export: results and matrices as streams of Matrix Market text or packed: the commands of these names. */
#pragma once

#include "core/engine/session.h"

bool export_mul(struct session *, const struct command *, struct err *);
bool export_transpose(struct session *, const struct command *, struct err *);
bool export_write(struct session *, const struct command *, struct err *);
bool export_pack(struct session *, const struct command *, struct err *);
bool export_show(struct session *, const struct command *, struct err *);
