/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots: cutting A into shares of equally many entries. */
#include "gpu/mul/slots.cuh"

#include <algorithm>

#include "core/base/limit.h"

static int64_t row_slots(const struct slot_rows *r, int64_t i)
{
    return std::max<int64_t>(r->end[i] - r->begin[i], 1);
}

static int64_t block_slots(const struct slots_shape *s)
{
    return (int64_t)s->units * s->steps;
}

/* Slots are left free only before a row that does not fit: of a block and the next, more than a block's are used. */
uint64_t slots_most(const struct csr *a, int64_t empty_rows, const struct slots_shape *s)
{
    uint64_t used = (uint64_t)a->nnz + (uint64_t)empty_rows, block = (uint64_t)block_slots(s),
             spare = (uint64_t)s->spare;
    uint64_t blocks = used / std::max(block - spare, block / 2) + 2;
    return size_mul(blocks, block);
}

/* The first slot of each row, counted in the order of the entries; at the end, where the last row ends. */
static std::vector<int64_t> place_rows(const struct slot_rows *r, const struct slots_shape *s)
{
    std::vector<int64_t> first((size_t)r->count + 1);
    int64_t at = 0, block = block_slots(s);
    for (int64_t i = 0; i < r->count; i++) {
        int64_t count = row_slots(r, i), left = block - at % block;
        if (count > left && count <= block && left <= s->spare)
            at += left;
        first[(size_t)i] = at;
        at += count;
    }
    first[(size_t)r->count] = at;
    return first;
}

/* Where in its block a slot is stored. */
static std::vector<uint32_t> slot_places(const struct slots_shape *s)
{
    std::vector<uint32_t> place((size_t)block_slots(s));
    for (int u = 0; u < s->units; u++)
        for (int i = 0; i < s->steps; i++) {
            int quad = i / SLOT_QUAD * s->teams + u % s->teams, warp = u / s->teams * s->teams * s->steps;
            place[(size_t)(u * s->steps + i)] = (uint32_t)(warp + quad * SLOT_QUAD + i % SLOT_QUAD);
        }
    return place;
}

template <class T>
static void fill(const struct csr *a, const struct slot_rows *r, const std::vector<int64_t> &first,
                 const struct slots_shape *s, struct slots *out)
{
    std::vector<uint32_t> place = slot_places(s);
    int64_t block = block_slots(s);
    T *val = reinterpret_cast<T *>(out->val.get());
    const T *from = static_cast<const T *>(a->val);
#pragma omp parallel for
    for (int64_t b = 0; b < out->blocks; b++) {
        std::fill_n(out->ind.get() + b * block, block, (uint32_t)a->n);
        std::fill_n(val + b * block, block, T(0));
    }
#pragma omp parallel for schedule(dynamic, 4096)
    for (int64_t i = 0; i < r->count; i++) {
        int64_t count = row_slots(r, i), in = first[(size_t)i] % block, base = first[(size_t)i] - in;
        for (int64_t e = r->begin[i], left = count; left > 0; e++, left--) {
            int64_t at = base + place[(size_t)in];
            if (r->begin[i] < r->end[i]) {
                out->ind[(size_t)at] = (uint32_t)a->ind[e];
                val[at] = from[e];
            }
            if (left == 1)
                out->ind[(size_t)at] |= SLOT_LAST;
            if (++in == block)
                in = 0, base += block;
        }
    }
}

/* What a warp has to know before it begins. Row i has slots first[i] .. first[i] + row_slots(i) - 1. */
static void find_shares(const struct slot_rows *r, const std::vector<int64_t> &first, const struct slots_shape *s,
                        struct slots *out)
{
    int64_t row = 0, block = block_slots(s), piece = 0;
    auto ended = [&](int64_t slot) { /* goes on to the row that slot belongs to, or the next one */
                                     while (row < r->count && first[(size_t)row] + row_slots(r, row) <= slot)
                                         row++;
                                     return row;
    };
    for (int64_t b = 0; b < out->blocks; b++) {
        struct share *h = &out->share[(size_t)b];
        int64_t begin = ended(b * block), from = b, to = b;
        if (begin < r->count && first[(size_t)begin] < b * block)
            from = first[(size_t)begin] / block;
        for (int u = 0; u < s->units; u++) {
            int64_t slot = b * block + (int64_t)u * s->steps, now = ended(slot);
            bool open = now < r->count && first[(size_t)now] < slot;
            out->unit[(size_t)(b * s->units + u)] = (uint16_t)((now - begin) | (open ? UNIT_OPEN : 0));
        }
        int64_t end = ended((b + 1) * block);
        if (end < r->count && first[(size_t)end] < (b + 1) * block)
            to = (first[(size_t)end] + row_slots(r, end) - 1) / block;
        *h = { (uint32_t)begin, (uint32_t)(end - begin), (uint32_t)from, (uint32_t)to, (uint32_t)piece, 0, 0 };
        out->rows = std::max(out->rows, end - begin);
        piece += (from != b) + (to != b && (from == b || end > begin));
    }
    out->pieces = piece;
}

void slots_build(const struct csr *a, const struct slot_rows *rows, const struct slots_shape *s, struct slots *out)
{
    int64_t block = block_slots(s);
    std::vector<int64_t> first = place_rows(rows, s);
    out->blocks = (first.back() + block - 1) / block;
    size_t slots = (size_t)(out->blocks * block), size = vtype_size(a->type);
    out->rows = 0;
    out->share.resize((size_t)out->blocks);
    out->unit.resize((size_t)(out->blocks * s->units));
    out->ind.reset(new uint32_t[slots]);
    out->val.reset(new unsigned char[slots * size]);
    if (a->type == VT_F64)
        fill<double>(a, rows, first, s, out);
    else
        fill<float>(a, rows, first, s, out);
    find_shares(rows, first, s, out);
}
