/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine: the real engine, spoken to as a front end does: what it answers, wrong questions included. */
#include "core/engine/tests/engine_files.h"
#include "core/tests/cmocka.h"

ENGINE_TEST(test_start)
{
    double start = clock_ms();
    json_t *event = client_next(c);
    assert_string_equal(text_of(event, "ev"), "hello");
    assert_int_equal(integer_of(event, "protocol"), 2);
    assert_int_equal(integer_of(event, "pid"), c->pid);
    assert_true(integer_of(event, "limit") > 0);
    assert_true(clock_ms() - start < 2000);
    json_decref(event);
    int devices = 0, kernels = 0, formats = 0;
    for (bool ready = false; !ready;) {
        event = client_next(c);
        assert_non_null(event);
        const char *ev = text_of(event, "ev");
        devices += strcmp(ev, "device") == 0;
        kernels += strcmp(ev, "kernel") == 0;
        formats += strcmp(ev, "format") == 0;
        ready = strcmp(ev, "ready") == 0;
        json_decref(event);
    }
    assert_true(devices >= 1);
    assert_true(kernels >= 6);
    assert_true(formats >= 5);
}

ENGINE_TEST(test_open)
{
    int cmd = client_say(c, "open gen:demo\n");
    json_t *event = client_until(c, "matrix", cmd);
    int64_t rows = integer_of(event, "rows"), nnz = integer_of(event, "nnz"), told = 0;
    assert_true(rows > 0 && nnz > 0);
    assert_true(json_is_true(json_object_get(event, "runnable")));
    json_t *bin;
    size_t b;
    json_array_foreach(json_object_get(event, "hist"), b, bin)
        told += json_integer_value(json_array_get(bin, 1));
    assert_true(told == nnz);
    json_decref(event);
    event = client_until(c, "formats", cmd);
    assert_true(json_array_size(json_object_get(event, "items")) >= 5);
    json_decref(event);
    event = client_until(c, "supports", cmd);
    assert_true(json_array_size(json_object_get(event, "items")) >= 5);
    json_decref(event);
    event = client_until(c, "spy", cmd);
    assert_int_equal(json_array_size(json_object_get(event, "cells")), integer_of(event, "rows"));
    json_decref(event);
    client_done(c, cmd, 0, "");
}

ENGINE_TEST(test_look)
{
    open_file(c, "small.mtx");
    json_t *event = client_ask(c, "spy rows=4 cols=3\n", "spy");
    static const char *const cells[] = { "9.9", ".9.", "...", "99." };
    for (size_t r = 0; r < 4; r++)
        assert_string_equal(json_string_value(json_array_get(json_object_get(event, "cells"), r)), cells[r]);
    json_decref(event);
    event = client_ask(c, "histogram bins=3\n", "histogram");
    int64_t rows = 0, nnz = 0;
    json_t *bin;
    size_t b;
    json_array_foreach(json_object_get(event, "bins"), b, bin) {
        rows += json_integer_value(json_array_get(bin, 0));
        nnz += json_integer_value(json_array_get(bin, 1));
    }
    assert_true(rows == 4 && nnz == 5);
    json_decref(event);
    event = client_ask(c, "histogram bins=2\n", "histogram"); /* lengths 0 to 2: in two bins of two, 0–1 and 2–3 */
    assert_int_equal(integer_of(event, "max"), 3);
    assert_int_equal(json_array_size(json_object_get(event, "bins")), 2);
    json_decref(event);
    event = client_ask(c, "problem k=16 type=f32 op=mul threads=1\n", "supports");
    assert_int_equal(integer_of(event, "k"), 16);
    assert_string_equal(text_of(event, "type"), "f32");
    json_decref(event);
}

/* Warm and cold in one run, in this order, and counted together. */
ENGINE_TEST(test_both_caches)
{
    static const char *const caches[] = { "warm", "cold" };
    open_file(c, "small.mtx");
    const int cmd = client_say(c, "run kernel=cpu.csr.serial samples=3 cold=0,1\n");
    for (int i = 0; i < 2; i++) {
        json_t *m = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(m, "cache"), caches[i]);
        assert_true(integer_of(m, "index") == i + 1 && integer_of(m, "of") == 2);
        json_decref(m);
    }
    client_done(c, cmd, 0, "");
    client_done(c, client_say(c, "run kernel=cpu.csr.serial cold=2\n"), 2, "cold");
}

/* A window is moved inside the matrix, and has the entries of these rows and columns and no others. */
ENGINE_TEST(test_window)
{
    open_file(c, "small.mtx");
    json_t *event = client_ask(c, "window rows=2 cols=2 from=7,0\n", "window");
    json_t *is = json_object(),
           *should = json_loads("{\"from\":[2,0],\"to\":[4,2],\"whole\":[[3,0],[3,2]],\"rest\":[0.0,0.0],"
                                "\"sell\":[[3,2],[1,2]],\"entries\":[[3,0,0.25],[3,1,1000.0]]}",
                                0, NULL);
    static const char *const members[] = { "from", "to", "whole", "rest", "sell", "entries" };
    for (size_t i = 0; i < COUNT(members); i++)
        json_object_set(is, members[i], json_object_get(event, members[i]));
    assert_true(json_equal(is, should));
    json_decref(is);
    json_decref(should);
    json_decref(event);
    event = client_ask(c, "spy rows=2 cols=2 from=0,1 to=2,9\n", "spy");
    should = json_loads("[[0,2,-2.0],[1,1,5.0]]", 0, NULL);
    assert_true(json_equal(json_object_get(event, "entries"), should));
    json_decref(should);
    json_decref(event);
    client_done(c, client_say(c, "window rows=65 cols=1\n"), 2, "64");
}

static void window_begins(struct engine_client *c, const char *line, int row, int col)
{
    json_t *event = client_ask(c, line, "window"), *from = json_pack("[i,i]", row, col);

    assert_true(json_equal(json_object_get(event, "from"), from));
    json_decref(event);
    json_decref(from);
}

static size_t window_entries(struct engine_client *c, const char *line)
{
    json_t *event = client_ask(c, line, "window");
    const size_t entries = json_array_size(json_object_get(event, "entries"));

    json_decref(event);
    return entries;
}

/* Without a place, a window begins in the corner; where that is empty, where entries are. */
TEST(test_window_start)
{
    struct engine_client c = client_start();
    client_must(&c, "open gen:band:500:2\n");
    window_begins(&c, "window rows=6 cols=6\n", 0, 0);
    /* rows that are all alike show no padding: here only the eighth has two entries */
    file_make("late.mtx", "%%MatrixMarket matrix coordinate pattern general\n9 9 10\n"
                          "1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n8 9\n9 9\n");
    open_file(&c, "late.mtx");
    assert_int_equal(window_entries(&c, "window rows=4 cols=4\n"), 5);
    file_make("late.mtx", "%%MatrixMarket matrix coordinate real general\n900 900 9\n"
                          "1 900 1\n800 500 1\n800 501 2\n800 502 3\n801 500 4\n801 503 5\n802 501 6\n"
                          "803 502 7\n803 504 8\n");
    open_file(&c, "late.mtx");
    assert_true(window_entries(&c, "window rows=6 cols=6\n") >= 6);
    /* empty: (800, 500) is nearer than (1, 900) */
    window_begins(&c, "window rows=6 cols=6 from=700,490 near=1\n", 796, 496);
    window_begins(&c, "window rows=6 cols=6 from=797,495 near=1\n", 797, 495); /* not empty: stays */
    window_begins(&c, "window rows=6 cols=6 near=2\n", 796, 499);              /* row 799 is the longest */
    file_make("late.mtx", "%%MatrixMarket matrix coordinate pattern general\n900 900 17\n"
                          "800 1\n800 300\n800 501\n800 502\n800 503\n799 700\n799 701\n799 702\n799 703\n"
                          "801 700\n801 701\n801 702\n801 703\n802 700\n802 701\n802 702\n802 703\n");
    open_file(&c, "late.mtx");
    window_begins(&c, "window rows=6 cols=6 near=2\n", 796,
                  500); /* where the longest row is fullest, not its neighbours */
    file_make("late.mtx", "%%MatrixMarket matrix coordinate pattern general\n12 12 13\n"
                          "1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n7 8\n8 8\n9 9\n10 10\n11 11\n12 12\n");
    open_file(&c, "late.mtx");
    assert_int_equal(window_entries(&c, "window rows=6 cols=6 near=2\n"), 7); /* not a corner of the diagonal */
    client_quit(&c);
    file_remove("late.mtx");
}

/* Whatever the rule, the units of a kernel hold every entry once, and their rows ascend. */
static void work_of(struct engine_client *c, const char *arguments, int64_t units, int64_t sum)
{
    char line[200];
    snprintf(line, sizeof line, "work %s\n", arguments);
    json_t *event = client_ask(c, line, "work"), *unit;
    int64_t entries = 0, most = 0, row = 0, binned = 0;
    size_t u;
    assert_true(integer_of(event, "units") == units);
    const char *rule = json_string_value(json_object_get(event, "rule"));
    assert_true((units == 1) == (strcmp(rule, "all rows, one after the other") == 0)); /* nothing is shared */
    json_array_foreach(json_object_get(event, "each"), u, unit) {
        const int64_t first = json_integer_value(json_array_get(unit, 0)),
                      work = json_integer_value(json_array_get(unit, 1));
        assert_true(first >= row && first <= 400 && (u > 0 || first == 0));
        row = first;
        entries += work;
        most = work > most ? work : most;
    }
    json_array_foreach(json_object_get(event, "bins"), u, unit)
        binned += json_integer_value(unit);
    assert_true(entries == sum && integer_of(event, "sum") == sum && integer_of(event, "most") == most);
    assert_true(binned == units && (int64_t)json_array_size(json_object_get(event, "each")) == units);
    json_decref(event);
}

ENGINE_TEST(test_work)
{
    client_must(c, "open gen:stencil5:20\n");
    work_of(c, "kernel=cpu.csr.serial", 1, 1920);
    /* four chunks of a quarter each: the first thread has two, or whichever is free first */
    static const char *const uneven[] = { "set.SCHEDULE=static", "set.SCHEDULE=dynamic" };
    for (int i = 0; i < 2; i++) {
        int cmd = client_say(c, "work kernel=cpu.csr.omp threads=3 set.NZ_PER_CHUNK=480 %s\n", uneven[i]);
        json_t *event = client_until(c, "work", cmd);
        assert_true(fabs(json_real_value(json_object_get(event, "imbalance")) - 1.5) < 0.1);
        json_decref(event);
    }
    work_of(c, "kernel=cpu.csr.omp threads=3 set.NZ_PER_CHUNK=480", 4, 1920);
    work_of(c, "kernel=cpu.csr.merge threads=7", 7, 1920 + 400); /* the measure that it balances */
    work_of(c, "kernel=cpu.csr.merge threads=1", 1, 1920);
    work_of(c, "kernel=cpu.csr.packed threads=3", 3, 1920 + 400);
    work_of(c, "kernel=cpu.ell.omp threads=3", 3, 2000);
    work_of(c, "kernel=cpu.scan.serial", 1, 1920); /* without operands */
}

/* Rows and entries are what the merge path cuts into equal parts: as many of both, though one part has more rows. */
ENGINE_TEST(test_equal_work)
{
    client_must(c, "open gen:rmat:10:8\n");
    json_t *event = client_ask(c, "work kernel=cpu.csr.merge threads=7\n", "work");
    assert_string_equal(json_string_value(json_object_get(event, "counts")), "rows and entries");
    assert_true(json_real_value(json_object_get(event, "imbalance")) < 1.001);
    json_decref(event);
    event = client_ask(c, "work kernel=cpu.csr.unroll4 threads=7\n", "work");
    assert_null(json_object_get(event, "counts"));
    assert_true(json_real_value(json_object_get(event, "imbalance")) > 1.1);
    json_decref(event);
}

/* The share of X that rows have in common is not told where rows are too long to be counted. */
ENGINE_TEST(test_shared_columns)
{
    static const char *const spec[] = { "gen:denserow:4000", "gen:denserow:5000" };
    for (int i = 0; i < 2; i++) {
        char line[100];
        snprintf(line, sizeof line, "open %s\n", spec[i]);
        client_must(c, line);
        json_t *event = client_ask(c, "work kernel=cpu.csr.serial\n", "work");
        assert_true((json_object_get(event, "x_fetched") != NULL) == (i == 0));
        json_decref(event);
    }
}

ENGINE_TEST(test_wrong_commands)
{
    client_done(c, client_say(c, "run\n"), 2, "no matrix is open");
    open_file(c, "small.mtx");
    client_done(c, client_say(c, "run k=abc\n"), 2,
                "k=abc: a number, a list like 1,2,4, or a rising range like 1..16 or 1..256x2");
    client_done(c, client_say(c, "run k=0\n"), 2, "must be from 1");
    client_done(c, client_say(c, "run type=f16\n"), 2, "f64, f32");
    client_done(c, client_say(c, "run op=divide\n"), 2, "op=divide: unknown operation; there are mul, ");
    client_done(c, client_say(c, "run op=tranpose\n"), 2, "unknown operation; did you mean transpose?");
    client_done(c, client_say(c, "run kernel=cpu.nothing\n"), 2, "no kernel is called cpu.nothing");
    client_done(c, client_say(c, "run kernel=cpu.csr.serail\n"), 2, "did you mean cpu.csr.serial?");
    client_done(c, client_say(c, "run set.NOTHING=1\n"), 2, "NOTHING: no chosen kernel has this parameter");
    client_done(c, client_say(c, "run kernel=cpu.csr.omp set.SCHEDULE=5\n"), 2, "static, dynamic");
    client_done(c, client_say(c, "run device=gpu77\n"), 5, "no device gpu77");
    client_done(c, client_say(c, "run k=1..256 threads=1..256\n"), 2, "more than 4096 runs");
    client_done(c, client_say(c, "frobnicate\n"), 2, "no command is called frobnicate");
    client_done(c, client_say(c, "\x01\x80\xff%%%%=\n"), 2, "no command");
    client_done(c, client_say(c, "spy rows=100000 cols=3\n"), 2, "must be from 1 to 512");
    client_done(c, client_say(c, "spy rows=2 cols=2 from=3,0 to=1,3\n"), 2, "from=3,0 to=1,3: a part begins before");
    client_done(c, client_say(c, "spy rows=2 cols=2 from=0,3 to=3,1\n"), 2, "a part begins before it ends");
    client_done(c, client_say(c, "spy rows=2 cols=2 from=99999999,0\n"), 2, "a part begins before it ends");
    client_must(c, "spy rows=2 cols=2 from=1,1 to=1,1\n");
    client_done(c, client_say(c, "limit many\n"), 2, "a number of bytes");
    client_done(c, client_say(c, "mul kernel=nobody\n"), 2, "no kernel is called nobody");
    client_done(c, client_say(c, "mul kernel=cpu.transpose.*\n"), 7, "does not support");
    client_must(c, "mul kernel=cpu.transpose.*,cpu.csr.s*\n");
    client_done(c, client_say(c, "mul kernel=cpu.transpose.serial\n"), 7, "does not support");
}

ENGINE_TEST(test_bad_files)
{
    client_done(c, open_file(c, "not-there.mtx"), 3, "not-there.mtx");
    client_done(c, open_file(c, "bad.mtx"), 3, "bad.mtx:4");
    client_done(c, client_say(c, "run\n"), 2, "no matrix is open");
    int cmd = open_file(c, "complex.mtx");
    json_t *event = client_until(c, "matrix", cmd);
    assert_true(json_is_false(json_object_get(event, "runnable")));
    assert_string_equal(text_of(event, "why"),
                        "kernels compute only with real numbers, and complex is complex; it can be viewed");
    json_decref(event);
    event = client_until(c, "supports", cmd);
    json_t *item;
    size_t i;
    json_array_foreach(json_object_get(event, "items"), i, item)
        assert_true(json_is_false(json_object_get(item, "ok")));
    json_decref(event);
    client_done(c, cmd, 0, "");
    client_done(c, client_say(c, "run\n"), 7, "complex");
    client_done(c, client_say(c, "mul\n"), 7, "complex");
    client_done(c, client_say(c, "write\n"), 7, "complex");
}

ENGINE_TEST(test_limit)
{
    client_must(c, "limit 3000000\n");
    client_done(c, client_say(c, "open gen:stencil27:64\n"), 4, "");
    client_must(c, "open gen:stencil5:100\n");
    json_t *event = client_ask(c, "problem k=64\n", "supports"), *item;
    size_t i;
    json_array_foreach(json_object_get(event, "items"), i, item) {
        assert_true(json_is_false(json_object_get(item, "ok")));
        assert_true(*text_of(item, "why"));
    }
    json_decref(event);
    client_done(c, client_say(c, "run k=64\n"), 7, "");
    client_must(c, "run k=1 kernel=cpu.csr.serial samples=3\n");
    client_done(c, client_say(c, "mul k=64\n"), 4, "");
    client_must(c, "limit 0\n");
    client_must(c, "run k=64 kernel=cpu.csr.serial samples=3\n");
}

/* While runs are under way, the engine says what it and others do to the processors. */
ENGINE_TEST(test_load)
{
    int64_t ours = 0;
    client_must(c, "open gen:stencil5:40\n");
    json_t *event = client_ask(c, "run kernel=cpu.csr.serial k=1,2,4\n", "load");
    const json_t *all = json_object_get(event, "processors");
    assert_string_equal(text_of(event, "device"), "cpu");
    assert_true(json_array_size(all) > 0);
    for (size_t i = 0; i < json_array_size(all); i++)
        for (size_t j = 0; j < 3; j++) {
            int64_t value = json_integer_value(json_array_get(json_array_get(all, i), j));
            assert_true(value >= 0 && (j == 0 || value <= 100));
            ours += j == 1 ? value : 0;
        }
    assert_true(ours > 0);
    json_decref(event);
}

TESTS(files_make, files_remove)
