/* SPDX-License-Identifier: GPL-3.0-or-later */
/* std: the headers of the C library and POSIX that most files need. err.h includes it, and so nearly every file has it.
 */
#pragma once

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof *(array))
