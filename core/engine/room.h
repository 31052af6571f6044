/* SPDX-License-Identifier: GPL-3.0-or-later */
/* room: the memory limit against what is open. */
#pragma once

#include "core/engine/session.h"

uint64_t room_left(const struct session *); /* bytes of the limit that are not held, at least 1 */
/* Whether `bytes` more for `what` stay within the limit. */
bool room_fits(const struct session *, const char *what, uint64_t bytes, struct err *);
/* Bytes that may still be allocated on a device when `reserved` bytes of the host's are already spoken for. */
uint64_t room_on(struct session *, struct device *, uint64_t reserved);
