/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_below: what stands below a Markdown table. */
#include "core/tests/cmocka.h"
#include "tui/results/rows.h"

static void put(struct row_table *r, const char *kernel, const char *status, double hi_ms)
{
    json_t *m = json_pack("{s:s,s:s,s:s,s:s,s:s,s:f,s:f}", "status", status, "matrix", "a", "kernel", kernel, "op",
                          "mul", "type", "f64", "time_ms", 1.0, "ci_lo_ms", 0.5);
    if (hi_ms > 0)
        json_object_set_new(m, "ci_hi_ms", json_real(hi_ms));
    assert_true(rows_put(r, m));
    json_decref(m);
}

/* The table, as text: a row with an interval, one that failed, and so many without an interval. */
static char *table(int bare)
{
    char path[] = "/tmp/nzscope-below-XXXXXX";
    struct err e = { 0 };
    close(mkstemp(path));
    struct row_table *r = rows_open(path, false, ROWS_MD, &e);
    assert_non_null(r);
    put(r, "x", "ok", 1.5);
    put(r, "y", "FAIL", 0); /* it has no speed at all */
    for (int i = 0; i < bare; i++)
        put(r, "z", "ok", 0);
    assert_true(rows_close(r, &e));
    char *text = calloc(1, 4096);
    FILE *f = fopen(path, "re");
    assert_true(text && f && fread(text, 1, 4095, f) > 0);
    fclose(f);
    unlink(path);
    return text;
}

/* An empty ± says why it is empty. */
TEST(empty_intervals)
{
    static const char *const why[] = { NULL, "\n- ± is empty in 1 row: too few blocks of samples for an interval\n",
                                       "\n- ± is empty in 2 rows: too few blocks of samples for an interval\n" };
    for (int bare = 0; bare < 3; bare++) {
        char *text = table(bare);
        assert_non_null(strstr(text, "| x | mul |"));
        if (why[bare])
            assert_non_null(strstr(text, why[bare]));
        else
            assert_null(strstr(text, "± is empty"));
        free(text);
    }
}

TESTS(NULL, NULL)
