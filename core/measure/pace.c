/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/pace.h"

#include <omp.h>
#include <stdatomic.h>

#include "core/base/clock.h"
#include "core/base/std.h"

/* The compiler takes the six for changed, so that every increment is an instruction. */
#define STEP                                                                                                           \
    do {                                                                                                               \
        a++, b++, c++, d++, f++, g++;                                                                                  \
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(f), "+r"(g));                                   \
    } while (0)
enum { TURNS = 1000, WIDE = 3 * TURNS, LATENCY = 3, TRIES = 3 };

/* 48 increments of six numbers a turn: as many at a time as the core can start. */
static double wide_ms(void)
{
    uint64_t a = 0, b = 0, c = 0, d = 0, f = 0, g = 0;
    const double begin = clock_ms();
    for (int i = 0; i < WIDE; i++) {
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
        STEP;
    }
    return clock_ms() - begin;
}

/* 8 products a turn, each of the one before: as many cycles, whatever runs beside. Increments will not do: some
   processors do several of them in a cycle even so. */
static double chain_ms(void)
{
    uint64_t a = 3;
    const double begin = clock_ms();
    for (int i = 0; i < 8 * TURNS; i++) {
        a *= a;
        __asm__ volatile("" : "+r"(a));
    }
    return clock_ms() - begin;
}

/* Increments that this thread starts in a cycle. The clock may change, and other programs may interrupt: the shortest
   times of both are close to each other. */
static double started(void)
{
    double wide = INFINITY, chain = INFINITY;
    for (int i = 0; i < TRIES; i++) {
        chain = fmin(chain, chain_ms());
        wide = fmin(wide, wide_ms());
    }
    return 48.0 * WIDE / wide * chain / (8 * TURNS * LATENCY);
}

/* Of the slowest thread; of a team of more than FEW, which deals out its work, the mean. */
enum { FEW = 4 };

static double of_team(int threads)
{
    double slowest = INFINITY, all = 0;
#pragma omp parallel num_threads(threads) reduction(min : slowest) reduction(+ : all)
    all = slowest = started();
    return threads > FEW ? all / threads : slowest;
}

struct ring {
    _Atomic int turn;
    _Atomic bool broken; /* a thread has no processor */
};

static void ring_wait(struct ring *r, int turn, double until)
{
    for (int spins = 1; atomic_load(&r->turn) < turn && !atomic_load(&r->broken); spins++)
        if (spins % 64 == 0 && clock_ms() > until)
            atomic_store(&r->broken, true);
}

/* A cache line goes round the team: how many times in a µs from one thread to the next, in the shortest round; 0: one
   has no processor. A round lasts as long as for its last thread. */
static double passed(int threads)
{
    enum { ROUNDS = 8, LEAST = 16 }; /* steps of a round: fewer are too short for the clock */
    const int each = threads < LEAST ? LEAST / threads : 1;
    const double most_ms = 0.01 * each * threads;
    struct ring r = { 0 };
    double ms[ROUNDS] = { 0 }, least = INFINITY;
#pragma omp parallel num_threads(threads) reduction(max : ms)
    for (int i = 0; i < ROUNDS; i++) {
        const double begin = clock_ms();
        for (int j = 0; j < each; j++) {
            const int turn = (i * each + j) * threads + omp_get_thread_num();
            ring_wait(&r, turn, begin + most_ms);
            atomic_store(&r.turn, turn + 1);
        }
        ms[i] = clock_ms() - begin;
    }
    for (int i = 0; i < ROUNDS; i++)
        least = fmin(least, ms[i]);
    return r.broken ? 0 : 1e-3 * each * threads / least;
}

/* The team's place, or the first free one; PACES: none. */
static int place_of(const struct pace *p, int threads)
{
    int i = 0;
    while (i < PACES && p->team[i].threads && p->team[i].threads != threads)
        i++;
    return i;
}

double pace_note(struct pace *p, int threads, double now)
{
    const int i = place_of(p, threads), line = place_of(p, -threads);
    if (i == PACES || !(now > 0))
        return 1;
    if (now > p->team[i].most) {
        if (threads > 0 && line < PACES && now > PACE_SHARED * p->team[i].most)
            p->team[line].most = 0; /* threads of one core pass it on the fastest */
        p->risen |= now > 1.02 * p->team[i].most;
        p->team[i].threads = threads;
        p->team[i].most = now;
    }
    return p->team[i].most / now;
}

bool pace_is_shared(double slowed, int threads)
{
    const double most = threads > FEW ? 1.5 : PACE_SHARED;
    return slowed >= most;
}

bool pace_varies(double slowed, int threads)
{
    return threads > FEW && slowed >= PACE_SHARED;
}

double pace_apart(struct pace *p, int threads, double times)
{
    return pace_note(p, -threads, times) > 2 ? PACE_APART : 1;
}

/* Whoever raises the mark must reach it twice: a clock that rises between the two loops looks like more instructions,
   and all later runs would seem slowed down. */
double pace_measure(struct pace *p, int threads)
{
    const int i = place_of(p, threads);
    double now = of_team(threads);
    if (i < PACES && now > p->team[i].most)
        now = fmin(now, of_team(threads));
    const double slowed = pace_note(p, threads, now);
    return threads == 1 || pace_is_shared(slowed, threads) ? slowed
                                                           : fmax(slowed, pace_apart(p, threads, passed(threads)));
}
