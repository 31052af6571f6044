/* SPDX-License-Identifier: GPL-3.0-or-later */
/* std: what most files take from the C library and POSIX. err.h includes it, and so nearly every file has it. */
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
