/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_places: which processors threads get, on machines that hwloc is told of and on some written out here. */
#include "core/tests/cmocka.h"
#include "cpu/device/places.h"
#include "cpu/device/topology.h"

/* Sockets × nodes a socket × cores a node, with so many hardware threads each; four cores share a cache. Processors are
   numbered as Linux does it: the first ones of all cores, then the second ones. */
static struct topology machine(int sockets, int nodes, int cores, int smt)
{
    struct topology t = { .sockets = sockets, .nodes = sockets * nodes, .cores = sockets * nodes * cores };

    for (int core = 0; core < t.cores; core++)
        for (int s = 0; s < smt; s++)
            t.processor[t.processors++] = (struct processor){
                .number = s * t.cores + core,
                .socket = core / (nodes * cores),
                .node = core / cores,
                .core = core,
                .cache = core / 4,
                .thread = SEAT_FREE,
            };
    return t;
}

/* The system's numbers of the processors that a team of n gets. */
static void numbers_are(const struct topology *t, int n, const int *expected)
{
    int place[64];

    assert_true(places_choose(t, n, place) > 0);
    for (int i = 0; i < n; i++)
        assert_int_equal(t->processor[place[i]].number, expected[i]);
}

#define NUMBERS(t, ...)                                                                                                \
    numbers_are(t, (int)(sizeof(const int[]){ __VA_ARGS__ } / sizeof(int)), (const int[]){ __VA_ARGS__ })

TEST(cores_before_hardware_threads)
{
    struct topology t = machine(1, 1, 4, 2);

    NUMBERS(&t, 0);
    NUMBERS(&t, 0, 1, 2, 3);
    NUMBERS(&t, 0, 4, 1, 2, 3);
    NUMBERS(&t, 0, 4, 1, 2, 6, 3);
    NUMBERS(&t, 0, 4, 1, 5, 2, 6, 3, 7);
}

TEST(spread_over_sockets_and_nodes)
{
    struct topology two = machine(2, 1, 8, 2), four = machine(2, 2, 4, 1);

    NUMBERS(&two, 0, 8);
    NUMBERS(&two, 0, 4, 8, 12);
    NUMBERS(&two, 0, 4, 8);
    NUMBERS(&two, 0, 2, 5, 8, 10, 13);
    NUMBERS(&two, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    NUMBERS(&four, 0, 8);
    NUMBERS(&four, 0, 4, 8, 12);
    NUMBERS(&four, 0, 2, 4, 8, 12);
}

/* Two caches of four cores: a team of two has one each. */
TEST(spread_over_caches)
{
    struct topology t = machine(1, 1, 8, 1);

    NUMBERS(&t, 0, 4);
    NUMBERS(&t, 0, 2, 4, 6);
}

static void bar(struct topology *t, int number)
{
    for (int i = 0; i < t->processors; i++)
        if (t->processor[i].number == number)
            t->processor[i].thread = SEAT_BARRED;
}

/* What the affinity mask does not allow is not taken; a core's second hardware thread stands in for the first. */
TEST(mask_is_respected)
{
    struct topology t = machine(2, 1, 4, 2);
    int place[1];

    for (int number = 2; number < 8; number++)
        bar(&t, number); /* left: 0, 1 and 8 … 15 */
    NUMBERS(&t, 0, 12);
    NUMBERS(&t, 0, 1, 10, 11, 12, 13, 14, 15);
    NUMBERS(&t, 0, 8, 1, 9, 10, 11, 12, 13, 14, 15);
    for (int number = 8; number < 16; number++)
        bar(&t, number);
    NUMBERS(&t, 0, 1);
    NUMBERS(&t, 0, 1, 0, 1, 0);
    bar(&t, 0);
    NUMBERS(&t, 1, 1);
    bar(&t, 1);
    assert_int_equal(places_choose(&t, 1, place), 0);
}

/* Three cores of socket 0 and one of socket 1: one thread each before a second one on socket 0. */
TEST(uneven_sockets)
{
    struct topology t = machine(2, 1, 3, 1);

    bar(&t, 4);
    bar(&t, 5);
    NUMBERS(&t, 0, 3);
    NUMBERS(&t, 0, 1, 3);
    NUMBERS(&t, 0, 1, 2, 3);
}

/* No place twice while there are others, and a prefix of the levels: a core's second thread only when no core is free.
 */
TEST(every_team_of_a_large_machine)
{
    static int place[600];
    struct topology t = machine(2, 4, 16, 2);

    for (int n = 1; n <= 600; n++) {
        int on[256] = { 0 }, on_core[128] = { 0 }, on_socket[2] = { 0 };
        assert_int_equal(places_choose(&t, n, place), 256);
        for (int i = 0; i < n; i++) {
            const struct processor *p = &t.processor[place[i]];
            assert_true(++on[place[i]] <= (n + 255) / 256);
            assert_true(++on_core[p->core] <= (n + 127) / 128 || n > 256);
            on_socket[p->socket]++;
            assert_true(i == 0 || i >= 256 || place[i] > place[i - 1]);
        }
        if (n <= 256)
            assert_true(abs(on_socket[0] - on_socket[1]) <= 1);
    }
}

TEST(shown_on_paper)
{
    struct topology t = machine(1, 1, 2, 2);

    bar(&t, 1);
    t.threads = 9;
    places_show(&t);
    assert_int_equal(t.processor[0].thread, 0);
    assert_int_equal(t.processor[1].thread, 1);
    assert_int_equal(t.processor[2].thread, SEAT_BARRED);
    assert_int_equal(t.processor[3].thread, 2);
}

TEST(told_by_hwloc)
{
    static struct topology t;

    setenv("HWLOC_SYNTHETIC",
           "pack:2 [numa(memory=64GB)] l3:2(size=33554432) l2:4(size=1048576) l1d:1(size=32768) core:1 pu:2", 1);
    bool ours = topology_find(&t);
    unsetenv("HWLOC_SYNTHETIC");
    if (!strcmp(t.source, "built without hwloc"))
        skip();
    assert_false(ours);
    assert_int_equal(t.sockets, 2);
    assert_int_equal(t.nodes, 2);
    assert_int_equal(t.cores, 16);
    assert_int_equal(t.processors, 32);
    assert_int_equal(t.caches, 3);
    assert_true(t.cache[0].level == 1 && t.cache[0].bytes == 32768 && t.cache[0].count == 16 && t.cache[0].cores == 1);
    assert_true(t.cache[2].level == 3 && t.cache[2].bytes == 33554432 && t.cache[2].count == 4);
    assert_int_equal(t.cache[2].cores, 4);
    for (int i = 0; i < 32; i++) {
        const struct processor *p = &t.processor[i];
        assert_true(p->socket == i / 16 && p->node == i / 16 && p->core == i / 2 && p->cache == i / 8);
        assert_int_equal(p->thread, SEAT_FREE);
    }
    NUMBERS(&t, 0, 8, 16, 24);
}

/* Of this machine only what is so everywhere. */
TEST(this_machine)
{
    static struct topology t;
    int free_seats = 0;

    assert_true(topology_find(&t));
    assert_true(t.processors >= 1 && t.cores >= 1 && t.cores <= t.processors && t.sockets >= 1 && t.nodes >= 1);
    for (int i = 0; i < t.processors; i++)
        free_seats += t.processor[i].thread == SEAT_FREE;
    assert_true(free_seats >= 1);
    assert_true(t.simd[0] && t.source[0] && t.quota >= 0);
}

TESTS(NULL, NULL)
