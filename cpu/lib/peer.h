/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer: common code of the plug-ins of foreign CPU libraries. The Makefile builds cpu/peers/peer_LIBRARY*.c once per
   value type, and backend_LIBRARY.c, into nzscope-LIBRARY.so. If the library is missing, ABSENT is the reason: the
   tables then hold the functions of peer_absent.h, and open() returns the reason. */
#pragma once

#include "cpu/lib/variant.h"

/* The common entries of peers' tables; supports and release are functions of the file. */
#define CPU_PEER .family = "cpu", .type = VARIANT_TYPE, .peer = true, .supports = supports, .release = release

C_NAMES_BEGIN

/* Whether rows, columns and nonzeros fit the 32-bit integers of `library`. */
bool peer_fits(const struct problem *, const char *library, struct err *why);

/* The same, and whether there are rows, columns and, if `entries`, nonzeros. */
bool peer_fits_filled(const struct problem *, const char *library, bool entries, struct err *why);

/* Compressed rows or columns as a library holds them, with 32-bit integers. */
struct peer_arrays {
    const void *ptr, *ind, *val;
};

/* T from the library's own arrays, by `threads` threads. */
void peer_take(const struct compressed *t, enum vtype, const struct peer_arrays *from, int threads);

C_NAMES_END
