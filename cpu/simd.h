/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simd: the widest vector of T that this instruction set has, as a type of the compiler's. Compiled once per value type
   T and instruction set. */
#ifndef NZ_CPU_SIMD_H
#define NZ_CPU_SIMD_H

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
enum { LANES = SIMD_BYTES / (int)sizeof(T), SIMD_DOUBLE = sizeof(T) == sizeof(double) };

typedef T simd __attribute__((vector_size(SIMD_BYTES)));
/* The same anywhere in an array of T. */
typedef T simd_loose __attribute__((vector_size(SIMD_BYTES), aligned(sizeof(T)), may_alias));

#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE simd simd_load(const T *p)
{
    return *(const simd_loose *)p;
}

static ALWAYS_INLINE void simd_store(T *p, simd v)
{
    *(simd_loose *)p = v;
}

/* Past the caches; p on a multiple of SIMD_BYTES. The thread must end its stores with simd_fence. */
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

static ALWAYS_INLINE void simd_fence(void)
{
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

/* The sum of the lanes, in halves. */
static ALWAYS_INLINE T simd_sum(simd v)
{
    T lane[LANES];

    simd_store(lane, v);
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++)
            lane[l] += lane[l + half];
    return lane[0];
}

#if SIMD_BYTES == 64
/* Says "the first `count` lanes": the others are neither read nor written, and 0 in what is loaded. */
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

static ALWAYS_INLINE void simd_store_part(T *p, simd v, simd_mask mask)
{
    if (SIMD_DOUBLE)
        _mm512_mask_storeu_pd(p, (__mmask8)mask, (__m512d)v);
    else
        _mm512_mask_storeu_ps(p, (__mmask16)mask, (__m512)v);
}

/* x[ind[0]], x[ind[1]], … */
static ALWAYS_INLINE simd simd_gather(const T *x, const int32_t *ind)
{
    return SIMD_DOUBLE ? (simd)_mm512_i32gather_pd(_mm256_loadu_si256((const void *)ind), x, 8)
                       : (simd)_mm512_i32gather_ps(_mm512_loadu_si512(ind), x, 4);
}

static ALWAYS_INLINE simd simd_gather_part(const T *x, const int32_t *ind, simd_mask mask)
{
    if (SIMD_DOUBLE)
        return (simd)_mm512_mask_i32gather_pd(_mm512_setzero_pd(), (__mmask8)mask,
                                              _mm256_maskz_loadu_epi32((__mmask8)mask, ind), x, 8);
    return (simd)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), (__mmask16)mask,
                                          _mm512_maskz_loadu_epi32((__mmask16)mask, ind), x, 4);
}
#elif SIMD_BYTES == 32
typedef struct {
    __m256i lanes;   /* of T */
    __m128i indices; /* of int32_t, where T is double */
} simd_mask;

static ALWAYS_INLINE simd_mask simd_first(int count)
{
    __m256i wide = _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
    __m256i narrow = _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));

    return (simd_mask){ SIMD_DOUBLE ? wide : narrow, _mm256_castsi256_si128(narrow) };
}

static ALWAYS_INLINE simd simd_load_part(const T *p, simd_mask mask)
{
    return SIMD_DOUBLE ? (simd)_mm256_maskload_pd((const void *)p, mask.lanes)
                       : (simd)_mm256_maskload_ps((const void *)p, mask.lanes);
}

static ALWAYS_INLINE void simd_store_part(T *p, simd v, simd_mask mask)
{
    if (SIMD_DOUBLE)
        _mm256_maskstore_pd((void *)p, mask.lanes, (__m256d)v);
    else
        _mm256_maskstore_ps((void *)p, mask.lanes, (__m256)v);
}

static ALWAYS_INLINE simd simd_gather(const T *x, const int32_t *ind)
{
    return SIMD_DOUBLE ? (simd)_mm256_i32gather_pd((const void *)x, _mm_loadu_si128((const void *)ind), 8)
                       : (simd)_mm256_i32gather_ps((const void *)x, _mm256_loadu_si256((const void *)ind), 4);
}

static ALWAYS_INLINE simd simd_gather_part(const T *x, const int32_t *ind, simd_mask mask)
{
    if (SIMD_DOUBLE)
        return (simd)_mm256_mask_i32gather_pd(_mm256_setzero_pd(), (const void *)x,
                                              _mm_maskload_epi32((const void *)ind, mask.indices), (__m256d)mask.lanes,
                                              8);
    return (simd)_mm256_mask_i32gather_ps(_mm256_setzero_ps(), (const void *)x,
                                          _mm256_maskload_epi32((const void *)ind, mask.lanes), (__m256)mask.lanes, 4);
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

static ALWAYS_INLINE void simd_store_part(T *p, simd v, simd_mask mask)
{
    for (int l = 0; l < mask; l++)
        p[l] = v[l];
}

static ALWAYS_INLINE simd simd_gather(const T *x, const int32_t *ind)
{
    simd v = { 0 };

    for (int l = 0; l < LANES; l++)
        v[l] = x[ind[l]];
    return v;
}

static ALWAYS_INLINE simd simd_gather_part(const T *x, const int32_t *ind, simd_mask mask)
{
    simd v = { 0 };

    for (int l = 0; l < mask; l++)
        v[l] = x[ind[l]];
    return v;
}
#endif

#endif
