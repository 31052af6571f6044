/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge: a round that merges sorted segments pair by pair. Elements include their position, so none are equal. */
#pragma once

#include <cstdint>

/* The number of elements of a[0..count) below x. */
static __device__ uint32_t merge_below(const uint64_t *a, uint32_t count, uint64_t x)
{
    uint32_t low = 0;
    while (count > 0) {
        uint32_t half = count / 2;
        if (a[low + half] < x) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

/* out = a and b merged, in shared memory t and u; with `each` there is a thread for each element of either. */
template <bool each>
static __device__ void merge_block(const uint64_t *a, uint32_t na, const uint64_t *b, uint32_t nb, uint64_t *t,
                                   uint64_t *u, uint64_t *out)
{
    auto all = [](uint32_t count, auto take) {
        for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
            take(i);
            if (each)
                break;
        }
    };
    all(
        na, [&](uint32_t i) { t[i] = a[i]; });
    all(nb, [&](uint32_t i) { u[i] = b[i]; });
    __syncthreads();
    all(
        na, [&](uint32_t i) { out[i + merge_below(u, nb, t[i])] = t[i]; });
    all(nb, [&](uint32_t i) { out[i + merge_below(t, na, u[i])] = u[i]; });
}

/* ---- small: both segments in shared memory, a block per pair ---- */

static __global__ void __launch_bounds__(1024) merge_small(const uint64_t *in, int64_t count, uint64_t *out)
{
    extern __shared__ uint64_t merge_shared[];
    int64_t segment = blockDim.x, begin = blockIdx.x * 2 * segment;
    uint32_t na = (uint32_t)min(segment, count - begin);
    uint32_t nb = (uint32_t)min(segment, max(count - begin - segment, (int64_t)0));
    merge_block<true>(in + begin, na, in + begin + na, nb, merge_shared, merge_shared + segment, out + begin);
}

static inline void merge_small_launch(const uint64_t *in, int64_t count, uint64_t *out, int segment)
{
    if (count > 0)
        merge_small<<<(unsigned)((count + 2 * segment - 1) / (2 * segment)), segment, 2 * segment * sizeof *in>>>(
            in, count, out);
}

/* ---- big: every `step`-th element of either segment is a splitter ---- */

/* One round: segments, and cuts of pairs. Pair p's are at p·cuts; the first is (0, 0). */
struct merge_round {
    const uint64_t *in;
    uint64_t *out;
    int64_t count, segment;
    uint32_t step, cuts; /* cuts: at most, per pair */
    uint2 *cut;          /* how many of either segment precede it */
};

struct merge_pair {
    const uint64_t *a, *b;
    uint64_t *out;
    uint32_t na, nb, sa, sb; /* lengths, splitters */
};

static __device__ struct merge_pair merge_pair_of(const struct merge_round &r, int64_t p)
{
    int64_t begin = p * 2 * r.segment, left = r.count - begin;
    uint32_t na = (uint32_t)min(r.segment, left), nb = (uint32_t)min(r.segment, max(left - r.segment, (int64_t)0));
    return {
        r.in + begin, r.in + begin + na, r.out + begin, na, nb, (na + r.step - 1) / r.step, (nb + r.step - 1) / r.step
    };
}

/* A thread per splitter: its place in the other segment gives its place among all splitters, without
   merging those. */
static __global__ void __launch_bounds__(256) merge_cut(const struct merge_round r, int64_t pairs)
{
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t t = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; t < pairs * r.cuts; t += step) {
        const struct merge_pair p = merge_pair_of(r, t / r.cuts);
        uint32_t s = (uint32_t)(t % r.cuts);
        uint2 *cut = r.cut + t / r.cuts * r.cuts;
        if (s < p.sa) {
            uint32_t at = s * r.step, other = merge_below(p.b, p.nb, p.a[at]);
            cut[s + (other + r.step - 1) / r.step] = make_uint2(at, other);
        } else if (s < p.sa + p.sb) {
            uint32_t at = (s - p.sa) * r.step, other = merge_below(p.a, p.na, p.b[at]);
            cut[s - p.sa + (other + r.step - 1) / r.step] = make_uint2(other, at);
        }
    }
}

/* A block between two cuts: at most `step` elements of either segment. */
template <bool each> static __global__ void __launch_bounds__(1024) merge_big(const struct merge_round r)
{
    extern __shared__ uint64_t merge_shared[];
    const struct merge_pair p = merge_pair_of(r, blockIdx.x / r.cuts);
    uint32_t c = blockIdx.x % r.cuts;
    if (c >= p.sa + p.sb)
        return;
    uint2 from = r.cut[blockIdx.x], to = c + 1 < p.sa + p.sb ? r.cut[blockIdx.x + 1] : make_uint2(p.na, p.nb);
    merge_block<each>(p.a + from.x, to.x - from.x, p.b + from.y, to.y - from.y, merge_shared, merge_shared + r.step,
                      p.out + from.x + from.y);
}

static inline uint32_t merge_cuts(int64_t segment, int step)
{
    return (uint32_t)(2 * ((segment + step - 1) / step));
}

static inline int64_t merge_pairs(int64_t count, int64_t segment)
{
    return (count + 2 * segment - 1) / (2 * segment);
}

/* Bytes of working memory. Fewer elements than a segment need no more cuts than they have splitters. */
static inline uint64_t merge_big_work(int64_t count, int64_t segment, int step)
{
    return (uint64_t)merge_pairs(count, segment) * merge_cuts(segment, step) * sizeof(uint2);
}

/* `threads` a block between two cuts, `step` where they are as many as its elements of either segment. */
static inline void merge_big_launch(const uint64_t *in, int64_t count, uint64_t *out, int64_t segment, int step,
                                    int threads, void *work)
{
    int64_t pairs = merge_pairs(count, segment);
    const struct merge_round r = { in, out, count, segment, (uint32_t)step, merge_cuts(segment, step), (uint2 *)work };
    if (pairs == 0)
        return;
    int64_t splitters = pairs * r.cuts, blocks = (splitters + 255) / 256;
    merge_cut<<<(unsigned)blocks, 256>>>(r, pairs);
    (threads < step ? merge_big<false> : merge_big<true>)<<<(unsigned)splitters, threads, 2 * step * sizeof *in>>>(r);
}
