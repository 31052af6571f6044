/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paces: what teams of this machine's threads have reached (core/measure/pace.h), kept for the next engine, which may
   find the cores shared from its start to its end. */
#pragma once

#include "core/engine/session.h"

/* The session's, for the device; NULL: not of this one. */
struct pace *paces_of(struct session *, const struct device *);
void paces_keep(struct session *);
