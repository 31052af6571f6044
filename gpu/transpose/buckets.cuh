/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buckets: transposing without passes that wait for each other's counts: blocks deal the entries out to buckets of
   neighbouring columns (layout/column_buckets.h), in any order; then a block puts a bucket, which fits its shared
   memory, in the order of columns, and each column in that of rows. */
#pragma once

#include "gpu/layout/column_buckets.h"
#include "gpu/transpose/radix_pass.cuh"

/* Threads that deal a tile out, and that sort a bucket, and the entries of each. H200, 10M entries: a bucket by 512,
   768, 1024 threads 0.157, 0.136, 0.155 ms. Two blocks that deal on a multiprocessor: while one writes, the other
   counts. */
enum { DEALERS = 512, DEAL_WARPS = DEALERS / WARP, DEAL_ITEMS = 7, DEAL_BLOCKS = 2 };
enum { SORTERS = 768, BUCKET_ITEMS = 13, BEGINNERS = 128 };
static const uint32_t BUCKET_ENTRIES = (int)SORTERS * BUCKET_ITEMS, DEAL_ENTRIES = (int)DEALERS * DEAL_ITEMS;
/* Of a bucket: bytes, and the words of its columns and cells at most; and bytes of shared memory beside its own. */
static const uint64_t BUCKET_BYTES = BUCKET_ENTRIES * sizeof(uint4);
static const uint32_t BUCKET_WORDS = 2 * BUCKET_ENTRIES + 1;
enum { SHARED_STATIC = 1024 };
static_assert(BUCKETS_MOST <= 4 * DEALERS, "a thread has four buckets at most");

struct buckets {
    int64_t m, n;
    uint32_t nnz, count, tiles, chunk; /* a chunk: the entries of a tile that one warp holds */
    int shift, tick;                   /* a tick: the 2^tick entries of A that are not told apart by the cells */
    bool parts;                        /* some columns have several buckets */
    struct column_buckets *columns;
    uint32_t *cell;   /* n */
    uint32_t *filled; /* count: entries of each bucket up to now */
    uint32_t *row;    /* the row of every chunk's first entry */
    uint4 *entry;     /* count × BUCKET_ENTRIES: tick << 16 | number of the column in its bucket, row, value */
};

/* What leads to an entry's bucket; of a column's parts, the last that begins at or before the tile. */
struct bucket_map {
    alignas(uint4) uint16_t low[BUCKET_GROUPS];
    uint32_t first[BUCKETS_MOST + 1];
};

static __device__ void map_load(const struct buckets &k, struct bucket_map *map)
{
    for (uint32_t i = threadIdx.x; i < BUCKET_GROUPS / 8; i += blockDim.x)
        ((uint4 *)map->low)[i] = __ldg((const uint4 *)k.columns->map + i);
    for (uint32_t b = threadIdx.x; b <= BUCKETS_MOST; b += blockDim.x)
        map->first[b] = b < k.count ? __ldg(&k.columns->bucket[b].first) : UINT32_MAX;
}

static __device__ void map_parts(const struct buckets &k, struct bucket_map *map, uint32_t at)
{
    for (uint32_t b = threadIdx.x; b < k.count; b += blockDim.x)
        map->first[b] = column_bucket_first(&k.columns->bucket[b], at);
}

/* The columns become bucket << 16 | number. Missing entries are in no column. */
template <int N> static __device__ void bucket_keys(const struct bucket_map &map, int shift, uint32_t (&col)[N])
{
    uint32_t bucket[N], steps = 0;
#pragma unroll
    for (int i = 0; i < N; i++) {
        const uint32_t word = map.low[min(col[i] >> shift, (uint32_t)BUCKET_GROUPS - 1)];
        bucket[i] = word & ((1u << BUCKET_MAP) - 1);
        steps = max(steps, word >> BUCKET_MAP);
    }
    for (uint32_t step = warp_max(steps); step > 0; step--)
#pragma unroll
        for (int i = 0; i < N; i++)
            bucket[i] = column_bucket_step(map.first, bucket[i], step, col[i]);
#pragma unroll
    for (int i = 0; i < N; i++)
        col[i] = bucket[i] << 16 | (col[i] - map.first[bucket[i]]);
}

/* How many entries each bucket will have: whether all fit. A block for each tile. */
static __global__ void __launch_bounds__(DEALERS) buckets_count(const struct buckets k, const uint32_t *col)
{
    __shared__ struct bucket_map map;
    const uint32_t at = blockIdx.x * DEAL_WARPS * k.chunk, end = min(k.nnz, at + DEAL_WARPS * k.chunk);
    map_load(k, &map);
    __syncthreads();
    map_parts(k, &map, at);
    __syncthreads();
    for (uint32_t base = at; base < end; base += DEALERS) {
        const uint32_t e = base + threadIdx.x;
        uint32_t key[1] = { e < end ? __ldg(col + e) : 0 };
        bucket_keys(map, k.shift, key);
        if (e < end)
            atomicAdd(&k.filled[key[0] >> 16], 1);
    }
}

/* Empties the buckets, and finds the rows in which chunks begin. */
static __global__ void __launch_bounds__(BEGINNERS) buckets_begin(const struct buckets k, const uint32_t *ptr)
{
    const uint32_t me = blockIdx.x * BEGINNERS + threadIdx.x;
    wait_for_x();
    if (me < k.count)
        k.filled[me] = 0;
    if ((uint64_t)me * k.chunk >= k.nnz)
        return;
    k.row[me] = row_search(ptr, 0, (uint32_t)(k.m - 1), me * k.chunk);
}

/* A tile in shared memory. */
struct deal_tile {
    uint4 entry[DEAL_ENTRIES];        /* in the order of their buckets */
    uint32_t start[BUCKETS_MOST + 4]; /* at first the entries of each bucket, then where it begins in the tile */
    uint32_t base[BUCKETS_MOST];      /* where entry 0 of the tile would be written if it were in the bucket */
    uint16_t bucket[DEAL_ENTRIES];
    struct bucket_map map;
};

/* Counts become sums of those before; start[BUCKETS_MOST] that of all. Threads have four, or none. */
static __device__ void deal_starts(uint32_t *start)
{
    uint4 *mine = (uint4 *)(start + 4 * threadIdx.x);
    const bool some = threadIdx.x < BUCKETS_MOST / 4;
    const uint4 n = some ? *mine : make_uint4(0, 0, 0, 0);
    const uint32_t before = block_scan<uint32_t>(n.x + n.y + n.z + n.w);
    if (some)
        *mine = make_uint4(before, before + n.x, before + n.x + n.y, before + n.x + n.y + n.z);
    if (threadIdx.x == DEALERS - 1)
        start[BUCKETS_MOST] = before;
}

/* The row of a chunk's first entry, and a row that its last is in or before. */
static __device__ uint2 chunk_ends(const struct buckets &k, uint32_t chunk)
{
    const uint64_t end = (uint64_t)(chunk + 1) * k.chunk;
    if (end - k.chunk >= k.nnz)
        return make_uint2(0, 0);
    return make_uint2(k.row[chunk], end < k.nnz ? k.row[chunk + 1] : (uint32_t)(k.m - 1));
}

template <class T>
static __global__ void __launch_bounds__(DEALERS, DEAL_BLOCKS)
    buckets_deal(const struct buckets k, const struct source<T> a)
{
    extern __shared__ uint4 shared[];
    struct deal_tile *my = (struct deal_tile *)shared;
    const int EACH = (BUCKETS_MOST + DEALERS - 1) / DEALERS; /* buckets of a thread */
    const uint32_t me = threadIdx.x, warp = me / WARP;
    map_load(k, &my->map);
    wait_for_x();
    struct tile_entries<T, DEAL_ITEMS> h;
    uint2 next = chunk_ends(k, blockIdx.x * DEAL_WARPS + warp);
    for (uint32_t tile = blockIdx.x; tile < k.tiles; tile += gridDim.x) {
        const uint32_t at = tile * DEAL_WARPS * k.chunk, end = min(k.nnz, at + (warp + 1) * k.chunk),
                       mine = at + warp * k.chunk + lane_id(), left = mine < end ? end - mine : 0;
        uint32_t rank[(DEAL_ITEMS + 1) / 2]; /* of two entries each */
        __syncthreads();                     /* the tile before is written */
        tile_load<T, DEAL_ITEMS, true>(a.col + mine, NULL, left, &h);
        for (uint32_t b = me; b < BUCKETS_MOST; b += DEALERS)
            my->start[b] = 0;
        if (k.parts)
            map_parts(k, &my->map, at);
        const uint2 rows = next;
        uint32_t *words = (uint32_t *)my->entry;
        warp_rows(a.ptr, rows.x, rows.y, at + warp * k.chunk, words + warp * WARP * DEAL_ITEMS,
                  words + DEAL_ENTRIES + warp * DEAL_ITEMS, h.row);
        values_load(a.val + mine, left, &h);
        __syncthreads();
        bucket_keys(my->map, k.shift, h.col);
#pragma unroll
        for (int i = 0; i < DEAL_ITEMS; i++)
            if (i * WARP < left) {
                const uint32_t r = atomicAdd(&my->start[h.col[i] >> 16], 1);
                rank[i / 2] = i % 2 ? rank[i / 2] | r << 16 : r;
            }
        __syncthreads();
        deal_starts(my->start);
        __syncthreads();
        uint32_t before[EACH]; /* asked for before the entries are moved; neighbours ask for neighbours */
#pragma unroll
        for (int u = 0; u < EACH; u++) {
            const uint32_t b = u * DEALERS + me, some = b < k.count ? my->start[b + 1] - my->start[b] : 0;
            before[u] = some ? atomicAdd(&k.filled[b], some) : 0;
        }
#pragma unroll
        for (int i = 0; i < DEAL_ITEMS; i++)
            if (i * WARP < left) {
                const uint32_t slot = my->start[h.col[i] >> 16] + (i % 2 ? rank[i / 2] >> 16 : rank[i / 2] & 0xffff);
                my->entry[slot] = entry_of((mine + i * WARP) >> k.tick << 16 | (h.col[i] & 0xffff), h.row[i], h.val[i]);
                my->bucket[slot] = (uint16_t)(h.col[i] >> 16);
            }
#pragma unroll
        for (int u = 0; u < EACH; u++) {
            const uint32_t b = u * DEALERS + me;
            if (b < k.count)
                my->base[b] = b * BUCKET_ENTRIES + before[u] - my->start[b];
        }
        __syncthreads();
        next = chunk_ends(k, (tile + gridDim.x) * DEAL_WARPS + warp);
        const uint32_t count = min(k.nnz - at, DEAL_WARPS * k.chunk);
#pragma unroll 4
        for (uint32_t slot = me; slot < count; slot += DEALERS)
            k.entry[my->base[my->bucket[slot]] + slot] = my->entry[slot];
    }
}

/* A bucket in shared memory: its entries in the order of cells. */
template <class T> struct bucket_memory {
    T val[BUCKET_ENTRIES];
    uint32_t row[BUCKET_ENTRIES];
    uint16_t cell[BUCKET_ENTRIES];
    uint32_t begin;       /* the bucket's first place in T */
    uint32_t early, late; /* the first and last tick */
    /* Where each cell begins, and the last ends; then, unless all columns have one cell, each column's: the first |
       log2 of their number × 2¹⁶. */
    uint32_t word[1];
};

/* Of a bucket whose columns and cells take `words`. */
template <class T> static constexpr uint32_t bucket_shared(uint32_t words)
{
    return sizeof(struct bucket_memory<T>) + words * sizeof(uint32_t);
}

/* Counts in cell[0 .. cells - 1] become sums of those before; cell[cells] that of all. */
static __device__ void cells_begin(uint32_t *cell, uint32_t cells)
{
    const uint32_t each = (cells + SORTERS - 1) / SORTERS | 1; /* odd: threads have different banks */
    const uint32_t first = min(threadIdx.x * each, cells), last = min(first + each, cells);
    uint32_t sum = 0;
    for (uint32_t c = first; c < last; c++)
        sum += cell[c];
    uint32_t before = block_scan<uint32_t>(sum);
    for (uint32_t c = first; c < last; c++) {
        uint32_t here = cell[c];
        cell[c] = before;
        before += here;
    }
    if (threadIdx.x == SORTERS - 1)
        cell[cells] = before;
    __syncthreads();
}

static __device__ void bucket_load(const struct buckets &k, uint32_t bucket, uint32_t count, uint4 (&e)[BUCKET_ITEMS])
{
    const uint4 *in = k.entry + (uint64_t)bucket * BUCKET_ENTRIES + threadIdx.x;
    const uint32_t left = count > threadIdx.x ? count - threadIdx.x : 0;
#pragma unroll
    for (int i = 0; i < BUCKET_ITEMS; i++)
        if (i * SORTERS < left)
            e[i] = __ldcs(in + i * SORTERS);
}

/* e.x: tick << 16 | number → cell << 16, unless each column has one cell. */
static __device__ void bucket_cells(uint32_t left, uint32_t *early, const uint32_t *columns, uint4 (&e)[BUCKET_ITEMS])
{
    uint32_t low = UINT32_MAX, high = 0;
#pragma unroll
    for (int i = 0; i < BUCKET_ITEMS; i++)
        if (i * SORTERS < left) {
            low = min(low, e[i].x >> 16);
            high = max(high, e[i].x >> 16);
        }
    low = ~warp_max(~low);
    high = warp_max(high);
    if (lane_id() == 0) {
        atomicMin(&early[0], low);
        atomicMax(&early[1], high);
    }
    __syncthreads();
    low = early[0];
    const uint32_t scale = UINT32_MAX / (early[1] - low + 1);
#pragma unroll
    for (int i = 0; i < BUCKET_ITEMS; i++)
        if (i * SORTERS < left) {
            const uint32_t column = columns[e[i].x & 0xffff];
            e[i].x = (column & 0xffff) + __umulhi(((e[i].x >> 16) - low) * scale, 1u << (column >> 16));
        }
}

template <class T>
static __global__ void __launch_bounds__(SORTERS) buckets_sort(const struct buckets k, const struct target<T> t)
{
    extern __shared__ uint4 shared[];
    struct bucket_memory<T> *my = (struct bucket_memory<T> *)shared;
    const uint32_t me = threadIdx.x;
    uint4 e[BUCKET_ITEMS]; /* x: cell << 16 | rank in it */
    wait_for_x();
    uint32_t count = k.filled[blockIdx.x], before = 0, next;
    for (uint32_t o = me; o < blockIdx.x; o += SORTERS)
        before += k.filled[o];
    if (me == 0)
        my->begin = 0;
    bucket_load(k, blockIdx.x, count, e);
    for (uint32_t bucket = blockIdx.x; bucket < k.count; bucket += gridDim.x, count = next) {
        const struct column_bucket b = k.columns->bucket[bucket];
        const bool celled = b.cells > 0;
        const uint32_t cells = celled ? b.cells : b.width;
        const uint32_t left = count > me ? count - me : 0;
        uint32_t *columns = my->word + cells + 1;
        next = bucket + gridDim.x < k.count ? k.filled[bucket + gridDim.x] : 0;
        __syncthreads(); /* the bucket before is written */
        for (uint32_t c = me; c <= cells; c += SORTERS)
            my->word[c] = 0;
        if (celled)
            for (uint32_t c = me; c < b.width; c += SORTERS)
                columns[c] = __ldg(&k.cell[b.first + c]);
        if (me == 0) {
            my->early = UINT32_MAX;
            my->late = 0;
        }
        const uint32_t upto = block_scan<uint32_t>(before);
        if (me == SORTERS - 1)
            my->begin += upto + before;
        before = 0;
        for (uint32_t o = bucket + me; o < min(bucket + gridDim.x, k.count); o += SORTERS)
            before += k.filled[o];
        if (celled)
            bucket_cells(left, &my->early, columns, e);
#pragma unroll
        for (int i = 0; i < BUCKET_ITEMS; i++)
            if (i * SORTERS < left)
                e[i].x = e[i].x << 16 | atomicAdd(&my->word[e[i].x & 0xffff], 1);
        __syncthreads();
        cells_begin(my->word, cells);
#pragma unroll
        for (int i = 0; i < BUCKET_ITEMS; i++)
            if (i * SORTERS < left) {
                const uint32_t c = e[i].x >> 16, to = my->word[c] + (e[i].x & 0xffff);
                entry_value(e[i], &my->val[to]);
                my->row[to] = e[i].y;
                my->cell[to] = (uint16_t)c;
            }
        bucket_load(k, bucket + gridDim.x, next, e); /* in flight while this one is written */
        const uint32_t begin = my->begin;
        if (b.from == 0)
            for (uint32_t c = me; c < b.width; c += SORTERS)
                t.ptr[b.first + c] = begin + my->word[celled ? columns[c] & 0xffff : c];
        if (bucket == k.count - 1 && me == 0)
            t.ptr[k.n] = k.nnz;
        __syncthreads();
        for (uint32_t p = me; p < count; p += SORTERS) {
            const uint32_t c = my->cell[p], r = my->row[p], from = my->word[c], end = my->word[c + 1];
            uint32_t to = begin + from;
            for (uint32_t q = from; q < end; q++)
                to += my->row[q] < r;
            t.row[to] = r;
            t.val[to] = my->val[p];
        }
    }
}
