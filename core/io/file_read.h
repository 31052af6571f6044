/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_read: opens a file and reads its bytes, retrying after interrupts. */
#pragma once

#include "core/base/err.h"

/* The descriptor of a regular file that is not empty, and its size; -1: ERR_INPUT. */
int file_open(const char *path, uint64_t *size, struct err *e);

/* Reads n bytes from byte `at` on; *got is smaller only at the end of the file. ERR_INPUT. */
bool file_read(int fd, void *to, size_t n, uint64_t at, size_t *got, struct err *e);

/* The same, but a shorter file is an error. */
bool file_read_all(int fd, void *to, size_t n, uint64_t at, struct err *e);
