/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limit: the memory limit, and sizes that saturate instead of wrapping. */
#pragma once

#include "core/base/err.h"

C_NAMES_BEGIN

/* Bytes still free on this machine: min(MemAvailable, cgroup limit - use). */
uint64_t limit_free(void);
/* Half of that. */
uint64_t limit_default(void);

/* a + b and a * b; UINT64_MAX, over every limit, on overflow. */
uint64_t size_add(uint64_t a, uint64_t b);
uint64_t size_mul(uint64_t a, uint64_t b);

/* Bytes of an m-row csr with nnz entries and values of `width` bytes: 8(m+1) + (4 + width)·nnz. */
uint64_t size_csr(uint64_t m, uint64_t nnz, uint64_t width);

/* Whether `bytes` for `what` are within the limit; else ERR_MEMORY with both figures. */
bool limit_check(uint64_t bytes, uint64_t limit, const char *what, struct err *e);

/* The same against limit_default(), for the host memory that a GPU kernel needs during preparation. */
bool limit_host(uint64_t bytes, const char *what, struct err *e);

C_NAMES_END
