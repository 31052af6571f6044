/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transport: how far a replay has come, and where it was recorded, in one line below the panels. */
#ifndef NZ_TRANSPORT_H
#define NZ_TRANSPORT_H

#include "tui/views/scene.h"

void transport_draw(const struct scene *, struct canvas *, struct rect);

#endif
