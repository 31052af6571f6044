/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staged_shape: the data of a kernel of sell_staged or sell_coded, and the layout of its lanes, entries and columns. */
#pragma once

#include "gpu/device/warp.cuh"
#include "gpu/layout/tiles.h"

enum { STAGED_THREADS = 256, STAGED_WARPS = STAGED_THREADS / WARP };

/* With codes (C) a value is an 8-bit code of one of at most 256 values. */
template <class T> struct staged_work {
    const struct tile *tile;
    const int32_t *columns, *order;
    const uint32_t *slice;
    const uint16_t *ind;
    const void *val;
    const T *code, *x; /* code: the values that codes stand for; NULL without codes */
    T *y;
    int64_t m, ldx, ldy;
    int tiles, k, buffer;               /* buffer: values in a buffer for rows of X in shared memory */
    int val_room, ind_room, slice_room; /* bytes for the entries and slices of a tile there (staged_bulk) */
    bool aligned;                       /* rows of X and Y begin on 16 bytes */
};

constexpr int pow2_divisor(int n, int most)
{
    int d = 1;
    while (2 * d <= most && n % (2 * d) == 0)
        d *= 2;
    return d;
}

/* K columns at a time: V values in one access, `lanes` adjacent lanes, E times; G bundles per warp. If a row of X fills
   all banks, 4 lanes take half of it each time, neighbouring bundles different halves, which avoids bank conflicts; and
   each loaded entry of A is used twice. */
template <class T, int K> struct staged_shape {
    static constexpr bool halves = K * sizeof(T) == 128;
    static constexpr int V = pow2_divisor(K, 16 / sizeof(T)), lanes = halves ? 4 : pow2_divisor(K / V, 8);
    static constexpr int E = K / V / lanes, G = WARP / lanes;

    static __device__ int first_column(int lane)
    {
        return ((halves ? lane / lanes & 1 : 0) * lanes + lane % lanes) * V;
    }

    /* The distance of column e of a lane from its first. */
    static __device__ int offset(int lane, int e)
    {
        int odd = halves ? lane / lanes & 1 : 0;
        return ((e ^ odd) - odd) * lanes * V;
    }
};

template <class T, int N> struct alignas(N * sizeof(T)) staged_vec {
    T at[N];
};

/* A is loaded once and not cached or, if it is reread for every K columns, kept in the caches. */
template <bool reread, int bytes> struct staged_load;
template <bool reread> struct staged_load<reread, 1> {
    using type = uint8_t;
};
template <bool reread> struct staged_load<reread, 2> {
    using type = uint16_t;
};
template <bool reread> struct staged_load<reread, 4> {
    using type = uint32_t;
};
template <bool reread> struct staged_load<reread, 8> {
    using type = uint2;
};
template <bool reread> struct staged_load<reread, 16> {
    using type = uint4;
};

template <bool reread, class T, int N> static __device__ staged_vec<T, N> load_vec(const T *p)
{
    using raw = typename staged_load<reread, N *(int)sizeof(T)>::type;
    raw r = reread ? __ldg((const raw *)p) : __ldcs((const raw *)p);
    staged_vec<T, N> v;
    memcpy(&v, &r, sizeof v);
    return v;
}

/* How the values of a unit are stored: N values a vector, Q vectors a row. */
template <class T, int U, bool C> struct staged_value {
    using type = T;
    static constexpr int N = U < 16 / (int)sizeof(T) ? U : 16 / (int)sizeof(T), Q = U / N;
};
template <class T, int U> struct staged_value<T, U, true> {
    using type = uint8_t;
    static constexpr int N = U, Q = 1;
};
