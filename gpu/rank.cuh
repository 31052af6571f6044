/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank: device code for stable counting: how many entries before this one have the same key. Counters are in shared
   memory, a set per warp; entries are read a warp at a time, lane by lane. */
#ifndef NZ_RANK_CUH
#define NZ_RANK_CUH

#include <cstdint>

/* A thread takes ITEMS entries of a tile; RANKERS: the most threads of a block that ranks. */
enum { WARP = 32, ITEMS = 8, WARP_TILE = WARP * ITEMS, RANKERS = 512, COUNT_AHEAD = 8 };
static const unsigned ALL = 0xffffffff;

/* ---- sums over a block ---- */

/* The sum of the values of the threads before, and of all. For whole warps, up to 1024 threads. */
static __device__ uint32_t block_scan(uint32_t value, uint32_t *all)
{
    __shared__ uint32_t part[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    uint32_t upto = value;
    for (int step = 1; step < WARP; step *= 2) {
        uint32_t other = __shfl_up_sync(ALL, upto, step);
        upto += lane >= step ? other : 0;
    }
    if (lane == WARP - 1)
        part[warp] = upto;
    __syncthreads();
    uint32_t sum = lane < warps ? part[lane] : 0, before = 0;
    for (int step = 1; step < WARP; step *= 2) {
        uint32_t other = __shfl_up_sync(ALL, sum, step);
        sum += lane >= step ? other : 0;
    }
    before = __shfl_sync(ALL, sum, warp > 0 ? warp - 1 : 0);
    *all = __shfl_sync(ALL, sum, WARP - 1);
    __syncthreads();
    return (warp > 0 ? before : 0) + upto - value;
}

/* a[j] = first + a[0] + … + a[j], or up to a[j-1]. In shared memory; ends and begins with everybody there. */
static __device__ void shared_scan(uint32_t *a, int count, uint32_t first, bool inclusive)
{
    int each = (count + blockDim.x - 1) / blockDim.x, from = threadIdx.x * each, to = min(from + each, count);
    uint32_t sum = 0, all;
    __syncthreads();
    for (int j = from; j < to; j++)
        sum += a[j];
    sum = first + block_scan(sum, &all);
    for (int j = from; j < to; j++) {
        uint32_t here = a[j];
        a[j] = inclusive ? sum + here : sum;
        sum += here;
    }
    __syncthreads();
}

/* Adds a warp's keys to counters; equal neighbours together. Negative keys do not count. */
static __device__ void run_count(uint32_t *count, int key, unsigned lane)
{
    int left = __shfl_up_sync(ALL, key, 1);
    bool head = lane == 0 || left != key;
    unsigned heads = __ballot_sync(ALL, head), rest = heads & ~((2u << lane) - 1);
    if (head && key >= 0)
        atomicAdd(&count[key], (rest ? __ffs((int)rest) - 1 : WARP) - lane);
}

/* Column by column, each number of a matrix becomes the sum of those above it; total gets that of all. Columns
   first .. first+31, whose rows are cut into 32 parts. For blocks of (32, 32) threads. */
static __device__ void scan_down(uint32_t *a, uint32_t rows, int columns, int first, uint32_t *total)
{
    __shared__ uint32_t part[WARP][WARP + 1];
    int x = threadIdx.x, y = threadIdx.y, column = first + x;
    uint32_t each = (rows + WARP - 1) / WARP, from = y * each, to = min(from + each, rows), sum = 0;
    bool in = column < columns;
#pragma unroll 4
    for (uint32_t r = from; in && r < to; r++)
        sum += a[(uint64_t)r * columns + column];
    part[y][x] = sum;
    __syncthreads();
    uint32_t mine = part[x][y], upto = mine; /* part x of column first+y */
    for (int step = 1; step < WARP; step *= 2) {
        uint32_t other = __shfl_up_sync(ALL, upto, step);
        upto += x >= step ? other : 0;
    }
    part[x][y] = upto - mine;
    if (x == WARP - 1 && first + y < columns)
        total[first + y] = upto;
    __syncthreads();
    sum = part[y][x];
#pragma unroll 4
    for (uint32_t r = from; in && r < to; r++) {
        uint32_t here = a[(uint64_t)r * columns + column];
        a[(uint64_t)r * columns + column] = sum;
        sum += here;
    }
}

/* ---- ranks ---- */

/* count: warps × bins of 16 bits, two in a word: the entries of each warp so far; cursor: bins, what is wanted per key
   over all tiles. bins is a multiple of 8. */
struct ranker {
    int bins, warps;
    uint32_t *count, *own, *cursor;
};

static __host__ __device__ constexpr uint64_t ranker_bytes(int bins, int warps)
{
    return (uint64_t)bins * (warps * 2 + 4);
}

static __device__ struct ranker ranker_place(void *shared, int bins, int warps)
{
    uint32_t *count = (uint32_t *)shared;
    return { bins, warps, count, count + threadIdx.x / WARP * (bins / 2), count + warps * (bins / 2) };
}

/* Each warp its own counters. */
static __device__ void ranker_clear(const struct ranker &k)
{
    __syncwarp();
    for (int j = threadIdx.x % WARP; j < k.bins / 8; j += WARP)
        ((uint4 *)k.own)[j] = make_uint4(0, 0, 0, 0);
    __syncwarp();
}

/* rank[i] = how many of this warp's entries so far, and before lane in item i, have key[i]. For whole warps; key < 0:
   no entry. The first lane with a key counts for all; that nothing waits for its answer before the next item is asked
   for makes this twice as fast. */
static __device__ void ranker_rank(const struct ranker &k, const int (&key)[ITEMS], uint32_t (&rank)[ITEMS])
{
    unsigned lane = threadIdx.x % WARP, peers[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        peers[i] = __match_any_sync(ALL, key[i]);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        int shift = key[i] & 1 ? 16 : 0;
        rank[i] = 0;
        if (key[i] >= 0 && (peers[i] & ((1u << lane) - 1)) == 0)
            rank[i] = atomicAdd(&k.own[key[i] / 2], (uint32_t)__popc(peers[i]) << shift) >> shift & 0xffff;
        __syncwarp();
    }
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        rank[i] = __shfl_sync(ALL, rank[i], __ffs((int)peers[i]) - 1) + __popc(peers[i] & ((1u << lane) - 1));
}

/* After all warps have ranked a tile: each counter = entries from its warp to the end of the tile, cursor moves past
   the tile, and total gets the tile's entries per key. */
static __device__ void ranker_settle(const struct ranker &k, uint32_t *total)
{
    int half = k.bins / 2;
    for (int j = threadIdx.x; j < half; j += blockDim.x) {
        uint32_t left = 0;
#pragma unroll 4
        for (int w = 0; w < k.warps; w++)
            left += k.count[w * half + j];
        ((uint2 *)k.cursor)[j].x += left & 0xffff;
        ((uint2 *)k.cursor)[j].y += left >> 16;
        ((uint2 *)total)[j] = make_uint2(left & 0xffff, left >> 16);
#pragma unroll 4
        for (int w = 0; w < k.warps; w++) {
            uint32_t here = k.count[w * half + j];
            k.count[w * half + j] = left;
            left -= here;
        }
    }
}

/* Entries from this warp to the end of the tile, of one key. */
static __device__ uint32_t ranker_left(const struct ranker &k, int key)
{
    return k.own[key / 2] >> (key & 1 ? 16 : 0) & 0xffff;
}

/* ---- the rows of entries ---- */

/* The row that holds entry e: the last one that begins at or before it. A warp looks at 32 rows at a time. */
static __device__ int64_t row_of(const uint32_t *ptr, int64_t m, uint32_t e)
{
    int64_t low = 0, high = m; /* ptr[low] ≤ e < ptr[high] */
    while (high - low > 1) {
        int64_t step = (high - low + WARP - 1) / WARP, at = low + (threadIdx.x % WARP) * step;
        unsigned before = __ballot_sync(ALL, at < high && ptr[at] <= e); /* the first lanes, lane 0 always */
        low += (__popc(before) - 1) * step;
        high = min(high, low + step);
    }
    return low;
}

/* The row of the last entry before word `word` of the tile that begins one; `row` when there is none. */
static __device__ int64_t row_before(const uint32_t *bits, const uint32_t *id, int word, int64_t row)
{
    int lane = threadIdx.x % WARP;
    for (int base = word; base > 0; base -= WARP) {
        int at = base - 1 - lane;
        uint32_t here = at >= 0 ? bits[at] : 0;
        unsigned any = __ballot_sync(ALL, here != 0);
        if (any) {
            int nearest = __ffs((int)any) - 1;
            here = __shfl_sync(ALL, here, nearest);
            return id[(base - 1 - nearest) * WARP + 31 - __clz((int)here)];
        }
    }
    return row;
}

/* rows[i] = the row of entry at + WARP_TILE·warp + 32·i + lane, for a tile of `count` entries; `row` is the row of the
   entry before the tile, or of its first. Returns the row of its last. id: a word per entry, bits: a bit per entry. */
static __device__ int64_t rows_expand(const uint32_t *ptr, int64_t m, uint32_t at, uint32_t count, int64_t row,
                                      uint32_t *id, uint32_t *bits, uint32_t (&rows)[ITEMS])
{
    unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, words = blockDim.x * ITEMS / WARP;
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x)
        bits[w] = 0;
    __syncthreads();
    for (int64_t r = row + 1 + threadIdx.x; r < m; r += blockDim.x) {
        uint32_t begin = ptr[r], end = ptr[r + 1];
        if (begin >= at + count)
            break;
        if (begin < end) { /* rows after `row` that are not empty begin in or after this tile */
            id[begin - at] = (uint32_t)r;
            atomicOr(&bits[(begin - at) / WARP], 1u << (begin - at) % WARP);
        }
    }
    __syncthreads();
    int64_t now = row_before(bits, id, warp * ITEMS, row);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        int word = warp * ITEMS + i;
        uint32_t all = bits[word], upto = all & ((2u << lane) - 1);
        rows[i] = upto ? id[word * WARP + 31 - __clz((int)upto)] : (uint32_t)now;
        now = all ? (int64_t)id[word * WARP + 31 - __clz((int)all)] : now;
    }
    return row_before(bits, id, words, row);
}

#endif
