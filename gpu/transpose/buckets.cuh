/* SPDX-License-Identifier: GPL-3.0-or-later */
/* buckets: transposing where no column is long: blocks deal the entries out to buckets of neighbouring columns, in any
   order; then a block puts a bucket, which fits its shared memory, in the order of columns, and each column in that of
   rows. No pass needs another's counts, and no entry its rank among those before it. */
#pragma once

#include "gpu/transpose/radix_pass.cuh"

/* Entries of a tile and of a bucket for each thread; buckets; entries of a bucket on average. */
enum { DEAL_ITEMS = 20, BUCKET_ITEMS = 24, BUCKETS_MOST = 2048, BUCKET_MEAN = 9216, SORTERS = 512 };
/* Entries of a column at most, and on average: each is compared with those of its column. H200, the radix sort's time
   over this one's: 1.4 with 7 entries a column, 1.04 with 20, 0.9 with 42, 0.7 with 104. */
enum { BUCKET_COLUMN = 512, BUCKET_COLUMN_MEAN = 24 };
static const uint32_t BUCKET_ENTRIES = (int)SORTERS * BUCKET_ITEMS, DEAL_ENTRIES = (int)RANKERS * DEAL_ITEMS;
static_assert(BUCKETS_MOST <= 4 * RANKERS, "a thread has four buckets");

/* Column j is number j mod width in bucket j / width. */
struct buckets {
    int64_t m, n;
    uint32_t nnz, count, width, inverse; /* inverse: 2³² / width, rounded down */
    uint32_t tiles, chunk;               /* a chunk: the entries of a tile that one warp holds */
    uint32_t *filled;                    /* count: entries of each bucket up to now */
    uint32_t *row;                       /* the row of every chunk's first entry */
    uint4 *entry;                        /* count × BUCKET_ENTRIES: bucket << 16 | number, row, value */
};

static __device__ uint32_t bucket_key(const struct buckets &k, uint32_t col)
{
    uint32_t bucket = __umulhi(col, k.inverse), number = col - bucket * k.width; /* or one bucket further */
    return number < k.width ? bucket << 16 | number : (bucket + 1) << 16 | (number - k.width);
}

/* How many entries each bucket will have: whether all fit. */
static __global__ void __launch_bounds__(RANKERS) buckets_count(const struct buckets k, const uint32_t *col)
{
    __shared__ uint32_t count[BUCKETS_MOST];
    for (uint32_t b = threadIdx.x; b < BUCKETS_MOST; b += RANKERS)
        count[b] = 0;
    __syncthreads();
    for (uint64_t e = (uint64_t)blockIdx.x * RANKERS + threadIdx.x; e < k.nnz; e += (uint64_t)gridDim.x * RANKERS)
        atomicAdd(&count[bucket_key(k, __ldg(col + e)) >> 16], 1);
    __syncthreads();
    for (uint32_t b = threadIdx.x; b < k.count; b += RANKERS)
        if (count[b])
            atomicAdd(&k.filled[b], count[b]);
}

/* Empties the buckets, and finds the rows in which chunks begin. */
static __global__ void __launch_bounds__(RANKERS) buckets_begin(const struct buckets k, const uint32_t *ptr)
{
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x, me = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    wait_for_x();
    for (uint64_t b = me; b < k.count; b += threads)
        k.filled[b] = 0;
    for (int64_t base = (int64_t)(me / WARP * WARP); base < k.m; base += (int64_t)threads)
        chunk_rows(k.m, k.chunk, ptr, base, k.row);
}

/* A tile in shared memory: its entries in the order of their buckets; where each bucket begins in it, which counts
   before; where entry 0 of the tile would be written if it were in the bucket. */
struct deal_tile {
    uint4 entry[DEAL_ENTRIES];
    uint32_t start[BUCKETS_MOST], base[BUCKETS_MOST];
};

template <class T>
static __global__ void __launch_bounds__(RANKERS) buckets_deal(const struct buckets k, const struct source<T> a)
{
    extern __shared__ uint4 shared[];
    struct deal_tile *my = (struct deal_tile *)shared;
    const uint32_t me = threadIdx.x, warp = me / WARP;
    wait_for_x();
    for (uint32_t tile = blockIdx.x; tile < k.tiles; tile += gridDim.x) {
        const uint32_t chunk = tile * WARPS + warp, at = tile * WARPS * k.chunk,
                       end = min(k.nnz, at + (warp + 1) * k.chunk), mine = at + warp * k.chunk + lane_id(),
                       left = mine < end ? end - mine : 0;
        struct tile_entries<T, DEAL_ITEMS> h;
        uint32_t rank[DEAL_ITEMS];
        __syncthreads(); /* the tile before is written */
        tile_load<T, DEAL_ITEMS, true>(a.col + mine, NULL, left, &h);
        *(uint4 *)(my->start + 4 * me) = make_uint4(0, 0, 0, 0);
        uint32_t first = at + warp * k.chunk < k.nnz ? k.row[chunk] : 0, last = first;
        if (at + warp * k.chunk < k.nnz)
            last = k.nnz - (at + warp * k.chunk) > k.chunk ? k.row[chunk + 1] : (uint32_t)(k.m - 1);
        uint32_t *words = (uint32_t *)my->entry;
        warp_rows(a.ptr, first, last, at + warp * k.chunk, words + warp * WARP * DEAL_ITEMS,
                  words + DEAL_ENTRIES + warp * DEAL_ITEMS, h.row);
        values_load(a.val + mine, left, &h);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DEAL_ITEMS; i++) {
            h.col[i] = bucket_key(k, h.col[i]);
            rank[i] = i * WARP < left ? atomicAdd(&my->start[h.col[i] >> 16], 1) : 0;
        }
        __syncthreads();
        const uint4 n = *(const uint4 *)(my->start + 4 * me);
        uint4 start;
        start.x = block_scan<uint32_t>(n.x + n.y + n.z + n.w);
        start.y = start.x + n.x;
        start.z = start.y + n.y;
        start.w = start.z + n.z;
        *(uint4 *)(my->start + 4 * me) = start;
        const uint32_t mine4[4] = { n.x, n.y, n.z, n.w }, start4[4] = { start.x, start.y, start.z, start.w };
#pragma unroll
        for (int u = 0; u < 4; u++)
            if (mine4[u])
                my->base[4 * me + u] =
                    (4 * me + u) * BUCKET_ENTRIES + atomicAdd(&k.filled[4 * me + u], mine4[u]) - start4[u];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DEAL_ITEMS; i++)
            if (i * WARP < left)
                my->entry[my->start[h.col[i] >> 16] + rank[i]] = entry_of(h.col[i], h.row[i], h.val[i]);
        __syncthreads();
        const uint32_t count = min(k.nnz - at, WARPS * k.chunk);
#pragma unroll 4
        for (uint32_t slot = me; slot < count; slot += RANKERS) {
            const uint4 e = my->entry[slot];
            k.entry[my->base[e.x >> 16] + slot] = e;
        }
    }
}

/* A bucket in shared memory: its entries in the order of columns, and where each column begins, and ends. */
template <class T> struct bucket_memory {
    T val[BUCKET_ENTRIES];
    uint32_t row[BUCKET_ENTRIES];
    uint16_t number[BUCKET_ENTRIES];
    uint32_t begin; /* the bucket's first place in T */
    uint32_t column[1];
};

/* Bytes of shared memory. */
static inline uint64_t bucket_shared(enum vtype type, uint32_t width)
{
    return (type == VT_F64 ? sizeof(struct bucket_memory<double>) : sizeof(struct bucket_memory<float>)) +
           (uint64_t)width * sizeof(uint32_t);
}

/* Counts in column[0 .. width - 1] become sums of those before; column[width] that of all. */
static __device__ void bucket_columns(uint32_t *column, uint32_t width)
{
    const uint32_t each = (width + SORTERS - 1) / SORTERS | 1; /* odd: threads have different banks */
    const uint32_t first = min(threadIdx.x * each, width), last = min(first + each, width);
    uint32_t sum = 0;
    for (uint32_t c = first; c < last; c++)
        sum += column[c];
    uint32_t before = block_scan<uint32_t>(sum);
    for (uint32_t c = first; c < last; c++) {
        uint32_t here = column[c];
        column[c] = before;
        before += here;
    }
    if (threadIdx.x == SORTERS - 1)
        column[width] = before;
    __syncthreads();
}

template <class T>
static __global__ void __launch_bounds__(SORTERS) buckets_sort(const struct buckets k, const struct target<T> t)
{
    extern __shared__ uint4 shared[];
    struct bucket_memory<T> *my = (struct bucket_memory<T> *)shared;
    const uint32_t me = threadIdx.x, bucket = blockIdx.x;
    wait_for_x();
    const uint32_t count = k.filled[bucket], left = count > me ? count - me : 0;
    const uint4 *in = k.entry + (uint64_t)bucket * BUCKET_ENTRIES + me;
    uint4 e[BUCKET_ITEMS]; /* x: number << 16 | rank in the column */
#pragma unroll
    for (int i = 0; i < BUCKET_ITEMS; i++)
        if (i * SORTERS < left)
            e[i] = __ldcs(in + i * SORTERS);
    for (uint32_t c = me; c < k.width; c += SORTERS)
        my->column[c] = 0;
    uint32_t before = 0;
    for (uint32_t b = me; b < bucket; b += SORTERS)
        before += k.filled[b];
    const uint32_t upto = block_scan<uint32_t>(before);
    if (me == SORTERS - 1)
        my->begin = upto + before;
#pragma unroll
    for (int i = 0; i < BUCKET_ITEMS; i++)
        if (i * SORTERS < left)
            e[i].x = e[i].x << 16 | atomicAdd(&my->column[e[i].x & 0xffff], 1);
    __syncthreads();
    bucket_columns(my->column, k.width);
#pragma unroll
    for (int i = 0; i < BUCKET_ITEMS; i++)
        if (i * SORTERS < left) {
            const uint32_t c = e[i].x >> 16, to = my->column[c] + (e[i].x & 0xffff);
            entry_value(e[i], &my->val[to]);
            my->row[to] = e[i].y;
            my->number[to] = (uint16_t)c;
        }
    const uint32_t begin = my->begin, first = bucket * k.width;
    for (uint32_t c = me; c < k.width && first + c < k.n; c += SORTERS)
        t.ptr[first + c] = begin + my->column[c];
    if (bucket == k.count - 1 && me == 0)
        t.ptr[k.n] = k.nnz;
    __syncthreads();
    for (uint32_t p = me; p < count; p += SORTERS) {
        const uint32_t c = my->number[p], r = my->row[p], from = my->column[c], end = my->column[c + 1];
        uint32_t to = begin + from;
        for (uint32_t q = from; q < end; q++)
            to += my->row[q] < r;
        t.row[to] = r;
        t.val[to] = my->val[p];
    }
}
