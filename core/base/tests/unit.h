/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit: cmocka, and the headers that it wants before it. */
#ifndef NZ_TEST_UNIT_H
#define NZ_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
