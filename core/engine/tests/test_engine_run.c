/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_run: what the real engine runs, in which order, and what it says of each run. */
#include "core/engine/tests/engine_files.h"
#include "core/tests/cmocka.h"

ENGINE_TEST(test_run)
{
    open_file(c, "small.mtx");
    int cmd = client_say(c, "run k=1,3 type=f64,f32 kernel=cpu.csr.serial,cpu.csr.omp samples=3\n");
    bool serial_first = false, speedup = false;
    for (int i = 1; i <= 8; i++) {
        json_t *event = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(event, "status"), "ok");
        assert_int_equal(integer_of(event, "index"), i);
        assert_int_equal(integer_of(event, "of"), 8);
        assert_true(json_real_value(json_object_get(event, "err_ratio")) <= 1);
        assert_true(json_real_value(json_object_get(event, "time_ms")) > 0);
        serial_first = serial_first || (i == 1 && strcmp(text_of(event, "kernel"), "cpu.csr.serial") == 0);
        speedup = speedup || (i == 2 && json_object_get(event, "speedup"));
        json_decref(event);
    }
    client_done(c, cmd, 0, "");
    assert_true(serial_first);
    assert_true(speedup);
}

/* The count of runs leaves out what is refused, and holds those of later operations. */
ENGINE_TEST(test_run_count)
{
    static const struct {
        const char *status;
        int index, nth;
    } want[] = { { "ok", 1, 1 }, { "unsupported", 2, 1 }, { "ok", 3, 2 }, { "unsupported", 4, 2 }, { "ok", 5, 3 } };
    open_file(c, "small.mtx");
    int cmd = client_say(c, "run op=mul,transpose k=1,3 samples=3 "
                            "kernel=cpu.csr.serial,cpu.sym.lower,cpu.transpose.serial\n");
    for (int i = 0; i < (int)COUNT(want); i++) {
        json_t *m = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(m, "status"), want[i].status);
        assert_true(integer_of(m, "index") == want[i].index && integer_of(m, "of") == COUNT(want));
        assert_true(integer_of(m, "nth") == want[i].nth && integer_of(m, "runs") == 3);
        json_decref(m);
    }
    client_done(c, cmd, 0, "");
}

/* What is left after a run that is skipped keeps its index. */
ENGINE_TEST(test_run_rest)
{
    open_file(c, "small.mtx");
    int cmd = client_say(c, "run k=1,3 type=f64,f32 kernel=cpu.csr.serial,cpu.csr.omp samples=3 skip=5\n");
    for (int i = 6; i <= 8; i++) {
        json_t *event = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(event, "status"), "ok");
        assert_string_equal(text_of(event, "type"), "f32");
        assert_int_equal(integer_of(event, "index"), i);
        assert_int_equal(integer_of(event, "of"), 8);
        json_decref(event);
    }
    client_done(c, cmd, 0, "");
}

/* For a curve: a kernel has all its k before the next one begins; the serial one, which the other is held against,
   first. */
ENGINE_TEST(test_run_curves)
{
    open_file(c, "small.mtx");
    int cmd = client_say(c, "run k=1,3 kernel=cpu.csr.omp,cpu.csr.serial samples=3 curves=1\n");
    for (int i = 0; i < 4; i++) {
        json_t *event = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(event, "kernel"), i < 2 ? "cpu.csr.serial" : "cpu.csr.omp");
        assert_int_equal(integer_of(event, "k"), i % 2 ? 3 : 1);
        assert_true(json_object_get(event, "speedup") || i < 2);
        json_decref(event);
    }
    client_done(c, cmd, 0, "");
    client_done(c, client_say(c, "run curves=1 compare=1\n"), 2, "curves=1: must be");
}

ENGINE_TEST(test_run_parameters)
{
    open_file(c, "small.mtx");
    int cmd = client_say(c, "run kernel=cpu.csr.omp set.SCHEDULE=static,guided threads=1,2 samples=3\n");
    int guided = 0, two = 0;
    for (int i = 0; i < 4; i++) {
        json_t *event = client_until(c, "measurement", cmd);
        assert_string_equal(text_of(event, "status"), "ok");
        guided += strstr(text_of(event, "params"), "SCHEDULE=guided") != NULL;
        two += integer_of(event, "threads") == 2;
        json_decref(event);
    }
    client_done(c, cmd, 0, "");
    assert_int_equal(guided, 2);
    assert_int_equal(two, 2);
    /* a value that only some kernels take is for those; named in full, the others say what they take */
    json_t *only = client_ask(c, "run kernel=cpu.[cs]*.[bs][li]* set.PIECES=128 samples=3\n", "measurement");
    assert_string_equal(text_of(only, "kernel"), "cpu.sell.simd");
    json_decref(only);
    cmd = client_say(c, "run kernel=cpu.csr.block,cpu.sell.simd set.PIECES=128 samples=3\n");
    json_t *first = client_until(c, "measurement", cmd), *second = client_until(c, "measurement", cmd);
    const json_t *block = strcmp(text_of(first, "kernel"), "cpu.csr.block") == 0 ? first : second;
    assert_string_equal(text_of(block, "status"), "unsupported");
    assert_non_null(strstr(text_of(block, "text"), "from 0 to 64"));
    assert_string_equal(text_of(block == first ? second : first, "status"), "ok");
    json_decref(first);
    json_decref(second);
    client_done(c, cmd, 0, "");
}

ENGINE_TEST(test_named_and_globbed)
{
    open_file(c, "small.mtx");
    /* named in full: told why not; the glob leaves the same kernel out */
    json_t *event = client_ask(c, "run op=mul kernel=cpu.transpose.serial\n", "measurement");
    assert_string_equal(text_of(event, "status"), "unsupported");
    assert_non_null(strstr(text_of(event, "text"), "op=mul"));
    assert_null(json_object_get(event, "time_ms"));
    json_decref(event);
    client_done(c, client_say(c, "run op=mul kernel=cpu.transpose.*\n"), 7, "no chosen kernel supports this problem");
    client_must(c, "open gen:denserow:500000\n"); /* all that the glob left out are refused: the first says why */
    client_done(c, client_say(c, "run kernel=cpu.ell.*\n"), 7, "cpu.ell.omp: f64 ELLPACK needs 3.0 TB, limit ");
    client_must(c, "open gen:denserow:500\n"); /* what it refuses shows only as it is prepared */
    static const char *const asks[] = { "run kernel=cpu.group.*\n", "run kernel=cpu.group.rows\n" };
    for (int named = 0; named <= 1; named++) {
        event = client_ask(c, asks[named], "measurement");
        assert_string_equal(text_of(event, "status"), "unsupported");
        assert_int_equal(json_object_get(event, "unasked") == NULL, named);
        json_decref(event);
    }
}

/* The first run of a device is under way before its roof is measured, which its measurement then has. */
ENGINE_TEST(test_first_bar)
{
    client_must(c, "open gen:stencil5:40\n");
    const int cmd = client_say(c, "run kernel=cpu.csr.serial samples=3\n");
    json_t *event = client_next(c);
    while (event && strcmp(text_of(event, "ev"), "run") != 0 && strcmp(text_of(event, "ev"), "device") != 0) {
        json_decref(event);
        event = client_next(c);
    }
    assert_string_equal(text_of(event, "ev"), "run");
    json_decref(event);
    event = client_until(c, "measurement", cmd);
    assert_true(json_number_value(json_object_get(event, "roof_frac")) > 0);
    json_decref(event);
    client_done(c, cmd, 0, "");
}

/* Two kernels take turns; their measurements come first, then what they say together. */
ENGINE_TEST(test_compare)
{
    client_must(c, "open gen:stencil5:40\n");
    const char *both = "run kernel=cpu.csr.serial,cpu.dense.serial compare=1 samples=2\n";
    json_t *event = client_ask(c, both, "compared");
    for (int again = 4; again > 0 && !strcmp(text_of(event, "is"), "unclear"); again--) { /* a busy machine */
        json_decref(event);
        event = client_ask(c, both, "compared");
    }
    assert_string_equal(text_of(event, "kernel"), "cpu.csr.serial");
    assert_string_equal(text_of(event, "other"), "cpu.dense.serial");
    assert_string_equal(text_of(event, "is"), "faster"); /* some hundred times */
    assert_non_null(strstr(text_of(event, "text"), "cpu.csr.serial is "));
    assert_true(json_number_value(json_object_get(event, "ratio_lo")) > 1);
    json_decref(event);
    int cmd = client_say(c, "run kernel=cpu.csr.serial compare=1 k=1,2 samples=1\n"); /* with itself */
    for (int i = 0; i < 2; i++) {
        event = client_until(c, "compared", cmd);
        assert_string_equal(text_of(event, "other"), "cpu.csr.serial");
        json_decref(event);
    }
    client_done(c, cmd, 0, "");
    event = client_ask(c, "run kernel=cpu.csr.omp set.NZ_PER_CHUNK=1,1600 compare=1 samples=1\n", "compared");
    assert_non_null(strstr(text_of(event, "text"), "cpu.csr.omp NZ_PER_CHUNK=1600"));
    assert_null(strstr(text_of(event, "text"), "SCHEDULE="));
    json_decref(event);
    client_done(c, client_say(c, "run kernel=cpu.csr.serial,cpu.csr.omp,cpu.csr.rowreg compare=1\n"), 2, "two runs");
    client_must(c, "open gen:uniform:40:30:300\n");
    cmd = client_say(c, "run kernel=cpu.csr.omp,cpu.sym.lower compare=1\n"); /* the first alone compares nothing */
    client_done(c, cmd, 7, "nothing to compare: cpu.sym.lower cannot run: ");
    client_done(c, client_say(c, "run kernel=cpu.csr.serial until=0\n"), 2, "spread");
    client_done(c, client_say(c, "run kernel=cpu.csr.serial until=1x\n"), 2, "spread");
    client_must(c, "run kernel=cpu.csr.serial samples=1 until=99%25\n");
}

/* A measurement says how many blocks it has; its interval and flags follow from that. */
ENGINE_TEST(test_blocks)
{
    client_must(c, "open gen:stencil5:40\n");
    json_t *event = client_ask(c, "run kernel=cpu.csr.serial\n", "measurement");
    double lo = json_number_value(json_object_get(event, "ci_lo_ms")),
           hi = json_number_value(json_object_get(event, "ci_hi_ms")),
           ms = json_number_value(json_object_get(event, "time_ms"));
    assert_int_equal(json_integer_value(json_object_get(event, "blocks")), 6);
    assert_true(0 < lo && lo <= ms && ms <= hi);
    json_decref(event);
}

TESTS(files_make, files_remove)
