/* SPDX-License-Identifier: GPL-3.0-or-later */
/* radix_pass: the device code of one pass of a radix sort of the columns: tile by tile, entries are sorted by a digit
   in shared memory, and written. */
#pragma once

#include "gpu/transpose/radix.cuh"

/* Entries of a tile for each of its threads: large tiles write long runs, small ones keep all multiprocessors at work
   on a small problem. */
static const int ITEMS_LARGE = 16, ITEMS_SMALL = 4, WRITE_AHEAD = 4;

/* Blocks that fit the shared memory of a multiprocessor. */
static constexpr int blocks_of(int items)
{
    return items == ITEMS_LARGE ? 1 : 2;
}

/* A tile in shared memory: its entries in the order of their bins; the counters of each warp, and then where its
   entries in each bin begin; where each bin begins in the output; where entry 0 of the tile would be written if it were
   in the bin; where each bin begins in the tile. Until the entries are there, their memory serves for finding rows. */
template <int ITEMS> struct radix_tile {
    uint4 entry[RANKERS * ITEMS];
    uint32_t own[WARPS][BINS_MOST / 2], begin[BINS_MOST], base[BINS_MOST];
    uint16_t start[BINS_MOST];
    uint32_t next; /* the next tile's number */
};

/* A thread's entries of a tile. Missing ones have all bits of the column set: they are the last of the last tile, in
   the last bin. */
template <class T, int ITEMS> struct tile_entries {
    uint32_t col[ITEMS], row[ITEMS];
    T val[ITEMS];
};

template <class T, int ITEMS, bool FIRST>
static __device__ void tile_load(const uint32_t *col, const uint4 *in, uint32_t left, struct tile_entries<T, ITEMS> *h)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        if (FIRST) {
            h->col[i] = i * WARP < left ? __ldcs(col + i * WARP) : UINT32_MAX;
        } else {
            uint4 e = i * WARP < left ? __ldcs(in + i * WARP) : make_uint4(UINT32_MAX, 0, 0, 0);
            h->col[i] = e.x;
            h->row[i] = e.y;
            entry_value(e, &h->val[i]);
        }
}

template <class T, int ITEMS>
static __device__ void values_load(const T *val, uint32_t left, struct tile_entries<T, ITEMS> *h)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        h->val[i] = i * WARP < left ? __ldcs(val + i * WARP) : T(0);
}

/* Where the output's bins begin. */
template <int ITEMS> static __device__ void bins_begin(const struct radix_pass_work &p, struct radix_tile<ITEMS> *my)
{
    const uint32_t bin = 2 * threadIdx.x;
    const bool in = bin < p.bins;
    const uint32_t even = in ? p.count[bin] : 0, before = block_scan<uint32_t>(even + (in ? p.count[bin + 1] : 0));
    if (in) {
        my->begin[bin] = before;
        my->begin[bin + 1] = before + even;
    }
}

/* The rows of the entries that this warp holds, the chunk-th 32·ITEMS of all. */
template <int ITEMS>
static __device__ void tile_rows(const struct radix_pass_work &p, const uint32_t *ptr, uint32_t chunk,
                                 struct radix_tile<ITEMS> *my, uint32_t (&row)[ITEMS])
{
    const uint32_t warp = threadIdx.x / WARP, at = chunk * WARP * ITEMS;
    uint32_t *id = (uint32_t *)my->entry + warp * WARP * ITEMS,
             *bits = (uint32_t *)my->entry + RANKERS * ITEMS + warp * ITEMS;
    uint32_t first = at < p.nnz ? p.row[chunk] : 0, last = first;
    if (at < p.nnz)
        last = p.nnz - at > WARP * ITEMS ? p.row[chunk + 1] : (uint32_t)(p.m - 1);
    warp_rows(ptr, first, last, at, id, bits, row);
}

/* Where the tile's bins begin in it, this thread's two in one word; own: where each warp's entries go. The tile
   publishes its counts, which also go to *count. */
template <int ITEMS>
static __device__ uint32_t tile_starts(struct radix_tile<ITEMS> *my, uint32_t half, volatile uint64_t *said,
                                       uint32_t *count)
{
    const uint32_t me = threadIdx.x;
    uint32_t sum = 0;
    if (me < half) {
#pragma unroll
        for (int w = 0; w < WARPS; w++)
            sum += my->own[w][me];
        *said = (uint64_t)(sum >> 16) << 32 | (1 + (sum & 0xffff));
    }
    uint32_t start = block_scan<uint32_t>((sum & 0xffff) + (sum >> 16)), next;
    next = start |= (start + (sum & 0xffff)) << 16;
    if (me < half)
#pragma unroll
        for (int w = 0; w < WARPS; w++) {
            uint32_t here = my->own[w][me];
            my->own[w][me] = next;
            next += here;
        }
    *count = sum;
    return start;
}

/* Puts this thread's entries where they go in the tile. */
template <class T, int ITEMS>
static __device__ void tile_fill(struct digit d, const struct tile_entries<T, ITEMS> &h, const uint32_t (&rank)[ITEMS],
                                 struct radix_tile<ITEMS> *my)
{
    const uint32_t *own = my->own[threadIdx.x / WARP];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        uint32_t bin = digit_of(d, h.col[i]), begin = own[bin / 2] >> half_shift(bin) & 0xffff;
        my->entry[begin + rank[i]] = entry_of(h.col[i], h.row[i], h.val[i]);
    }
}

/* Looks back, and publishes the sums that later tiles need. */
template <int ITEMS>
static __device__ void tile_places(const struct radix_pass_work &p, struct radix_tile<ITEMS> *my, uint32_t number,
                                   uint32_t start, uint32_t count, volatile uint64_t *said)
{
    const uint32_t me = threadIdx.x;
    if (me >= p.bins / 2)
        return;
    const uint2 before = look_back(p, number);
    *said = (uint64_t)(before.y + (count >> 16)) << 32 | SUM | (before.x + (count & 0xffff));
    my->base[2 * me] = my->begin[2 * me] + before.x - (start & 0xffff);
    my->base[2 * me + 1] = my->begin[2 * me + 1] + before.y - (start >> 16);
    my->start[2 * me] = (uint16_t)start;
    my->start[2 * me + 1] = (uint16_t)(start >> 16);
}

template <class T, int ITEMS, bool LAST>
static __device__ void tile_write(const struct radix_tile<ITEMS> &my, struct digit d, uint32_t count, uint4 *out,
                                  const struct target<T> &t)
{
#pragma unroll
    for (int base = 0; base < ITEMS; base += WRITE_AHEAD) {
        uint4 e[WRITE_AHEAD];
#pragma unroll
        for (int i = 0; i < WRITE_AHEAD; i++)
            e[i] = my.entry[(base + i) * RANKERS + threadIdx.x];
#pragma unroll
        for (int i = 0; i < WRITE_AHEAD; i++) {
            uint32_t slot = (base + i) * RANKERS + threadIdx.x, to = my.base[digit_of(d, e[i].x)] + slot;
            if (slot < count && LAST) {
                t.row[to] = e[i].y;
                entry_value(e[i], &t.val[to]);
            } else if (slot < count) {
                out[to] = e[i];
            }
        }
    }
}

/* ptr[j] = the place of the first entry in column j or later, for the columns whose digits before the last are
   low .. end - 1: those of this tile that the tiles before do not have. */
template <int ITEMS>
static __device__ void tile_pointers(const struct radix_pass_work &p, const struct radix_tile<ITEMS> &my,
                                     uint32_t count, uint32_t low, uint32_t end, uint32_t *ptr)
{
    const uint32_t lows = end - low;
    for (uint32_t k = threadIdx.x; k < lows << p.digit.bits; k += RANKERS) {
        uint32_t bin = k / lows, j = bin << p.digit.shift | (low + k % lows);
        uint32_t first = my.start[bin],
                 last = bin + 1 < p.bins ? my.start[bin + 1] : count; /* entry[first - 1] < j ≤ entry[last] */
        while (first < last) {
            uint32_t middle = (first + last) / 2;
            if (my.entry[middle].x < j)
                first = middle + 1;
            else
                last = middle;
        }
        if (j < p.n)
            ptr[j] = my.base[bin] + first;
    }
    if (low == 0 && threadIdx.x == 0)
        ptr[p.n] = p.nnz;
}

/* When the last block finds no tile, all others have begun, and have read what it clears. */
static __device__ void pass_clear(const struct radix_pass_work &p, uint32_t ticket)
{
    if (ticket == p.tiles + gridDim.x - 1)
        for (uint32_t i = threadIdx.x; i < p.clears; i += RANKERS)
            p.clear[i] = 0;
}

/* Blocks take tiles in turn: earlier tiles are under way or done. */
template <class T, int ITEMS, bool FIRST, bool LAST>
static __global__ void __launch_bounds__(RANKERS, blocks_of(ITEMS))
    radix_pass(const struct radix_pass_work p, const struct source<T> a, const uint4 *in, uint4 *out,
               const struct target<T> t)
{
    extern __shared__ uint4 shared[];
    struct radix_tile<ITEMS> *my = (struct radix_tile<ITEMS> *)shared;
    const uint32_t me = threadIdx.x, half = p.bins / 2, warp = me / WARP, low_bits = (1u << p.digit.shift) - 1;
    wait_for_x();
    if (p.needed && !*p.needed)
        return;
    bins_begin(p, my);
    if (me == 0)
        my->next = atomicAdd(p.ticket, 1);
    for (;;) {
        __syncthreads(); /* the tile before is written */
        const uint32_t number = my->next, at = number * RANKERS * ITEMS;
        if (number >= p.tiles)
            break;
        const uint32_t count = min(p.nnz - at, (uint32_t)(RANKERS * ITEMS));
        const uint32_t mine = at + warp * WARP * ITEMS + lane_id(), left = mine < p.nnz ? p.nnz - mine : 0;
        volatile uint64_t *said = p.status + (uint64_t)number * half + me;
        struct tile_entries<T, ITEMS> h;
        tile_load<T, ITEMS, FIRST>(a.col + mine, in + mine, left, &h);
        if (!LAST && me < half)
            p.other[(uint64_t)number * half + me] = 0;
        warp_clear(my->own[warp], half);
        if (FIRST) {
            tile_rows(p, a.ptr, number * WARPS + warp, my, h.row);
            values_load(a.val + mine, left, &h);
        }
        uint32_t here, rank[ITEMS];
        warp_rank(my->own[warp], p.digit, h.col, rank);
        __syncthreads();
        const uint32_t start = tile_starts(my, half, said, &here);
        __syncthreads();
        tile_fill(p.digit, h, rank, my);
        tile_places(p, my, number, start, here, said);
        __syncthreads();
        if (me == 0)
            my->next = atomicAdd(p.ticket, 1);
        tile_write<T, ITEMS, LAST>(*my, p.digit, count, out, t);
        if (LAST && (!FIRST || number == 0)) {
            uint32_t low = number == 0 ? 0 : (in[at - 1].x & low_bits) + 1;
            uint32_t end = FIRST || number == p.tiles - 1 ? low_bits + 1 : (in[at + count - 1].x & low_bits) + 1;
            tile_pointers(p, *my, count, low, end, t.ptr);
        }
    }
    if (LAST)
        pass_clear(p, my->next);
}
