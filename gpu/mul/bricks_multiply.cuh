/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bricks_multiply: bricks of a tile times the rows of X in the window, at x. */
#pragma once

#include "gpu/lib/tensor.cuh"
#include "gpu/mul/bricks_stages.cuh"

#if __CUDA_ARCH__ >= 800

static __device__ void put_pair(const brick_work<double> &w, int32_t row, int64_t j, double a, double b)
{
    double *y = w.y + row * w.ldy + j;
    if (row < 0 || j >= w.k)
        return;
    if (w.whole_y) {
        __stcs((double2 *)y, make_double2(a, b));
        return;
    }
    y[0] = a;
    if (j + 1 < w.k)
        y[1] = b;
}

/* One brick times W columns of X: the transposed product, 16 columns of X by the rows of the brick. Lane l has columns
   2(l/4) and 2(l/4)+1 of each 16, and rows 2(l%4) and 2(l%4)+1. */
template <int W>
static __device__ void multiply_brick(const brick_work<double> &w, const unsigned char *tile, const unsigned char *x,
                                      int number, int64_t j)
{
    constexpr int PARTS = W / 16;
    const brick_head *h = (const brick_head *)tile;
    const brick *b = (const brick *)(h + 1) + number;
    int lane = threadIdx.x % WARP, inner = lane % BRICK_STEP, outer = lane / BRICK_STEP;
    uint32_t below = (1u << lane) - 1;
    const uint32_t *slots = (const uint32_t *)(tile + h->slots) + b->group * BRICK_STEP + inner;
    const uint2 *masks = (const uint2 *)(tile + h->masks) + b->group;
    const double *values = (const double *)(tile + h->values) + b->value;
    double d[PARTS][4] = {};
#pragma unroll 2
    for (uint32_t g = 0; g < b->groups; g++, slots += BRICK_STEP) {
        uint2 mask = masks[g];
        uint32_t slot = *slots;
        double a0 = mask.x >> lane & 1 ? values[__popc(mask.x & below)] : 0;
        values += __popc(mask.x);
        double a1 = mask.y >> lane & 1 ? values[__popc(mask.y & below)] : 0;
        values += __popc(mask.y);
        const unsigned char *x0 = x + ((slot & 0xffff) ^ outer) * 16, *x1 = x + (slot >> 16 ^ outer) * 16;
#pragma unroll
        for (int p = 0; p < PARTS; p++) {
            double2 b0 = *(const double2 *)(x0 + p * 128), b1 = *(const double2 *)(x1 + p * 128);
            multiply_add(d[p], b0, b1, a0, a1);
        }
    }
    int2 row = *(const int2 *)(b->row + 2 * inner);
#pragma unroll
    for (int p = 0; p < PARTS; p++) {
        put_pair(w, row.x, j + p * 16 + 2 * outer, d[p][0], d[p][2]);
        put_pair(w, row.y, j + p * 16 + 2 * outer, d[p][1], d[p][3]);
    }
}

static __device__ void put_quad(const brick_work<float> &w, int32_t row, int64_t j, const float v[4])
{
    float *y = w.y + row * w.ldy + j;
    if (row < 0)
        return;
    if (w.whole_y && j < w.k) {
        __stcs((float4 *)y, make_float4(v[0], v[1], v[2], v[3]));
        return;
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (j + i < w.k)
            y[i] = v[i];
}

/* A group of four columns times four columns of X: d += a x, for eight rows. */
static __device__ void add_group(const uint2 slot, const float4 *values, const unsigned char *x,
                                 float (&d)[BRICK_ROWS][4])
{
#pragma unroll
    for (int c = 0; c < BRICK_QUAD; c++) {
        uint32_t at = (c < 2 ? slot.x : slot.y) >> c % 2 * 16 & 0xffff;
        float4 low = values[2 * c], high = values[2 * c + 1], r = *(const float4 *)(x + at * 16);
        float a[BRICK_ROWS] = { low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w };
#pragma unroll
        for (int i = 0; i < BRICK_ROWS; i++) {
            d[i][0] += a[i] * r.x;
            d[i][1] += a[i] * r.y;
            d[i][2] += a[i] * r.z;
            d[i][3] += a[i] * r.w;
        }
    }
}

/* Exchanges sums of ROWS rows between lanes `apart` from each other: each keeps half, the upper one the later half. */
template <int ROWS> static __device__ void share_rows(float (&d)[BRICK_ROWS][4], int apart)
{
    bool upper = threadIdx.x & apart;
#pragma unroll
    for (int i = 0; i < ROWS / 2; i++)
#pragma unroll
        for (int c = 0; c < 4; c++) {
            float keep = upper ? d[i + ROWS / 2][c] : d[i][c], give = upper ? d[i][c] : d[i + ROWS / 2][c];
            d[i][c] = keep + __shfl_xor_sync(ALL_LANES, give, apart);
        }
}

/* One brick times W columns of X. A lane has four of them and all eight rows, of every WAYS-th group; finally each way
   has the sums of BRICK_ROWS / WAYS rows. */
template <int W>
static __device__ void multiply_brick(const brick_work<float> &w, const unsigned char *tile, const unsigned char *x,
                                      int number, int64_t j)
{
    constexpr int LANES = W / 4, WAYS = WARP / LANES, ROWS = BRICK_ROWS / WAYS;
    const brick_head *h = (const brick_head *)tile;
    const brick *b = (const brick *)(h + 1) + number;
    int lane = threadIdx.x % WARP, quad = lane % LANES, way = lane / LANES;
    const uint2 *slots = (const uint2 *)(tile + h->slots) + b->group;
    const float4 *values = (const float4 *)(tile + h->values) + b->group * (BRICK_QUAD * 2);
    float d[BRICK_ROWS][4] = {};
    for (int g = way; g < (int)b->groups; g += WAYS)
        add_group(slots[g], values + g * (BRICK_QUAD * 2), x + quad * 16, d);
    __syncwarp();
    if constexpr (WAYS >= 2)
        share_rows<BRICK_ROWS>(d, WARP / 2);
    if constexpr (WAYS >= 4)
        share_rows<BRICK_ROWS / 2>(d, WARP / 4);
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        put_quad(w, b->row[way * ROWS + i], j + quad * 4, d[i]);
}

#endif
