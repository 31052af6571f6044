/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak: chains of x = x*m + c in registers, on each thread of a team; the Makefile lets compilers make FMAs of them. */
#include "cpu/device/peak.h"

#include "core/base/clock.h"
#include "cpu/device/isa.h"

enum { PASSES = 50, CHAINS = 12 };
static const double pass_ms = 0.5; /* short beside the time slices of the system */

/* Enough independent chains to hide the latency of an FMA, within the registers, of which two hold m and c; vectors are
   as wide as a register, as wider ones would be in memory. Chains converge to 2; one that began there would be folded
   into a constant. */
#define RUN(name, lanes, ...)                                                                                          \
    static __VA_ARGS__ double name(int64_t rounds)                                                                     \
    {                                                                                                                  \
        typedef double vector __attribute__((vector_size(lanes * sizeof(double))));                                    \
        vector x[CHAINS], sum = { 0 };                                                                                 \
        for (int i = 0; i < CHAINS; i++)                                                                               \
            x[i] = sum + 3 + i;                                                                                        \
        for (int64_t r = 0; r < rounds; r++)                                                                           \
            for (int i = 0; i < CHAINS; i++)                                                                           \
                x[i] = x[i] * 0.5 + 1.0;                                                                               \
        for (int i = 0; i < CHAINS; i++)                                                                               \
            sum += x[i];                                                                                               \
        return sum[0];                                                                                                 \
    }

/* 16 registers of SSE and AVX2, 32 of AVX-512. */
#ifdef ISAS_3
RUN(run_v2, 2)
RUN(run_v3, 4, __attribute__((target("avx2,fma"))))
RUN(run_v4, 8, __attribute__((target("avx512f"))))
static double (*const run_of[ISA_COUNT])(int64_t) = { run_v2, run_v3, run_v4 };
static const int lanes_of[ISA_COUNT] = { 2, 4, 8 };
#else
RUN(run_base, 2)
static double (*const run_of[ISA_COUNT])(int64_t) = { run_base };
static const int lanes_of[ISA_COUNT] = { 2 };
#endif

/* The shortest of several passes of the calling thread, in ms: an uninterrupted one. */
static double shortest(int passes, int64_t rounds, double *sum)
{
    double best = INFINITY;
    for (int i = 0; i < passes; i++) {
        const double begin = clock_ms();
        *sum += run_of[isa_best()](rounds);
        best = fmin(best, clock_ms() - begin);
    }
    return best;
}

/* Each thread times its own passes, all at once: a team would wait for a preempted thread. */
void peak_measure(int threads, double peak[VT_COUNT])
{
    volatile double sink;
    int64_t rounds = 1000;
    double sum = 0, rate = 0;

    while (shortest(4, rounds, &sum) < pass_ms)
        rounds *= 2;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum, rate)
    for (int t = 0; t < threads; t++)
        rate += (double)rounds / shortest(PASSES, rounds, &sum);
    sink = sum; /* keeps the compiler from dropping the chains */
    (void)sink;
    peak[VT_F64] = 2.0 * lanes_of[isa_best()] * CHAINS * rate * 1e-6;
    peak[VT_F32] = 2 * peak[VT_F64];
}
