/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bucket: the device code of the bucket transpositions: entries are split by the high bits of their column into
   buckets, then each bucket by the low bits. Both splits are stable and count in shared memory. */
#ifndef NZ_BUCKET_CUH
#define NZ_BUCKET_CUH

#include "gpu/rank.cuh"

/* How A is cut. Bucket b holds columns b·width .. (b+1)·width-1. Workers take A's entries in order, `share` each:
   so few that those at work at one time are neighbours, and what they write to a bucket is. A
   bucket of more than `piece` entries is cut into pieces of so many, which have slots of their own. */
struct cut {
    int64_t m, n;
    uint32_t nnz;
    int low, width, buckets;     /* width = 2^low */
    int width_bins, bucket_bins; /* both rounded up for counters */
    int warps;                   /* per block, where entries are ranked */
    uint32_t workers, share, piece, slots;
};

/* The working memory of a run. */
struct scratch {
    uint32_t *needed; /* 0: T is there already, and nothing is to be done */
    uint32_t *inter;  /* workers × buckets: entries of each, then how many stand before them in their bucket */
    uint32_t *total;  /* buckets: entries */
    uint32_t *start;  /* buckets + 1: where they begin in T */
    uint32_t *slot;   /* buckets + 1: the first slot of those that are cut; at the end, how many slots are used */
    uint32_t *owner;  /* slots: their bucket */
    uint32_t *before; /* slots × width: entries of each column, then how many stand before them in their column */
    uint32_t *column; /* slots × width: in a bucket's first slot, the entries of its columns */
    /* nnz entries in buckets: column within the bucket, row, value */
    uint16_t *low;
    uint32_t *row;
    void *val;
};

/* T's arrays. */
template <class T> struct target {
    int32_t *ptr, *row;
    T *val;
};

/* ---- shared memory: a tile in the order in which it is written, counters, the end of each key in the tile ---- */

template <class T> struct tile {
    T *val;
    uint32_t *row;
    uint16_t *key, *low;
};

template <class T> static __host__ __device__ constexpr uint64_t tile_bytes(int warps)
{
    return (uint64_t)warps * WARP_TILE * (sizeof(T) + 4 + 2 + 2);
}

template <class T> static __host__ __device__ constexpr uint64_t shared_bytes(int bins, int warps)
{
    return tile_bytes<T>(warps) + ranker_bytes(bins, warps) + (uint64_t)bins * 4;
}

template <class T> static __device__ struct tile<T> tile_place(void *shared) {
    uint32_t count = blockDim.x * ITEMS;
    T *val = (T *)shared;
    uint32_t *row = (uint32_t *)(val + count);
    uint16_t *key = (uint16_t *)(row + count);
    return { val, row, key, key + count };
}

/* ---- the first split ---- */

static __device__ uint32_t
worker_begin(const struct cut &c, uint32_t worker)
{
    uint64_t begin = (uint64_t)worker * c.share;
    return begin < c.nnz ? (uint32_t)begin : c.nnz;
}

/* inter[w][b] = how many entries worker w has in bucket b. */
static __global__ void __launch_bounds__(RANKERS)
    bucket_count(const struct cut c, const struct scratch s, const int32_t *__restrict__ ind)
{
    extern __shared__ uint32_t count[];
    if (!*s.needed)
        return;
    uint32_t begin = worker_begin(c, blockIdx.x), end = worker_begin(c, blockIdx.x + 1);
    unsigned lane = threadIdx.x % WARP;
    for (int b = threadIdx.x; b < c.buckets; b += blockDim.x)
        count[b] = 0;
    __syncthreads();
    for (uint32_t base = begin + threadIdx.x - lane; base < end; base += blockDim.x * COUNT_AHEAD) {
        int key[COUNT_AHEAD];
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++) {
            uint32_t e = base + u * blockDim.x + lane;
            key[u] = e < end ? ind[e] >> c.low : -1;
        }
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++)
            run_count(count, key[u], lane);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < c.buckets; b += blockDim.x)
        s.inter[(uint64_t)blockIdx.x * c.buckets + b] = count[b];
}

static __global__ void __launch_bounds__(1024) bucket_down(const struct cut c, const struct scratch s)
{
    if (*s.needed)
        scan_down(s.inter, c.workers, c.buckets, blockIdx.x * WARP, s.total);
}

/* Where buckets begin, and the slots of those that are cut. One block. */
static __global__ void __launch_bounds__(1024) bucket_start(const struct cut c, const struct scratch s, int32_t *ptr)
{
    uint32_t start = 0, slot = 0, all;
    if (!*s.needed)
        return;
    for (int base = 0; base < c.buckets; base += blockDim.x) {
        int b = base + threadIdx.x;
        uint32_t here = b < c.buckets ? s.total[b] : 0;
        uint32_t pieces = here > c.piece ? (here + c.piece - 1) / c.piece : 0;
        uint32_t begin = start + block_scan(here, &all);
        start += all;
        uint32_t first = slot + block_scan(pieces, &all);
        slot += all;
        if (b < c.buckets) {
            s.start[b] = begin;
            s.slot[b] = first;
        }
        for (uint32_t i = 0; i < pieces; i++)
            s.owner[first + i] = b;
    }
    if (threadIdx.x == 0) {
        s.start[c.buckets] = start;
        s.slot[c.buckets] = slot;
        ptr[c.n] = (int32_t)start;
    }
}

/* A worker's entries, tile by tile, each to the end of what its bucket has so far. A tile is put in order in shared
   memory first, so that what will be next to each other is written together. */
template <class T>
static __global__ void __launch_bounds__(RANKERS, 2)
    bucket_split(const struct cut c, const struct scratch s, const uint32_t *__restrict__ ptr,
                 const int32_t *__restrict__ ind, const T *__restrict__ val)
{
    extern __shared__ uint4 shared[];
    const struct tile<T> out = tile_place<T>(shared);
    const struct ranker k = ranker_place((char *)shared + tile_bytes<T>(c.warps), c.bucket_bins, c.warps);
    uint32_t *upto = k.cursor + k.bins, *bits = (uint32_t *)out.key;
    uint32_t tile = blockDim.x * ITEMS, begin = worker_begin(c, blockIdx.x), end = worker_begin(c, blockIdx.x + 1);
    unsigned offset = threadIdx.x / WARP * WARP_TILE + threadIdx.x % WARP;
    if (!*s.needed)
        return;
    for (int b = threadIdx.x; b < k.bins; b += blockDim.x)
        k.cursor[b] = b < c.buckets ? s.start[b] + s.inter[(uint64_t)blockIdx.x * c.buckets + b] : 0;
    int64_t row = begin < end ? row_of(ptr, c.m, begin) : 0;
    for (uint32_t at = begin; at < end; at += tile) {
        uint32_t count = min(end - at, tile), rows[ITEMS], rank[ITEMS];
        int col[ITEMS], key[ITEMS];
        T v[ITEMS];
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            bool in = offset + i * WARP < count;
            col[i] = in ? __ldcs(ind + at + offset + i * WARP) : -1;
            v[i] = in ? __ldcs(val + at + offset + i * WARP) : T(0);
        }
        row = rows_expand(ptr, c.m, at, count, row, out.row, bits, rows);
        ranker_clear(k);
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            key[i] = col[i] >> c.low;
        ranker_rank(k, key, rank);
        __syncthreads();
        ranker_settle(k, upto);
        shared_scan(upto, k.bins, 0, true);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            if (key[i] < 0)
                continue;
            uint32_t slot = upto[key[i]] - ranker_left(k, key[i]) + rank[i];
            out.val[slot] = v[i];
            out.row[slot] = rows[i];
            out.key[slot] = (uint16_t)key[i];
            out.low[slot] = (uint16_t)(col[i] & (c.width - 1));
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
            int b = out.key[i];
            uint32_t to = k.cursor[b] - upto[b] + i;
            s.low[to] = out.low[i];
            s.row[to] = out.row[i];
            ((T *)s.val)[to] = out.val[i];
        }
        __syncthreads();
    }
}

/* ---- the second split ---- */

/* Records begin .. end-1 of a bucket; slot: -1 when they are all of it. */
struct piece {
    int bucket, slot;
    uint32_t begin, end;
};

static __device__ struct piece piece_of_slot(const struct cut &c, const struct scratch &s, int slot)
{
    int b = s.owner[slot];
    uint32_t begin = s.start[b] + (slot - s.slot[b]) * c.piece;
    return { b, slot, begin, min(begin + c.piece, s.start[b + 1]) };
}

/* count[j] = how many of the piece are in column j of its bucket. Ends with everybody there. */
static __device__ void piece_columns(const struct cut &c, const uint16_t *low, const struct piece &p, uint32_t *count)
{
    unsigned lane = threadIdx.x % WARP;
    for (int j = threadIdx.x; j < c.width_bins; j += blockDim.x)
        count[j] = 0;
    __syncthreads();
    for (uint32_t base = p.begin + threadIdx.x - lane; base < p.end; base += blockDim.x * COUNT_AHEAD) {
        int key[COUNT_AHEAD];
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++) {
            uint32_t e = base + u * blockDim.x + lane;
            key[u] = e < p.end ? low[e] : -1;
        }
#pragma unroll
        for (int u = 0; u < COUNT_AHEAD; u++)
            run_count(count, key[u], lane);
    }
    __syncthreads();
}

static __global__ void __launch_bounds__(RANKERS) piece_count(const struct cut c, const struct scratch s)
{
    extern __shared__ uint32_t count[];
    if (!*s.needed)
        return;
    for (uint32_t slot = blockIdx.x; slot < s.slot[c.buckets]; slot += gridDim.x) {
        piece_columns(c, s.low, piece_of_slot(c, s, slot), count);
        for (int j = threadIdx.x; j < c.width; j += blockDim.x)
            s.before[(uint64_t)slot * c.width + j] = count[j];
        __syncthreads();
    }
}

/* Block (x, y): columns 32y .. of the buckets whose first slots are x, x + gridDim.x, … */
static __global__ void __launch_bounds__(1024) piece_down(const struct cut c, const struct scratch s)
{
    if (!*s.needed)
        return;
    for (uint32_t slot = blockIdx.x; slot < s.slot[c.buckets]; slot += gridDim.x) {
        uint32_t b = s.owner[slot], first = s.slot[b];
        uint64_t at = (uint64_t)first * c.width;
        if (slot == first)
            scan_down(s.before + at, s.slot[b + 1] - first, c.width, blockIdx.y * WARP, s.column + at);
        __syncthreads();
    }
}

/* cursor = where the piece's entries of each column go; who has the bucket's first entries writes its pointers. */
static __device__ void piece_cursors(const struct cut &c, const struct scratch &s, const struct piece &p,
                                     uint32_t *cursor, int32_t *ptr)
{
    if (p.slot < 0)
        piece_columns(c, s.low, p, cursor);
    else
        for (int j = threadIdx.x; j < c.width_bins; j += blockDim.x)
            cursor[j] = j < c.width ? s.column[(uint64_t)s.slot[p.bucket] * c.width + j] : 0;
    shared_scan(cursor, c.width_bins, s.start[p.bucket], false);
    int64_t column = (int64_t)p.bucket * c.width, columns = min((int64_t)c.width, c.n - column);
    if (p.begin == s.start[p.bucket])
        for (int j = threadIdx.x; j < columns; j += blockDim.x)
            ptr[column + j] = (int32_t)cursor[j];
    if (p.slot >= 0)
        for (int j = threadIdx.x; j < c.width; j += blockDim.x)
            cursor[j] += s.before[(uint64_t)p.slot * c.width + j];
}

/* A block per slot, then one per bucket that is not cut. */
template <class T>
static __global__ void __launch_bounds__(RANKERS, 2)
    piece_sort(const struct cut c, const struct scratch s, const struct target<T> t)
{
    extern __shared__ uint4 shared[];
    const struct tile<T> out = tile_place<T>(shared);
    const struct ranker k = ranker_place((char *)shared + tile_bytes<T>(c.warps), c.width_bins, c.warps);
    uint32_t *upto = k.cursor + k.bins, tile = blockDim.x * ITEMS;
    unsigned offset = threadIdx.x / WARP * WARP_TILE + threadIdx.x % WARP;
    struct piece p;
    if (!*s.needed)
        return;
    if (blockIdx.x < c.slots) {
        if (blockIdx.x >= s.slot[c.buckets])
            return;
        p = piece_of_slot(c, s, blockIdx.x);
    } else {
        int b = blockIdx.x - c.slots;
        p = { b, -1, s.start[b], s.start[b + 1] };
        if (p.end - p.begin > c.piece)
            return;
    }
    piece_cursors(c, s, p, k.cursor, t.ptr);
    for (uint32_t at = p.begin; at < p.end; at += tile) {
        uint32_t count = min(p.end - at, tile), rank[ITEMS], row[ITEMS];
        int key[ITEMS];
        T v[ITEMS];
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            bool in = offset + i * WARP < count;
            key[i] = in ? __ldcs(s.low + at + offset + i * WARP) : -1;
            row[i] = in ? __ldcs(s.row + at + offset + i * WARP) : 0;
            v[i] = in ? __ldcs((const T *)s.val + at + offset + i * WARP) : T(0);
        }
        ranker_clear(k);
        ranker_rank(k, key, rank);
        __syncthreads();
        ranker_settle(k, upto);
        shared_scan(upto, k.bins, 0, true);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            if (key[i] < 0)
                continue;
            uint32_t slot = upto[key[i]] - ranker_left(k, key[i]) + rank[i];
            out.val[slot] = v[i];
            out.row[slot] = row[i];
            out.key[slot] = (uint16_t)key[i];
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
            int j = out.key[i];
            uint32_t to = k.cursor[j] - upto[j] + i;
            t.row[to] = (int32_t)out.row[i];
            t.val[to] = out.val[i];
        }
        __syncthreads();
    }
}

#endif
