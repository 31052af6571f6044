/* SPDX-License-Identifier: GPL-3.0-or-later */
/* std: the C library and POSIX headers that most files need. err.h includes it, so nearly every file has it. */
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

#define COUNT(array) (sizeof(array) / sizeof *(array))
