/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simd: the widest vector of T in this instruction set, as a vector type of the compiler. Compiled per variant. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define SIMD_BYTES 64
#elif defined(__AVX2__)
#define SIMD_BYTES 32
#else
#define SIMD_BYTES 16
#endif
/* The lanes of a vector, for the preprocessor. */
#define SIMD_SIZE_f64 8
#define SIMD_SIZE_f32 4
#define SIMD_SIZE(type) SIMD_SIZE_##type
#define SIMD_SIZE_OF(type) SIMD_SIZE(type)
#define SIMD_LANES (SIMD_BYTES / SIMD_SIZE_OF(TYPE))

enum { LANES = SIMD_LANES, SIMD_DOUBLE = sizeof(T) == sizeof(double) };

typedef T simd __attribute__((vector_size(SIMD_BYTES)));
/* The same without alignment. */
typedef T simd_loose __attribute__((vector_size(SIMD_BYTES), aligned(sizeof(T)), may_alias));

typedef T simd_half __attribute__((vector_size(SIMD_BYTES / 2)));

#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE simd simd_load(const T *p)
{
    return *(const simd_loose *)p;
}

static ALWAYS_INLINE void simd_store(T *p, simd v)
{
    *(simd_loose *)p = v;
}

/* A non-temporal store; p is a multiple of SIMD_BYTES. The thread must finish with simd_fence. */
static ALWAYS_INLINE void simd_stream(T *p, simd v)
{
#if SIMD_BYTES == 64
    _mm512_stream_si512((void *)p, (__m512i)v);
#elif SIMD_BYTES == 32
    _mm256_stream_si256((void *)p, (__m256i)v);
#elif defined(__x86_64__)
    _mm_stream_si128((void *)p, (__m128i)v);
#else
    *(simd *)p = v;
#endif
}

/* Half a vector; p is a multiple of half of SIMD_BYTES. */
static ALWAYS_INLINE void simd_half_stream(T *p, simd_half v)
{
#if SIMD_BYTES == 64
    _mm256_stream_si256((void *)p, (__m256i)v);
#elif SIMD_BYTES == 32
    _mm_stream_si128((void *)p, (__m128i)v);
#else
    *(simd_half *)p = v;
#endif
}

static ALWAYS_INLINE void simd_put(bool stream, T *p, simd v)
{
    if (stream)
        simd_stream(p, v);
    else
        simd_store(p, v);
}

static ALWAYS_INLINE void simd_fence(void)
{
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

/* x[i[0]], x[i[1]], …, one load per lane. */
static ALWAYS_INLINE simd simd_gather(const T *x, const int32_t *i)
{
#if SIMD_LANES == 2
    return (simd){ x[i[0]], x[i[1]] };
#elif SIMD_LANES == 4
    return (simd){ x[i[0]], x[i[1]], x[i[2]], x[i[3]] };
#elif SIMD_LANES == 8
    return (simd){ x[i[0]], x[i[1]], x[i[2]], x[i[3]], x[i[4]], x[i[5]], x[i[6]], x[i[7]] };
#else
    return (simd){ x[i[0]], x[i[1]], x[i[2]],  x[i[3]],  x[i[4]],  x[i[5]],  x[i[6]],  x[i[7]],
                   x[i[8]], x[i[9]], x[i[10]], x[i[11]], x[i[12]], x[i[13]], x[i[14]], x[i[15]] };
#endif
}

#if SIMD_BYTES == 64
/* The first `count` lanes. The others are neither read nor written; a load sets them to 0. */
typedef uint32_t simd_mask;

static ALWAYS_INLINE simd_mask simd_first(int count)
{
    return (simd_mask)((1u << count) - 1);
}

static ALWAYS_INLINE simd simd_load_part(const T *p, simd_mask mask)
{
    return SIMD_DOUBLE ? (simd)_mm512_maskz_loadu_pd((__mmask8)mask, p)
                       : (simd)_mm512_maskz_loadu_ps((__mmask16)mask, p);
}

/* The lanes whose bits are set; the others are 0 and not read. */
static ALWAYS_INLINE simd simd_load_lanes(const T *p, uint32_t lanes)
{
    return simd_load_part(p, lanes);
}

static ALWAYS_INLINE void simd_store_part(T *p, simd v, simd_mask mask)
{
    if (SIMD_DOUBLE)
        _mm512_mask_storeu_pd(p, (__mmask8)mask, (__m512d)v);
    else
        _mm512_mask_storeu_ps(p, (__mmask16)mask, (__m512)v);
}

/* The same for half a vector. */
static ALWAYS_INLINE simd_half simd_half_load_part(const T *p, simd_mask mask)
{
    return SIMD_DOUBLE ? (simd_half)_mm256_maskz_loadu_pd((__mmask8)mask, p)
                       : (simd_half)_mm256_maskz_loadu_ps((__mmask8)mask, p);
}

/* simd_load_part for a `mask` within the lower half: straddles two cache lines half as often. */
static ALWAYS_INLINE simd simd_load_low(const T *p, simd_mask mask)
{
    return SIMD_DOUBLE ? (simd)_mm512_zextpd256_pd512(_mm256_maskz_loadu_pd((__mmask8)mask, p))
                       : (simd)_mm512_zextps256_ps512(_mm256_maskz_loadu_ps((__mmask8)mask, p));
}

static ALWAYS_INLINE void simd_half_store_part(T *p, simd_half v, simd_mask mask)
{
    if (SIMD_DOUBLE)
        _mm256_mask_storeu_pd(p, (__mmask8)mask, (__m256d)v);
    else
        _mm256_mask_storeu_ps(p, (__mmask8)mask, (__m256)v);
}

/* The same by the gather instruction: twice as slow as simd_gather under microcode against data leaks. */
static ALWAYS_INLINE simd simd_gather_at_once(const T *x, const int32_t *ind)
{
    return SIMD_DOUBLE ? (simd)_mm512_i32gather_pd(_mm256_loadu_si256((const void *)ind), x, 8)
                       : (simd)_mm512_i32gather_ps(_mm512_loadu_si512(ind), x, 4);
}

/* Whether ind[l] = ind[0] + l for all lanes. */
static ALWAYS_INLINE bool simd_neighbours(const int32_t *ind)
{
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i first = _mm512_add_epi32(_mm512_set1_epi32(*ind), lane);

    return SIMD_DOUBLE ? !_mm256_cmpneq_epi32_mask(_mm256_loadu_si256((const void *)ind), _mm512_castsi512_si256(first))
                       : !_mm512_cmpneq_epi32_mask(_mm512_loadu_si512(ind), first);
}

#elif SIMD_BYTES == 32
typedef __m256i simd_mask;

static ALWAYS_INLINE simd_mask simd_first(int count)
{
    if (SIMD_DOUBLE)
        return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

static ALWAYS_INLINE simd simd_load_part(const T *p, simd_mask mask)
{
    return SIMD_DOUBLE ? (simd)_mm256_maskload_pd((const void *)p, mask)
                       : (simd)_mm256_maskload_ps((const void *)p, mask);
}

static ALWAYS_INLINE simd simd_load_lanes(const T *p, uint32_t lanes)
{
    const __m256i wide = _mm256_setr_epi64x(1, 2, 4, 8), narrow = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);

    return simd_load_part(p, SIMD_DOUBLE ? _mm256_cmpeq_epi64(_mm256_set1_epi64x(lanes) & wide, wide)
                                         : _mm256_cmpeq_epi32(_mm256_set1_epi32((int)lanes) & narrow, narrow));
}

static ALWAYS_INLINE void simd_store_part(T *p, simd v, simd_mask mask)
{
    if (SIMD_DOUBLE)
        _mm256_maskstore_pd((void *)p, mask, (__m256d)v);
    else
        _mm256_maskstore_ps((void *)p, mask, (__m256)v);
}

static ALWAYS_INLINE simd_half simd_half_load_part(const T *p, simd_mask mask)
{
    return SIMD_DOUBLE ? (simd_half)_mm_maskload_pd((const void *)p, _mm256_castsi256_si128(mask))
                       : (simd_half)_mm_maskload_ps((const void *)p, _mm256_castsi256_si128(mask));
}

static ALWAYS_INLINE simd simd_load_low(const T *p, simd_mask mask)
{
    const simd_half low = simd_half_load_part(p, mask);

    return SIMD_DOUBLE ? (simd)_mm256_zextpd128_pd256((__m128d)low) : (simd)_mm256_zextps128_ps256((__m128)low);
}

static ALWAYS_INLINE void simd_half_store_part(T *p, simd_half v, simd_mask mask)
{
    __m128i low = _mm256_castsi256_si128(mask);

    if (SIMD_DOUBLE)
        _mm_maskstore_pd((void *)p, low, (__m128d)v);
    else
        _mm_maskstore_ps((void *)p, low, (__m128)v);
}

static ALWAYS_INLINE simd simd_gather_at_once(const T *x, const int32_t *ind)
{
    return SIMD_DOUBLE ? (simd)_mm256_i32gather_pd((const void *)x, _mm_loadu_si128((const void *)ind), 8)
                       : (simd)_mm256_i32gather_ps((const void *)x, _mm256_loadu_si256((const void *)ind), 4);
}

static ALWAYS_INLINE bool simd_neighbours(const int32_t *ind)
{
    const __m256i first = _mm256_add_epi32(_mm256_set1_epi32(*ind), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));

    return SIMD_DOUBLE ? _mm_movemask_epi8(_mm_cmpeq_epi32(_mm_loadu_si128((const void *)ind),
                                                           _mm256_castsi256_si128(first))) == 0xFFFF
                       : _mm256_movemask_epi8(_mm256_cmpeq_epi32(_mm256_loadu_si256((const void *)ind), first)) == -1;
}

#else
typedef int simd_mask;

static ALWAYS_INLINE simd_mask simd_first(int count)
{
    return count;
}

static ALWAYS_INLINE simd simd_load_part(const T *p, simd_mask mask)
{
    simd v = { 0 };

    for (int l = 0; l < mask; l++)
        v[l] = p[l];
    return v;
}

static ALWAYS_INLINE simd simd_load_lanes(const T *p, uint32_t lanes)
{
    simd v = { 0 };

    for (int l = 0; l < LANES; l++)
        if (lanes >> l & 1)
            v[l] = p[l];
    return v;
}

static ALWAYS_INLINE void simd_store_part(T *p, simd v, simd_mask mask)
{
    for (int l = 0; l < mask; l++)
        p[l] = v[l];
}

static ALWAYS_INLINE simd_half simd_half_load_part(const T *p, simd_mask mask)
{
    simd_half v = { 0 };

    for (int l = 0; l < mask; l++)
        v[l] = p[l];
    return v;
}

static ALWAYS_INLINE simd simd_load_low(const T *p, simd_mask mask)
{
    return simd_load_part(p, mask);
}

static ALWAYS_INLINE void simd_half_store_part(T *p, simd_half v, simd_mask mask)
{
    for (int l = 0; l < mask; l++)
        p[l] = v[l];
}

static ALWAYS_INLINE simd simd_gather_at_once(const T *x, const int32_t *ind)
{
    return simd_gather(x, ind);
}

static ALWAYS_INLINE bool simd_neighbours(const int32_t *ind)
{
    bool are = true;

    for (int l = 1; l < LANES; l++)
        are = are & (ind[l] == *ind + l);
    return are;
}
#endif

typedef T simd_half_loose __attribute__((vector_size(SIMD_BYTES / 2), aligned(sizeof(T)), may_alias));

/* Half a vector, or the lanes of `rest` if `part`. */
static ALWAYS_INLINE simd_half simd_half_load(const bool part, const T *p, simd_mask rest)
{
    if (part)
        return simd_half_load_part(p, rest);
    return *(const simd_half_loose *)p;
}

static ALWAYS_INLINE void simd_half_store(const bool part, T *p, simd_half v, simd_mask rest)
{
    if (part)
        simd_half_store_part(p, v, rest);
    else
        *(simd_half_loose *)p = v;
}
