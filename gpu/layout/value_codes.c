/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value_codes: the distinct values of a matrix, numbered in the order in which they appear. */
#include "gpu/layout/value_codes.h"

#include <string.h>

enum { GLANCE = 4096 };

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Where the value with these bits is, or would be: there is always a free slot. */
static int find(const struct value_codes *codes, uint64_t bits)
{
    int at = (int)(bits * 0x9E3779B97F4A7C15u >> 54);
    while (codes->code[at] >= 0 && codes->key[at] != bits)
        at = (at + 1) % VALUE_CODE_SLOTS;
    return at;
}

static bool add(struct value_codes *codes, double value)
{
    uint64_t bits = bits_of(value);
    int at = find(codes, bits);
    if (codes->code[at] >= 0)
        return true;
    if (codes->count == VALUE_CODES)
        return false;
    codes->key[at] = bits;
    codes->value[codes->count] = value;
    codes->code[at] = (int16_t)codes->count++;
    return true;
}

static double value_of(const struct csr *a, int64_t p)
{
    return a->type == VT_F64 ? ((const double *)a->val)[p] : (double)((const float *)a->val)[p];
}

/* Codes for 0 and the first `count` entries. */
static bool find_first(const struct csr *a, int64_t count, struct value_codes *codes)
{
    memset(codes, 0, sizeof *codes);
    memset(codes->code, -1, sizeof codes->code);
    bool few = add(codes, 0);
    for (int64_t p = 0; p < count && few; p++)
        few = add(codes, value_of(a, p));
    return few;
}

bool value_codes_find(const struct csr *a, struct value_codes *codes)
{
    return find_first(a, a->nnz, codes);
}

bool value_codes_likely(const struct csr *a)
{
    struct value_codes codes;
    return find_first(a, a->nnz < GLANCE ? a->nnz : GLANCE, &codes);
}

void value_store(const struct csr *a, int64_t p, const struct value_codes *codes, void *val, int64_t to)
{
    if (codes)
        ((uint8_t *)val)[to] = (uint8_t)codes->code[find(codes, bits_of(value_of(a, p)))];
    else if (a->type == VT_F64)
        ((double *)val)[to] = ((const double *)a->val)[p];
    else
        ((float *)val)[to] = ((const float *)a->val)[p];
}
