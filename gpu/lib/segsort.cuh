/* SPDX-License-Identifier: GPL-3.0-or-later */
/* segsort: a stable sort of each segment of an array, in shared memory. */
#pragma once

#include <cstdint>

/* out: pairs column·2³² + position. One thread per entry: its place is the number of entries that are smaller, or equal
   and before it. */
static __global__ void __launch_bounds__(1024) segsort_segments(const int32_t *in, int64_t count, uint64_t *out)
{
    extern __shared__ int32_t segsort_shared[];
    int32_t *key = segsort_shared;
    int64_t begin = (int64_t)blockIdx.x * blockDim.x, at = begin + threadIdx.x;
    int length = (int)min((int64_t)blockDim.x, count - begin), me = threadIdx.x, place = 0;
    int32_t mine = me < length ? in[at] : 0;
    key[me] = mine;
    __syncthreads();
    if (me >= length)
        return;
    for (int i = 0; i < me; i++)
        place += key[i] <= mine;
    for (int i = me + 1; i < length; i++)
        place += key[i] < mine;
    out[begin + place] = (uint64_t)(uint32_t)mine << 32 | (uint64_t)at;
}

static inline void segsort_launch(const int32_t *in, int64_t count, uint64_t *out, int segment)
{
    if (count > 0)
        segsort_segments<<<(unsigned)((count + segment - 1) / segment), segment, segment * sizeof *in>>>(in, count,
                                                                                                         out);
}
