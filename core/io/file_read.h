/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_read: reads bytes of a file, whatever interrupts. */
#pragma once

#include "core/base/err.h"

/* Reads n bytes from byte `at` on; *got is less only at the end of the file. ERR_INPUT. */
bool file_read(int fd, void *to, size_t n, uint64_t at, size_t *got, struct err *e);

/* The same, but a shorter file is an error. */
bool file_read_all(int fd, void *to, size_t n, uint64_t at, struct err *e);
