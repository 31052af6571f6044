/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank: device code for stable counting: how many entries of a tile before this one have the same digit, and in which
   row each entry is. Entries are read a warp at a time, lane by lane; counters are in shared memory. */
#ifndef NZ_RANK_CUH
#define NZ_RANK_CUH

#include <cstdint>

/* A thread takes ITEMS entries of a tile, a warp WARP_TILE of them that stand together. */
enum { WARP = 32, ITEMS = 8, WARP_TILE = WARP * ITEMS, RANKERS = 512, TILE = RANKERS * ITEMS };
static const unsigned ALL = 0xffffffff;

/* ---- sums and counts ---- */

/* The sum of the values of the threads before. For whole warps, up to 1024 threads. */
template <class N> static __device__ N block_scan(N value)
{
    __shared__ N part[WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    N upto = value;
    for (int step = 1; step < WARP; step *= 2) {
        N other = __shfl_up_sync(ALL, upto, step);
        upto += lane >= step ? other : 0;
    }
    if (lane == WARP - 1)
        part[warp] = upto;
    __syncthreads();
    N sum = lane < warps ? part[lane] : 0;
    for (int step = 1; step < WARP; step *= 2) {
        N other = __shfl_up_sync(ALL, sum, step);
        sum += lane >= step ? other : 0;
    }
    N before = __shfl_sync(ALL, sum, warp > 0 ? warp - 1 : 0);
    return (warp > 0 ? before : 0) + upto - value;
}

/* In the first lane of each run of equal keys, how long it is; 0 in the others. */
static __device__ unsigned run_length(int key, unsigned lane)
{
    int left = __shfl_up_sync(ALL, key, 1);
    bool head = lane == 0 || left != key;
    unsigned heads = __ballot_sync(ALL, head), rest = heads & ~((2u << lane) - 1);
    return head ? (rest ? __ffs((int)rest) - 1 : WARP) - lane : 0;
}

/* ---- ranks ---- */

/* `bits` bits of a column from `shift` on. */
struct digit {
    int shift, bits;
};

static __device__ uint32_t digit_of(struct digit d, uint32_t col)
{
    return col >> d.shift & ((1u << d.bits) - 1);
}

/* The lanes whose columns have the same digit, by a vote on each bit: faster than asking for a match. */
static __device__ unsigned digit_peers(struct digit d, uint32_t col)
{
    unsigned peers = ALL;
    for (int b = d.shift; b < d.shift + d.bits; b++) {
        unsigned one = col >> b & 1, ones = __ballot_sync(ALL, one);
        peers &= one ? ones : ~ones;
    }
    return peers;
}

/* rank[i] = how many of this warp's entries so far, and before this lane in item i, have the digit of col[i]; own: the
   warp's counters. The first lane with a digit counts for all; that nothing waits for its answer before the next item
   is asked for makes this twice as fast. */
static __device__ void warp_rank(uint32_t *own, struct digit d, const uint32_t (&col)[ITEMS], uint32_t (&rank)[ITEMS])
{
    unsigned before = (1u << threadIdx.x % WARP) - 1, peers[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        peers[i] = digit_peers(d, col[i]);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        rank[i] = 0;
        if ((peers[i] & before) == 0)
            rank[i] = atomicAdd(&own[digit_of(d, col[i])], (uint32_t)__popc(peers[i]));
        __syncwarp();
    }
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        rank[i] = __shfl_sync(ALL, rank[i], __ffs((int)peers[i]) - 1) + __popc(peers[i] & before);
}

/* ---- the rows of entries ---- */

/* The row of the last entry before word `word` of the tile that begins one; `row` when there is none. */
static __device__ uint32_t row_before(const uint32_t *bits, const uint32_t *id, int word, uint32_t row)
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

/* rows[i] = the row of entry at + WARP_TILE·warp + 32·i + lane, for a tile of `count` entries; `row` is that of its
   first. id: a word per entry, bits: a bit per entry. Ends without everybody being there. */
static __device__ void rows_expand(const uint32_t *ptr, int64_t m, uint32_t at, uint32_t count, uint32_t row,
                                   uint32_t *id, uint32_t *bits, uint32_t (&rows)[ITEMS])
{
    unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    for (unsigned w = threadIdx.x; w < TILE / WARP; w += blockDim.x)
        bits[w] = 0;
    __syncthreads();
    for (int64_t r = (int64_t)row + 1 + threadIdx.x; r < m; r += blockDim.x) {
        uint32_t begin = ptr[r], end = ptr[r + 1];
        if (begin >= at + count)
            break;
        if (begin < end) { /* rows after `row` that are not empty begin in or after this tile */
            id[begin - at] = (uint32_t)r;
            atomicOr(&bits[(begin - at) / WARP], 1u << (begin - at) % WARP);
        }
    }
    __syncthreads();
    uint32_t now = row_before(bits, id, warp * ITEMS, row);
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        int word = warp * ITEMS + i;
        uint32_t all = bits[word], upto = all & ((2u << lane) - 1);
        rows[i] = upto ? id[word * WARP + 31 - __clz((int)upto)] : now;
        now = all ? id[word * WARP + 31 - __clz((int)all)] : now;
    }
}

#endif
