/* SPDX-License-Identifier: GPL-3.0-or-later */
/* room: what the memory limit leaves after all that is open. */
#pragma once

#include "core/engine/session.h"

uint64_t room_left(const struct session *); /* bytes left, at least 1 */
bool room_fits(const struct session *, const char *what, uint64_t bytes, struct err *);
/* Bytes that may be allocated on a device when `reserved` bytes of the host are reserved. */
uint64_t room_on(struct session *, struct device *, uint64_t reserved);
