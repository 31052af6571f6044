/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_speed: what a run is worth beside the serial kernel, beside itself on one thread, and beside the fastest peer.
 */
#include "core/engine/speed.h"
#include "core/tests/cmocka.h"

static const struct kernel serial = { .name = "cpu.tmul.serial", .family = "cpu", .format = "csr", .serial = true },
                           team = { .name = "cpu.ell.omp", .family = "cpu", .format = "ell" },
                           slow_peer = { .name = "peer.slow", .family = "cpu", .format = "csr", .peer = true },
                           fast_peer = { .name = "peer.fast", .family = "cpu", .format = "csr", .peer = true },
                           elsewhere = { .name = "peer.gpu", .family = "cuda", .format = "csr", .peer = true };

struct stage {
    struct session session;
    struct device cpu, gpu;
};

static unsigned flags; /* of the runs that follow */

/* A run of `ms` with an interval of ± `off`, prepared in `prepare` ms; what it is worth before it is kept. */
static struct ratios ran(struct stage *s, const struct kernel *k, int threads, double ms, double off, double prepare)
{
    const struct registered r = { .kernel = k };
    const struct batch_item item = {
        .kernel = &r, .device = strcmp(k->family, "cpu") == 0 ? &s->cpu : &s->gpu, .k = 4, .threads = threads
    };
    struct measurement *m = calloc(1, sizeof *m);
    *m = (struct measurement){ .has = HAS_TIME | HAS_PREPARE, .median_ms = ms, .prepare = { .ms = prepare } };
    m->flags = flags;
    m->ci_lo_ms = off > 0 ? ms - off : 0;
    m->ci_hi_ms = off > 0 ? ms + off : 0;
    struct ratios ratios = speed_ratios(&s->session, &item, false, m);
    speed_note(&s->session, &item, false, m);
    free(m);
    return ratios;
}

/* A run while other programs ran does not replace a faster one without them. */
TEST(a_disturbed_rerun)
{
    struct stage *s = calloc(1, sizeof *s);
    ran(s, &serial, 1, 10, 0.1, 0);
    flags = FLAG_BUSY;
    ran(s, &serial, 1, 40, 30, 0);
    flags = 0;
    assert_true(ran(s, &team, 2, 5, 0.1, 0).speedup == 10. / 5);
    ran(s, &serial, 1, 12, 0.1, 0); /* an undisturbed one does */
    assert_true(ran(s, &team, 2, 5, 0.1, 0).speedup == 12. / 5);
    flags = FLAG_BUSY;
    ran(s, &serial, 1, 11, 0.1, 0); /* nothing makes a run faster than it is */
    assert_true(ran(s, &team, 2, 5, 0.1, 0).speedup == 11. / 5);
    ran(s, &serial, 1, 30, 0.1, 0); /* both disturbed: the newest */
    assert_true(ran(s, &team, 2, 5, 0.1, 0).speedup == 30. / 5);
    flags = 0;
    free(s);
}

/* Formats have one base: a serial kernel on another format than CSR is none. */
TEST(one_base)
{
    static const struct kernel ell = { .name = "cpu.ell.serial", .family = "cpu", .format = "ell", .serial = true };
    struct stage *s = calloc(1, sizeof *s);
    ran(s, &ell, 1, 20, 0.1, 0);
    assert_true(isnan(ran(s, &team, 2, 5, 0.1, 0).speedup));
    ran(s, &serial, 1, 10, 0.1, 0);
    assert_true(ran(s, &team, 2, 5, 0.1, 0).speedup == 2);
    assert_true(ran(s, &ell, 1, 20, 0.1, 0).speedup == 0.5);
    free(s);
}

TEST(alone_nothing_is_known)
{
    struct stage *s = calloc(1, sizeof *s);
    struct ratios r = ran(s, &team, 2, 1, 0.1, 5);
    assert_true(isnan(r.speedup) && isnan(r.scaling) && isnan(r.vs_library) && isnan(r.pays_after) &&
                isnan(r.prepare_products) && isnan(r.plain_ms) && !r.peer && !r.unclear);
    free(s);
}

/* Where the intervals meet, or one is missing, a ratio does not tell which is faster; of a run beside itself it is 1.
 */
TEST(unclear_ratios)
{
    struct stage *s = calloc(1, sizeof *s);
    struct ratios r;
    ran(s, &serial, 1, 12, 0.1, 0);
    r = ran(s, &serial, 1, 12.1, 0.1, 0);
    assert_true(r.speedup == 1 && !r.speedup_unclear);
    r = ran(s, &team, 1, 11.9, 0.2, 0);
    assert_true(r.speedup > 1 && r.speedup_unclear && !r.vs_library_unclear);
    ran(s, &fast_peer, 2, 4, 0.1, 2);
    r = ran(s, &team, 2, 3.9, 0.1, 2);
    assert_true(!r.speedup_unclear && !r.scaling_unclear && r.vs_library > 1 && r.vs_library_unclear);
    ran(s, &serial, 1, 12, 6, 0); /* 1.5 or 4.6 times as fast? */
    r = ran(s, &team, 2, 4, 0.1, 2);
    assert_true(r.speedup == 3 && r.speedup_unclear);
    ran(s, &serial, 1, 12, 0.1, 0);
    r = ran(s, &team, 3, 3.9, 0, 2);
    assert_true(r.speedup_unclear && r.scaling_unclear);
    r = ran(s, &team, 2, 3, 0.1, 2);
    assert_false(r.speedup_unclear || r.scaling_unclear || r.vs_library_unclear);
    free(s);
}

TEST(beside_others)
{
    struct stage *s = calloc(1, sizeof *s);
    ran(s, &serial, 1, 12, 0.1, 0);
    ran(s, &slow_peer, 2, 6, 0.1, 1);
    ran(s, &elsewhere, 1, 0.1, 0.01, 0); /* another device */
    struct ratios r = ran(s, &fast_peer, 2, 4, 0.1, 2);
    assert_true(r.speedup == 3 && isnan(r.vs_library) && isnan(r.pays_after) && !r.peer); /* a peer */
    r = ran(s, &team, 1, 8, 0.1, 22);
    assert_true(r.vs_library == 0.5 && isinf(r.pays_after)); /* slower: never */
    r = ran(s, &team, 2, 3, 0.1, 22);
    assert_true(r.speedup == 4 && r.vs_library == 4.0 / 3);
    assert_true(fabs(r.scaling - 8.0 / 3) < 1e-12);
    assert_string_equal(r.peer, "peer.fast");
    assert_true(r.pays_after == 20);        /* (22 − 2) ms over 1 ms a product */
    assert_true(r.prepare_products == 5.5); /* 22 ms over 4 ms */
    r = ran(s, &team, 2, 3, 0.1, 1);
    assert_true(r.pays_after == 0); /* also prepared faster */
    r = ran(s, &team, 2, 3.9, 0.1, 22);
    assert_true(isnan(r.pays_after) && r.unclear); /* the intervals touch */
    r = ran(s, &team, 2, 3, 0, 22);
    assert_true(isnan(r.pays_after) && r.unclear); /* or there is none */
    assert_true(isnan(ran(s, &serial, 1, 12, 0.1, 0).scaling));
    ran(s, &fast_peer, 4, 2, 0.1, 2); /* the fastest, however many threads it takes */
    assert_true(ran(s, &team, 2, 3, 0.1, 1).vs_library == 2.0 / 3);
    assert_true(ran(s, &team, 1, 8, 0.1, 1).vs_library == 0.25);
    s->session.times = 0;
    assert_true(isnan(ran(s, &team, 2, 3, 0.1, 22).speedup));
    free(s);
}

/* What it takes to find the order is a part of preparing, beside the file's order and beside a peer. */
TEST(an_order)
{
    static const struct reorder method = { .name = "rcm" };
    struct ordered ordered = { .method = &method, .took = { .ms = 10 } };
    struct stage *s = calloc(1, sizeof *s);
    ran(s, &team, 2, 3, 0.1, 4);
    s->session.current = &ordered;
    struct ratios r = ran(s, &team, 2, 2, 0.1, 5);
    assert_true(r.pays_after == 11 && isnan(r.prepare_products)); /* (5 + 10 − 4) ms over 1 ms */
    ran(s, &fast_peer, 2, 4, 0.1, 2);
    assert_true(ran(s, &team, 2, 2, 0.1, 5).prepare_products == 3.75); /* 15 ms over 4 ms */
    free(s);
}

TESTS(NULL, NULL)
