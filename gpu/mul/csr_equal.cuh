/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal: the device code: a group of lanes, side by side over the columns of X, multiplies a strip of entries. A
   segmented scan carries the sums of cut rows from strip to strip, and partial sums in memory carry them from block to
   block; both add in a fixed order. */
#pragma once

#include "gpu/layout/column_tiling.h"
#include "gpu/lib/overlap.cuh"
#include "gpu/mul/equal_access.cuh"

enum { BLOCK = 256 };

template <class T> struct equal_work {
    const struct block_range *range;
    const uint16_t *strip;
    const uint32_t *ind;
    const T *val, *x;
    T *y, *carry;              /* carry: tiles*A vectors a piece of a cut row */
    T *partial;                /* partial sums of long rows */
    const uint32_t *place;     /* of rows, as in column_tiling.h; NULL: row i of Y */
    unsigned *ticket;          /* a counter for each piece and tile; that of a row's first piece counts the row's */
    uint32_t n, ldx, ldy, ldp; /* ldx, ldy, ldp (of partial sums) in bytes */
    int k, length, tiles;
    bool together; /* whether the tiles of a block are consecutive */
};

/* The place of row i of the split rows, and the address of its sum, at column j. */
template <class T> static __device__ uint32_t place_of(const equal_work<T> &w, uint32_t i)
{
    return w.place ? __ldg(w.place + i) : i;
}

template <class T> static __device__ char *address_of(const equal_work<T> &w, int j, uint32_t place)
{
    if (place & PLACE_PARTIAL)
        return (char *)(w.partial + j) + (uint64_t)(place & ~PLACE_PARTIAL) * w.ldp;
    return (char *)(w.y + j) + (uint64_t)place * w.ldy;
}

/* Values that threads write at strides of 4 and 8 have no bank conflicts at these offsets. */
static __device__ uint32_t padded(uint32_t i)
{
    return i + i / 16;
}

/* A thread's part of block `block` and of one tile of columns, from column j on. */
struct block_part {
    unsigned block;
    int tile, j;
    uint32_t strip; /* its word */
    int left;       /* columns of X from j on */
    uint32_t first; /* the block's first row */
};

/* The state within a strip. */
template <class T, int V> struct strip_state {
    vec<T, V> sum, head; /* head: of the row that began before the strip */
    uint32_t row, place; /* row: counted from the block's first */
    bool open;           /* whether that row began before the strip */
};

/* ---- single, consecutive columns ---- */

/* Adjacent lanes take consecutive entries, so that consecutive columns are one access. The products are exchanged in
   shared memory; then each lane sums those of its strip, and stages the sums in row order. */
template <class T, int D>
static __device__ struct block_part add_beside(const equal_work<T> &w, strip_state<T, 1> &p, T *product, T *stage)
{
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, first = lane * w.length;
    const int64_t from = ((int64_t)blockIdx.x * BLOCK + warp * WARP) * w.length + lane * ENTRY_QUAD;
    struct block_part t = { blockIdx.x, (int)blockIdx.y, 0, 0, 0, 0 };
    const uint32_t *ind = w.ind + from;
    const T *val = w.val + from;
    uint32_t next[D], ends = 0;
    load_quads<D>(ind, WARP, next);
    t.j = t.tile;
    t.left = w.k - t.j;
    t.strip = __ldg(w.strip + (int64_t)t.block * BLOCK + threadIdx.x);
    product += padded(warp * WARP * w.length);
    wait_for_x();
    const char *column = (const char *)(w.x + t.j);
    for (int at = 0; at < w.length; at += D) {
        uint32_t c[D];
        T a[D], x[D];
#pragma unroll
        for (int i = 0; i < D; i++)
            c[i] = next[i];
        load_quads<D>(val, WARP, a);
#pragma unroll
        for (int i = 0; i < D; i++) {
            uint32_t j = c[i] & ~ENTRY_LAST;
            x[i] = j < w.n ? *(const T *)(column + (uint64_t)j * w.ldx) : 0;
        }
        ind += D * WARP;
        val += D * WARP;
        if (at + D < w.length)
            load_quads<D>(ind, WARP, next);
#pragma unroll
        for (int i = 0; i < D; i++) {
            const unsigned last = __ballot_sync(ALL_LANES, (c[i] & ENTRY_LAST) != 0);
            if (first / WARP == at + i)
                ends = last >> first % WARP;
            product[padded((at + i) * WARP + lane)] = a[i] * x[i];
        }
    }
    __syncwarp();
    p = { {}, {}, t.strip & STRIP_BEFORE, 0, (t.strip & STRIP_OPEN) != 0 };
    for (int e = 0; e < w.length; e++) {
        p.sum.at[0] += product[padded(first + e)];
        if (ends >> e & 1) {
            stage[padded(p.row++)] = p.sum.at[0];
            p.sum.at[0] = 0;
        }
    }
    return t;
}

/* ---- all other cases ---- */

/* The sum of a cut row of `count` pieces, by the block that finished its piece last. */
template <class T, int V, int S, int A>
static __device__ void add_pieces(const equal_work<T> &w, vec<T, V> *shared, int tile, int64_t first, int count,
                                  char *y, int left)
{
    const vec<T, V> *piece = (const vec<T, V> *)w.carry + (first * w.tiles + tile) * A + threadIdx.x % A;
    vec<T, V> sum = {};
#pragma unroll 8
    for (int q = threadIdx.x / A; q < count; q += (int)blockDim.x / A)
        sum = sum + load_written<T, V>(piece + (int64_t)q * w.tiles * A);
    sum = add_ways<T, V>(shared, sum, A);
    if (threadIdx.x < A)
        store<T, V, S, A>(y, sum, left);
}

/* D entries: sum += a x. Where a row ends, its sum goes to Y, or to `head` if the row began before the strip. Single
   values are staged in row order. */
template <class T, int V, int S, int A, int D>
static __device__ void add_entries(const equal_work<T> &w, const struct block_part &t, strip_state<T, V> &p,
                                   const uint32_t (&c)[D], const T (&a)[D], const vec<T, V> (&x)[D], T *stage)
{
#pragma unroll
    for (int i = 0; i < D; i++) {
#pragma unroll
        for (int v = 0; v < V; v++)
            p.sum.at[v] += a[i] * x[i].at[v];
        if (c[i] & ENTRY_LAST) {
            if constexpr (A * V == 1)
                stage[padded(p.row)] = p.sum.at[0];
            else if (p.open)
                p.head = p.sum;
            else
                store<T, V, S, A>(address_of(w, t.j, p.place), p.sum, t.left);
            p.open = false;
            p.row++;
            if constexpr (A * V > 1)
                p.place = place_of(w, t.first + p.row);
            p.sum = {};
        }
    }
}

/* The entries of a strip. Column indices are loaded one step ahead. */
template <class T, int V, int S, int A, int D>
static __device__ struct block_part add_strip(const equal_work<T> &w, strip_state<T, V> &p, T *stage)
{
    constexpr int groups = WARP / A, strips = BLOCK / A;
    const int warp = threadIdx.x / WARP, group = threadIdx.x % WARP / A;
    const unsigned block = w.together ? blockIdx.x / (unsigned)w.tiles : blockIdx.x;
    const int tile = w.together ? (int)(blockIdx.x % (unsigned)w.tiles) : (int)blockIdx.y;
    const int64_t from = ((int64_t)block * strips + warp * groups) * w.length + group * ENTRY_QUAD;
    struct block_part t = { block, tile, 0, 0, 0, __ldg(&w.range[block].row) };
    const uint32_t *ind = w.ind + from;
    const T *val = w.val + from;
    uint32_t next[D];
    load_quads<D>(ind, groups, next);
    t.j = t.tile * A * V + (int)threadIdx.x % A * S;
    t.left = w.k - t.j;
    t.strip = __ldg(w.strip + (int64_t)t.block * strips + threadIdx.x / A);
    wait_for_x();
    const char *column = (const char *)(w.x + (t.left > 0 ? t.j : 0));
    const uint32_t before = t.strip & STRIP_BEFORE;
    p = { {}, {}, before, place_of(w, t.first + before), (t.strip & STRIP_OPEN) != 0 };
    for (int left = w.length;;) {
        uint32_t c[D];
        T a[D];
        vec<T, V> x[D];
#pragma unroll
        for (int i = 0; i < D; i++)
            c[i] = next[i];
        load_quads<D>(val, groups, a);
#pragma unroll
        for (int i = 0; i < D; i++) {
            uint32_t j = c[i] & ~ENTRY_LAST;
            if (j < w.n)
                x[i] = load_x<T, V, S, A>(column + (uint64_t)j * w.ldx, t.left);
            else
                x[i] = {};
        }
        left -= D;
        ind += D * groups;
        val += D * groups;
        if (left > 0)
            load_quads<D>(ind, groups, next);
        add_entries<T, V, S, A, D>(w, t, p, c, a, x, stage);
        if (left <= 0)
            return t;
    }
}

/* Sums of the row still open at a strip's end. */
template <class T, int V> struct carry {
    vec<T, V> in, out; /* carry-in from the strips before, carry-out to those after */
};

/* A segmented scan over the block: a strip in which a row has ended starts a new sum. */
template <class T, int V, int A>
static __device__ carry<T, V> carry_scan(vec<T, V> tail, bool ended, vec<T, V> *shared, bool *cuts)
{
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, own = lane % A;
    bool cut = ended;
#pragma unroll
    for (int step = A; step < WARP; step *= 2) {
        vec<T, V> other = lane_up<T, V>(tail, step);
        bool other_cut = __shfl_up_sync(ALL_LANES, cut, step);
        if (lane >= step && !cut) {
            tail = other + tail;
            cut = other_cut;
        }
    }
    if (lane >= WARP - A)
        shared[warp * A + own] = tail;
    if (lane == WARP - 1)
        cuts[warp] = cut;
    __syncthreads();
    vec<T, V> warps = {};
    for (int v = warp - 1; v >= 0; v--) {
        warps = shared[v * A + own] + warps;
        if (cuts[v])
            break;
    }
    carry<T, V> c = { warps, cut ? tail : warps + tail };
    if constexpr (A < WARP) {
        vec<T, V> before = lane_up<T, V>(c.out, A);
        if (lane >= A)
            c.in = before;
    }
    return c;
}

/* Rows cut by block boundaries: the block that finishes a row's last piece adds up the pieces. */
template <class T, int V, int S, int A>
static __device__ void add_cut_rows(const equal_work<T> &w, const struct block_part &t, const struct block_range &s,
                                    vec<T, V> *shared)
{
    const bool middle = s.rows == 0 && s.from != t.block;
    if (s.from != t.block) {
        int64_t first = (int64_t)s.piece - (t.block - s.from);
        int count = (int)((middle ? s.to : t.block) - s.from) + 1;
        if (is_last(w.ticket + first * w.tiles + t.tile, count))
            add_pieces<T, V, S, A>(w, shared, t.tile, first, count, address_of(w, t.j, place_of(w, s.row)), t.left);
    }
    if (s.to != t.block && !middle) {
        int64_t first = (int64_t)s.piece + (s.from != t.block);
        int count = (int)(s.to - t.block) + 1;
        if (is_last(w.ticket + first * w.tiles + t.tile, count))
            add_pieces<T, V, S, A>(w, shared, t.tile, first, count, address_of(w, t.j, place_of(w, s.row + s.rows)),
                                   t.left);
    }
}

/* Y = A X for the entries of a block and one tile of columns, V of which are a lane's, S at an access. */
template <class T, int V, int S, int A, int D, bool beside = false>
static __global__ void __launch_bounds__(BLOCK, 4) equal(const equal_work<T> w)
{
    extern __shared__ __align__(16) unsigned char equal_stage[];
    __shared__ vec<T, V> shared[BLOCK];
    __shared__ bool cuts[BLOCK / WARP];
    T *stage = (T *)equal_stage + (beside ? padded(BLOCK * w.length) : 0);
    strip_state<T, V> p;
    struct block_part t;
    let_next_begin();
    if constexpr (beside)
        t = add_beside<T, D>(w, p, (T *)equal_stage, stage);
    else
        t = add_strip<T, V, S, A, D>(w, p, stage);
    const uint32_t before = t.strip & STRIP_BEFORE;
    const bool ended = p.row != before;
    carry<T, V> c = carry_scan<T, V, A>(p.sum, ended, shared, cuts);
    const struct block_range s = w.range[t.block];
    vec<T, V> *piece = (vec<T, V> *)w.carry + ((int64_t)s.piece * w.tiles + t.tile) * A + threadIdx.x % A;
    if ((t.strip & STRIP_OPEN) && ended) {
        if constexpr (A * V == 1)
            p.head.at[0] = stage[padded(before)];
        vec<T, V> all = c.in + p.head;
        if (before == 0 && s.from != t.block)
            *piece = all;
        else if constexpr (A * V == 1)
            stage[padded(before)] = all.at[0];
        else
            store<T, V, S, A>(address_of(w, t.j, place_of(w, t.first + before)), all, t.left);
    }
    if (s.to != t.block && threadIdx.x >= BLOCK - A)
        piece[s.from != t.block && s.rows > 0 ? w.tiles * A : 0] = c.out;
    if constexpr (A * V == 1) {
        __syncthreads();
        for (uint32_t r = threadIdx.x + (s.from != t.block); r < s.rows; r += BLOCK)
            __stcs((T *)address_of(w, t.j, place_of(w, s.row + r)), stage[padded(r)]);
    }
    add_cut_rows<T, V, S, A>(w, t, s, shared);
}
