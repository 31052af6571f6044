/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value_codes: 8-bit codes for the distinct values of a matrix, when there are at most 256. */
#pragma once

#include "core/matrix/csr.h"

C_NAMES_BEGIN

enum { VALUE_CODES = 256, VALUE_CODE_SLOTS = 1024 };

/* A hash table from values, distinguished by their bits, to their codes. */
struct value_codes {
    double value[VALUE_CODES]; /* of each code */
    uint64_t key[VALUE_CODE_SLOTS];
    int16_t code[VALUE_CODE_SLOTS]; /* -1: free */
    int count;
};

/* Gives each distinct value of A a code; with `pads`, 0 (padding) gets code 0. False: more than VALUE_CODES. */
bool value_codes_find(const struct csr *a, bool pads, struct value_codes *codes);

/* Whether the first few thousand entries of A, and 0, have at most VALUE_CODES values. */
bool value_codes_likely(const struct csr *a);

/* val[to] = the value of entry p of A, or its code unless codes is NULL. */
void value_store(const struct csr *a, int64_t p, const struct value_codes *codes, void *val, int64_t to);

C_NAMES_END
