/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile_codes: the distinct values of a matrix. */
#include "gpu/lib/tile_codes.cuh"

#include <algorithm>
#include <cstring>

enum { GLANCE = 4096 };

/* Where the value with these bits is, or would be. There is always a free slot. */
static int slot_of(const struct tile_codes *codes, uint64_t bits)
{
    int at = (int)(bits * 0x9E3779B97F4A7C15u >> 54);
    while (codes->number[at] >= 0 && codes->key[at] != bits)
        at = (at + 1) % tile_codes::SLOTS;
    return at;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool add(struct tile_codes *codes, double value)
{
    uint64_t bits = bits_of(value);
    int at = slot_of(codes, bits);
    if (codes->number[at] >= 0)
        return true;
    if (codes->count == TILE_CODES)
        return false;
    codes->key[at] = bits;
    codes->number[at] = (int16_t)codes->count++;
    return true;
}

int tile_code(const struct tile_codes *codes, double value)
{
    return codes->number[slot_of(codes, bits_of(value))];
}

static void clear(struct tile_codes *codes)
{
    std::fill_n(codes->number, (int)tile_codes::SLOTS, (int16_t)-1);
    codes->count = 0;
    add(codes, 0); /* for gaps in bundles */
}

static bool add_range(const struct csr *a, int64_t begin, int64_t end, struct tile_codes *codes)
{
    for (int64_t p = begin; p < end; p++)
        if (!add(codes, a->type == VT_F64 ? ((const double *)a->val)[p] : (double)((const float *)a->val)[p]))
            return false;
    return true;
}

bool tiles_codable(const struct csr *a)
{
    struct tile_codes codes;
    clear(&codes);
    return add_range(a, 0, std::min<int64_t>(a->nnz, GLANCE), &codes);
}

bool tile_codes_find(const struct csr *a, struct tile_codes *codes, std::vector<double> *code)
{
    clear(codes);
    if (!add_range(a, 0, a->nnz, codes))
        return false;
    code->assign(TILE_CODES, 0);
    for (int at = 0; at < tile_codes::SLOTS; at++)
        if (codes->number[at] >= 0)
            memcpy(&(*code)[(size_t)codes->number[at]], &codes->key[at], sizeof(double));
    return true;
}
