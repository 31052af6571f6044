/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka: the library of all tests, with the headers that it wants included before it. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
