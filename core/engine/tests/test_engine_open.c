/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_open: an open that goes wrong loses nothing, and what is open goes only where there is no room for two.
 */
#include "core/base/limit.h"
#include "core/engine/open.h"
#include "core/engine/tests/engine_files.h"
#include "core/tests/cmocka.h"

/* Y in the order of the view, which is told. The caller's to free. */
static char *product(struct engine_client *c, const char *order)
{
    int cmd = client_say(c, "mul k=2 seed=3\n");
    json_t *m = client_until(c, "measurement", cmd);
    assert_string_equal(text_of(m, "status"), "ok");
    assert_string_equal(text_of(m, "reorder"), order);
    json_decref(m);
    char *y = client_stream(c, "y", cmd);
    client_done(c, cmd, 0, "");
    return y;
}

/* The command's events up to `done`, which says `status`: how many of them are `ev`. */
static int told(struct engine_client *c, int cmd, const char *ev, int status)
{
    int count = 0;
    for (;;) {
        json_t *event = client_next(c);
        assert_non_null(event);
        bool done = integer_of(event, "cmd") == cmd && strcmp(text_of(event, "ev"), "done") == 0;
        if (done && integer_of(event, "status") != status)
            fail_msg("status %d: %s", (int)integer_of(event, "status"), text_of(event, "text"));
        count += integer_of(event, "cmd") == cmd && strcmp(text_of(event, "ev"), ev) == 0;
        json_decref(event);
        if (done)
            return count;
    }
}

/* The same matrix, order and result after what could not be opened or found, or was stopped. */
ENGINE_TEST(failures)
{
    client_done(c, open_file(c, "bad.mtx"), 3, "bad.mtx:4");
    client_done(c, client_say(c, "write\n"), 2, "no matrix is open");
    client_must(c, "open gen:uniform:150:90:900\n");
    client_must(c, "reorder rowlen\n");
    char *y = product(c, "rowlen");
    client_done(c, open_file(c, "bad.mtx"), 3, "bad.mtx:4");
    client_done(c, open_file(c, "not-there.mtx"), 3, "not-there.mtx");
    client_done(c, client_say(c, "open gen:nothing:3\n"), 2, "nothing");
    client_done(c, client_say(c, "reorder rcm\n"), 7, "square");
    int cmd = client_say(c, "open gen:stencil27:100\n");
    json_decref(client_until(c, "progress", cmd));
    client_say(c, "stop\n");
    assert_int_equal(told(c, cmd, "closed", 130), 0);
    char *again = product(c, "rowlen");
    assert_string_equal(y, again);
    json_t *m = client_ask(c, "reorder none\n", "matrix");
    assert_string_equal(text_of(m, "name"), "uniform:150:90:900");
    json_decref(m);
    free(again);
    free(y);
}

/* 150 thousand entries: the last one is outside. */
static void file_late(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("%%MatrixMarket matrix coordinate pattern general\n10000 10000 150000\n", f);
    for (int p = 0; p < 150000; p++)
        fprintf(f, "%d %d\n", 1 + p / 15, p == 149999 ? 10001 : 1 + p % 15 * 600);
    assert_int_equal(fclose(f), 0);
}

/* Where the limit has room for either, but not for both, the first one goes before the second is read, and that is
   told; it stays when the second would not fit without it, either. */
TEST(no_room_for_two)
{
    struct engine_client c;
    setenv("OMP_NUM_THREADS", "1", 1); /* so that the end of a file is read at the end */
    c = client_start();
    client_must(&c, "limit 6000000\n");
    client_must(&c, "open gen:stencil5:220\n"); /* 3.3 MB, X and the reference for one column 1.2 MB */
    client_must(&c, "run kernel=cpu.csr.serial samples=3\n");
    int cmd = client_say(&c, "open gen:stencil27:60\n"); /* 66 MB */
    assert_int_equal(told(&c, cmd, "closed", 4), 0);
    client_done(&c, client_say(&c, "open gen:stencil27:60\n"), 4, "limit 6.0 MB");
    client_must(&c, "run kernel=cpu.csr.serial samples=3\n");
    cmd = client_say(&c, "open gen:stencil5:200\n");
    json_t *closed = client_until(&c, "closed", cmd), *m = client_until(&c, "matrix", cmd);
    assert_string_equal(text_of(closed, "name"), "stencil5:220");
    assert_non_null(strstr(text_of(closed, "text"), "memory limit"));
    assert_string_equal(text_of(m, "name"), "stencil5:200");
    json_decref(closed);
    json_decref(m);
    client_done(&c, cmd, 0, "");
    client_must(&c, "run kernel=cpu.csr.serial samples=3\n");
    file_late("late.mtx");
    cmd = open_file(&c, "late.mtx");
    assert_int_equal(told(&c, cmd, "closed", 3), 1);
    client_done(&c, client_say(&c, "write\n"), 2, "no matrix is open");
    file_remove("late.mtx");
    unsetenv("OMP_NUM_THREADS");
    client_quit(&c);
}

ENGINE_TEST(closing)
{
    client_must(c, "open gen:demo\n");
    assert_int_equal(told(c, client_say(c, "open gen:stencil5:9\n"), "closed", 0), 0);
    assert_int_equal(told(c, client_say(c, "close\n"), "closed", 0), 1);
    assert_int_equal(told(c, client_say(c, "close\n"), "closed", 0), 0);
}

/* What is written or packed by name does not take the place of what is open. */
ENGINE_TEST(others)
{
    client_must(c, "open gen:stencil5:7\n");
    char *y = product(c, ""), *again;
    int cmd = client_say(c, "write spec=gen:diag:3\n");
    char *text = client_stream(c, "a", cmd);
    assert_non_null(strstr(text, "\n3 3 3\n"));
    free(text);
    client_done(c, cmd, 0, "");
    cmd = client_say(c, "pack spec=gen:diag:3\n");
    free(client_stream(c, "nzs", cmd));
    client_done(c, cmd, 0, "");
    client_done(c, client_say(c, "write spec=/nowhere/a.mtx\n"), 3, "/nowhere/a.mtx");
    again = product(c, "");
    assert_string_equal(y, again);
    free(again);
    free(y);
}

/* The lower triangle: of a symmetric file what it stores; of tall and wide matrices what is not above the diagonal. */
ENGINE_TEST(lower)
{
    static const struct {
        const char *spec, *name;
        int64_t nnz;
    } cases[] = {
        { "lower:gen:stencil5:30", "lower:stencil5:30", (4380 + 900) / 2 },
        { "lower:gen:twin:cage4", "twin:lower:cage4", 0 },
        { "lower:cage4", "lower:cage4", (49 + 9) / 2 },
        { "lower:gen:uniform:9:3:27", "lower:uniform:9:3:27", 0 },
        { "lower:gen:uniform:3:9:27", "lower:uniform:3:9:27", 0 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char line[100];
        snprintf(line, sizeof line, "open %s\n", cases[i].spec);
        json_t *m = client_ask(c, line, "matrix");
        assert_string_equal(text_of(m, "name"), cases[i].name);
        assert_true(!cases[i].nnz || integer_of(m, "nnz") == cases[i].nnz);
        assert_true(integer_of(m, "bandwidth_upper") == 0 && integer_of(m, "nnz") > 0);
        json_decref(m);
        client_must(c, "run kernel=cpu.csr.serial,cpu.csr.omp samples=3\n");
    }
    client_done(c, client_say(c, "open lower:nothing\n"), 3, "nothing");
    client_done(c, client_say(c, "open lower:\n"), 3, "lower: wants a matrix behind it");
}

/* However often it is said: a lower triangle is its own. */
TEST(lower_of_lower)
{
    enum { TIMES = 30000 };
    struct matrix a;
    char *spec = malloc(TIMES * 6 + sizeof "gen:diag:4");
    for (int i = 0; i < TIMES; i++)
        memcpy(spec + (size_t)i * 6, "lower:", 6);
    strcpy(spec + TIMES * 6, "gen:diag:4");
    assert_true(matrix_open(spec, limit_default(), NULL, &a, NULL));
    assert_string_equal(a.name, "lower:diag:4");
    matrix_free(&a);
    free(spec);
}

TESTS(files_make, files_remove)
