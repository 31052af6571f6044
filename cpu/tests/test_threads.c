/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_threads: a team that cannot grow is an error and not the end of the process; and what the device does. */
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "core/base/clock.h"
#include "core/tests/cmocka.h"
#include "cpu/device/device.h"
#include "cpu/device/host.h"
#include "cpu/device/memory.h"
#include "cpu/device/peak.h"
#include "cpu/device/places.h"
#include "cpu/device/threads.h"
#include "cpu/device/topology.h"

/* A refused allocation is what test_memory asks for; AddressSanitizer would end the program. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static int team_size(int n)
{
    int size = 0;

#pragma omp parallel num_threads(n)
#pragma omp single
    size = omp_get_num_threads();
    return size;
}

TEST(test_default)
{
    assert_true(threads_default() >= 1);
    assert_true(threads_default() <= host_processors());
}

/* Without a right to any thread more. Root has every right, so the child becomes nobody. */
static int child(void)
{
    struct rlimit none = { 1, 1 };
    struct err e = { 0 };

    if (setrlimit(RLIMIT_NPROC, &none) || (getuid() == 0 && setuid(65534)))
        return 2;
    threads_settle(); /* teams of no given size do without */
    if (omp_get_max_threads() != 1)
        return 6;
    if (threads_ready(64, &e))
        return 3;
    if (e.code != ERR_MEMORY || !strstr(e.text, "64 threads"))
        return 4;
    return threads_ready(1, &e) ? 0 : 5;
}

TEST(test_refused)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0)
        _exit(child());
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* A smaller team would be measured as one of n threads. */
TEST(test_exact)
{
    struct err e = { 0 };

    omp_set_dynamic(true);
    omp_set_max_active_levels(0);
    assert_true(threads_ready(3, &e));
    assert_false(omp_get_dynamic());
    assert_int_equal(team_size(3), 3);
    threads_release();
}

TEST(test_growing)
{
    struct err e = { 0 };

    for (int n = 1; n <= 9; n += 4) {
        assert_true(threads_ready(n, &e));
        assert_int_equal(team_size(n), n);
    }
    assert_true(threads_ready(2, &e));
    assert_int_equal(team_size(2), 2);
}

/* The physical page at p; 0: the system does not tell. */
static uint64_t page_frame(const void *p)
{
    uint64_t entry = 0;
    FILE *f = fopen("/proc/self/pagemap", "rb");

    if (f && !fseek(f, (long)((uintptr_t)p / (uintptr_t)sysconf(_SC_PAGESIZE) * sizeof entry), SEEK_SET) &&
        fread(&entry, sizeof entry, 1, f) != 1)
        entry = 0;
    if (f)
        fclose(f);
    return entry & (((uint64_t)1 << 55) - 1);
}

/* Other pages, but the same bytes at the same place, whatever part of it is whole pages. */
TEST(test_moving)
{
    static const uint64_t sizes[] = { 1, 100, 4096, 12345, 3 << 20, (5 << 20) + 77 };
    struct err e = { 0 };

    assert_true(threads_ready(3, &e));
    for (size_t s = 0; s < COUNT(sizes); s++) {
        unsigned char *p = memory_new(sizes[s] + 200, "a test", &e);
        assert_non_null(p);
        for (uint64_t i = 0; i < sizes[s] + 200; i++)
            p[i] = (unsigned char)(i * 7 % 251);
        for (int round = 0; round < 3; round++) {
            uint64_t before = page_frame(p + sizes[s] / 2);
            assert_true(memory_move(p + 100, sizes[s], 3, &e));
            if (sizes[s] >= 12345 && before)
                assert_true(page_frame(p + sizes[s] / 2) != before);
            for (uint64_t i = 0; i < sizes[s] + 200; i++)
                assert_int_equal(p[i], (unsigned char)(i * 7 % 251));
        }
        free(p);
    }
}

TEST(test_memory)
{
    struct err e = { 0 };

    for (uint64_t bytes = 0; bytes < (uint64_t)64 << 20; bytes = 3 * bytes + 1) {
        unsigned char *p = memory_new(bytes, "a test", &e);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % MEMORY_LINE, 0);
        memset(p, 1, bytes);
        free(p);
    }
    assert_null(memory_new(UINT64_MAX, "a test", &e));
    assert_int_equal(e.code, ERR_MEMORY);
    assert_null(memory_new((uint64_t)1 << 60, "a test", &e));
    assert_non_null(strstr(e.text, "a test"));
}

TEST(test_copy)
{
    enum { SIZE = (4 << 20) + 77 };
    unsigned char *from = malloc(SIZE), *to = malloc(SIZE);

    assert_true(from && to);
    for (int i = 0; i < SIZE; i++)
        from[i] = (unsigned char)(i * 31 >> 3);
    for (int threads = 1; threads <= 5; threads++) {
        memset(to, 0, SIZE);
        memory_copy(to, from, SIZE, threads);
        assert_memory_equal(to, from, SIZE);
    }
    free(to);
    free(from);
}

TEST(test_fill)
{
    enum { SIZE = (4 << 20) + 77 };
    unsigned char *p = malloc(SIZE + 1);

    assert_non_null(p);
    for (int threads = 1; threads <= 5; threads++) {
        p[SIZE] = 7;
        memory_fill(p, threads, SIZE, threads);
        memory_evict(p, SIZE); /* loses nothing */
        for (int i = 0; i < SIZE; i++)
            assert_int_equal(p[i], threads);
        assert_int_equal(p[SIZE], 7);
    }
    free(p);
}

/* What was evicted comes from memory: a chain of lines, each on another page, takes several times as long to follow.
   The fastest of some passes counts, as others only slow one down. */
TEST(test_evict)
{
#ifdef __SSE2__
    enum { LINES = 1024, STEP = 391, PASSES = 60 };
    struct err e = { 0 };
    double best[2] = { INFINITY, INFINITY };
    char *memory = memory_new(LINES * MEMORY_LINE, "a test", &e);
    assert_non_null(memory);
    for (int i = 0; i < LINES; i++)
        *(char **)(void *)(memory + i * MEMORY_LINE) = memory + (i + STEP) % LINES * MEMORY_LINE;
    for (int i = 0; i < PASSES; i++) {
        char *volatile at = memory;
        if (i % 2)
            memory_evict(memory, LINES * MEMORY_LINE);
        const double begin = clock_ms();
        for (int j = 0; j < LINES; j++)
            at = *(char **)(void *)at;
        best[i % 2] = fmin(best[i % 2], clock_ms() - begin);
    }
    free(memory);
    assert_true(best[1] > 2 * best[0]);
#else
    skip();
#endif
}

/* The only processor that the calling thread may run on; -1: it has a choice. */
static int bound_to(void)
{
    cpu_set_t set;
    size_t cpu = 0;

    if (sched_getaffinity(0, sizeof set, &set) || CPU_COUNT(&set) != 1)
        return -1;
    while (!CPU_ISSET(cpu, &set))
        cpu++;
    return (int)cpu;
}

/* Every thread is bound to its place, also in a team that shrinks and grows again, with new threads. */
static void team_is_seated(const struct topology *t, int n)
{
    int place[64], bound[64];
    struct err e = { 0 };

    assert_true(threads_ready(n, &e));
    assert_true(places_choose(t, n, place) > 0);
    assert_int_equal(omp_get_max_threads(), n);
#pragma omp parallel num_threads(n)
    bound[omp_get_thread_num()] = bound_to();
    for (int i = 0; i < n; i++)
        assert_int_equal(bound[i], t->processor[place[i]].number);
}

TEST(test_pin)
{
    static struct topology t;
    struct err e = { 0 };
    int number[64], alone = host_processors() == 1;

    assert_true(topology_find(&t));
    threads_pin(&t);
    for (int n = 1; n <= 9; n += 2)
        team_is_seated(&t, n);
    team_is_seated(&t, 3);
    threads_release();
    assert_true(alone || bound_to() == -1);
    assert_int_equal(omp_get_max_threads(), threads_default());
    assert_int_equal(team_size(8), 8); /* new threads, made by a caller that is free again */
    team_is_seated(&t, 8);
    assert_true(threads_seats(5, number, &e));
    assert_true(alone || bound_to() == -1);
    threads_pin(NULL);
    assert_true(threads_ready(5, &e));
    int bound = 0;
#pragma omp parallel num_threads(5) reduction(+ : bound)
    bound += bound_to() != -1;
    assert_true(alone || bound == 0);
    threads_release();
    assert_int_equal(threads_refused(), 0);
}

TEST(test_device)
{
    struct device *d = cpu_device();
    struct err e = { 0 };
    uint64_t left = 0;
    double ms = -1;
    struct bandwidth b = { 0 };

    assert_true(d->name[0] && d->memory > 0 && d->threads >= 1);
    assert_true(d->ops->memory_free(d, &left, &e) && left > 0 && left <= d->memory);
    assert_true(d->ops->start(d, &e));
    usleep(2000);
    assert_true(d->ops->stop(d, &ms, &e));
    assert_true(ms >= 2 && ms < 2000);
    assert_true(d->ops->flush(d, &e) && d->ops->flush(d, &e));
    assert_true(d->ops->bandwidth(d, &b, &e));
    assert_true(b.all.read > 0.1 && b.all.read < 1e5 && b.all.copy > 0.1 && b.all.copy < 1e5);
    assert_true(b.agreement > 0 && b.agreement <= 1);
    for (int i = 0; i < d->levels; i++)
        assert_true(b.all.level[i] > 0.1 && b.all.level[i] < 1e6 && (b.one.level[i] > 0.1 || d->threads == 1));
    struct topology t;
    assert_true(d->ops->topology(d, 0, &t, &e));
    assert_true(t.caches == 0 || t.cache[0].level > 1 || strcmp(d->level[0].name, "L1") == 0);
    assert_true(b.all.peak[VT_F64] > 0.5 * d->threads && b.all.peak[VT_F64] < 1e3 * d->threads && !b.peak_computed);
    assert_true(d->threads == 1 || (b.one.read > 0.1 && b.one.copy > 0.1 && b.one.peak[VT_F64] > 0.5));
}

static void *spin(void *until)
{
    while (!atomic_load((atomic_bool *)until))
        ;
    return NULL;
}

/* The peak is that of the machine, whatever else runs on it: where a team waited for a processor that was taken, it was
   a twentieth, or 0.02 GFLOPS. */
TEST(test_peak_of_a_busy_machine)
{
    const struct device *d = cpu_device();
    double alone[VT_COUNT] = { 0 }, disturbed[VT_COUNT];
    atomic_bool end = false;
    pthread_t other[64];
    const int n = d->threads < 64 ? d->threads : 64;
    peak_measure(d->threads, alone);
    for (int i = 0; i < n; i++)
        assert_int_equal(pthread_create(&other[i], NULL, spin, &end), 0);
    for (int i = 0; i < 5; i++) {
        peak_measure(d->threads, disturbed);
        assert_true(disturbed[VT_F64] > alone[VT_F64] / 4);
    }
    atomic_store(&end, true);
    for (int i = 0; i < n; i++)
        pthread_join(other[i], NULL);
}

/* GFLOPS of eight chains of scalars, in the best of several passes. */
static double scalar_peak(void)
{
    enum { CHAINS = 8, ROUNDS = 1 << 18 };
    volatile double m = 0.5, c = 1, sink;
    const double by = m, and = c;
    double best = INFINITY;
    for (int pass = 0; pass < 50; pass++) {
        double x[CHAINS] = { 3, 4, 5, 6, 7, 8, 9, 10 };
        const double begin = clock_ms();
        for (int r = 0; r < ROUNDS; r++)
            for (int i = 0; i < CHAINS; i++)
                x[i] = x[i] * by + and;
        best = fmin(best, clock_ms() - begin);
        for (int i = 0; i < CHAINS; i++)
            sink = x[i];
    }
    (void)sink;
    return 2e-6 * CHAINS * ROUNDS / best;
}

/* It is that of whole registers: chains that the compiler kept in memory had a tenth of it, less than scalars. */
TEST(test_peak_is_above_scalars)
{
    double peak[VT_COUNT] = { 0 };
    peak_measure(1, peak);
    assert_true(peak[VT_F64] > 0.9 * scalar_peak());
}

TESTS(NULL, NULL)
