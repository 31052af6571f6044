/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak: chains of x = x*m + c in registers, on each thread of a team. The Makefile lets this file contract them to
 * FMAs. */
#include "cpu/device/peak.h"

#include "core/base/clock.h"
#include "cpu/device/isa.h"

enum { LANES = 8, PASSES = 50, CHAINS_MOST = 10 };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
static const double pass_ms = 0.5; /* short beside the slices of time that the system deals */

/* As many independent chains as hide the latency of an FMA and fit in the registers. They converge to 2; a chain that
   began there would be folded into a constant. */
static inline __attribute__((always_inline)) double run_chains(int chains, int64_t rounds)
{
    lanes x[CHAINS_MOST], sum = { 0 };
    for (int i = 0; i < chains; i++)
        x[i] = sum + 3 + i;
    for (int64_t r = 0; r < rounds; r++)
        for (int i = 0; i < chains; i++)
            x[i] = x[i] * 0.5 + 1.0;
    for (int i = 0; i < chains; i++)
        sum += x[i];
    return sum[0];
}

/* A chain fills one register of AVX-512, two of AVX2 or four of SSE; there are 32, 16 and 16 of them. */
#ifdef ISAS_3
static const int chains_of[ISA_COUNT] = { 3, 6, 10 };

static double run_v2(int64_t rounds)
{
    return run_chains(chains_of[ISA_V2], rounds);
}

static __attribute__((target("avx2,fma"))) double run_v3(int64_t rounds)
{
    return run_chains(chains_of[ISA_V3], rounds);
}

static __attribute__((target("avx512f"))) double run_v4(int64_t rounds)
{
    return run_chains(chains_of[ISA_V4], rounds);
}

static double (*const run_of[ISA_COUNT])(int64_t) = { run_v2, run_v3, run_v4 };
#else
static const int chains_of[ISA_COUNT] = { 6 };

static double run_base(int64_t rounds)
{
    return run_chains(chains_of[ISA_BASE], rounds);
}

static double (*const run_of[ISA_COUNT])(int64_t) = { run_base };
#endif

/* The shortest of several passes of the calling thread, in ms: the one that no other program interrupted. */
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

/* Each thread times its own passes, all at once: a team would have to wait for the one whose processor is taken. */
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
    peak[VT_F64] = 2.0 * LANES * chains_of[isa_best()] * rate * 1e-6;
    peak[VT_F32] = 2 * peak[VT_F64];
}
