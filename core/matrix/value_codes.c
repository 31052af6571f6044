/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/value_codes.h"

#include "core/base/hash.h"

enum { GLANCE = 4096, PARTS = 64 };

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Where the value with these bits is, or would be: there is always a free slot. */
static int find(const struct value_codes *codes, uint64_t bits)
{
    int at = (int)hash_slot(bits, __builtin_ctz(VALUE_CODE_SLOTS));
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

/* Codes for 0, if `pads`, and the entries first .. end-1. */
static bool find_some(const struct csr *a, bool pads, int64_t first, int64_t end, struct value_codes *codes)
{
    memset(codes, 0, sizeof *codes);
    memset(codes->code, -1, sizeof codes->code);
    bool few = !pads || add(codes, 0);
    for (int64_t p = first; p < end && few; p++)
        few = add(codes, vtype_get(a->val, p, a->type));
    return few;
}

/* Joins the parts in order, which keeps the order in which values appear. */
bool value_codes_find(const struct csr *a, bool pads, struct value_codes *codes)
{
    struct value_codes *part = malloc(PARTS * sizeof *part);
    if (!part || a->nnz < PARTS * GLANCE) {
        free(part);
        return find_some(a, pads, 0, a->nnz, codes);
    }
    bool few = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : few)
    for (int i = 0; i < PARTS; i++)
        few =
            find_some(a, pads, a->nnz / PARTS * i, i + 1 < PARTS ? a->nnz / PARTS * (i + 1) : a->nnz, &part[i]) && few;
    *codes = part[0];
    for (int i = 1; i < PARTS && few; i++)
        for (int c = 0; c < part[i].count && few; c++)
            few = add(codes, part[i].value[c]);
    free(part);
    return few;
}

bool value_codes_likely(const struct csr *a)
{
    struct value_codes codes;
    return find_some(a, true, 0, a->nnz < GLANCE ? a->nnz : GLANCE, &codes);
}

void value_store(const struct csr *a, int64_t p, const struct value_codes *codes, void *val, int64_t to)
{
    if (codes)
        ((uint8_t *)val)[to] = (uint8_t)codes->code[find(codes, bits_of(vtype_get(a->val, p, a->type)))];
    else if (a->type == VT_F64)
        ((double *)val)[to] = ((const double *)a->val)[p];
    else
        ((float *)val)[to] = ((const float *)a->val)[p];
}
