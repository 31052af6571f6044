/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_claim: reports as text, which measurements are meant, and what claims come to. */
#include "core/tests/cmocka.h"

#include "tui/report/claim.h"
#include "tui/report/select.h"

/* ---- a pool ---- */

/* `half`: of the interval; 0: there is none. */
static void add(struct pool *p, const char *matrix, double row_mean, const char *kernel, int k, double ms, double half)
{
    json_t *m =
        json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:i,s:f,s:s}", "status", "ok", "op", "mul", "matrix", matrix, "kernel",
                  kernel, "params", "LOOP=row NZ=32", "k", k, "nnz", 100, "threads", 2, "time_ms", ms, "device", "cpu");
    if (half > 0) {
        json_object_set_new(m, "ci_lo_ms", json_real(ms - half));
        json_object_set_new(m, "ci_hi_ms", json_real(ms + half));
    }
    json_array_append_new(p->pair,
                          json_pack("[o,o]", m, json_pack("{s:f,s:f}", "row_mean", row_mean, "row_std", row_mean / 2)));
}

static struct pool made(void)
{
    struct pool p = { .pair = json_array(), .cores = 2 };
    add(&p, "twin:a:seed=1", 4, "x", 1, 1, 0.1);
    add(&p, "twin:a:seed=1", 4, "y", 1, 2, 0.1);
    add(&p, "b", 40, "x", 1, 1.0, 0.1);
    add(&p, "b", 40, "y", 1, 1.1, 0.1); /* overlaps */
    add(&p, "c", 40, "x", 1, 3, 0.1);
    add(&p, "c", 40, "y", 1, 1, 0.1);
    add(&p, "d", 40, "x", 1, 1, 0); /* without an interval */
    add(&p, "d", 40, "y", 1, 9, 0.1);
    return p;
}

TEST(selects)
{
    static const struct {
        const char *text;
        int count;
    } cases[] = { { "", 8 },
                  { "x", 4 },
                  { "x,y", 8 },
                  { "[x]", 4 },
                  { "x matrix=a", 1 },
                  { "matrix=a,b", 4 },
                  { "matrix!=a", 6 },
                  { "row_mean>=40", 6 },
                  { "row_mean<40 k=1", 2 },
                  { "spread=0.5", 8 },
                  { "LOOP=row NZ=32", 8 },
                  { "NZ>32", 0 },
                  { "threads={cores}", 8 },
                  { "threads={2cores}", 0 },
                  { "nothing=1", 0 },
                  { "nothing!=1", 8 } };
    const struct pool p = made();
    for (size_t c = 0; c < COUNT(cases); c++) {
        int n = 0;
        for (size_t i = 0; i < json_array_size(p.pair); i++)
            n += select_pair(cases[c].text, &p, i);
        if (n != cases[c].count)
            fail_msg("'%s' means %d measurements, not %d", cases[c].text, n, cases[c].count);
    }
    struct err e;
    assert_true(select_check("a,b k=1", &e));
    assert_false(select_check("=1", &e));
    assert_false(select_check("k==>1", &e));
    assert_false(select_check("k=", &e));
    json_decref(p.pair);
}

TEST(judges)
{
    static const struct {
        enum report_kind kind;
        const char *words;
        enum claim_outcome outcome;
    } cases[] = { { PART_each, "x > y where matrix=a", CLAIM_HOLDS },
                  { PART_each, "y > x where matrix=a", CLAIM_FAILS },
                  { PART_each, "x > y by 1.5 where matrix=a", CLAIM_HOLDS },
                  { PART_each, "x > y by 3 where matrix=a", CLAIM_FAILS },
                  { PART_each, "x > y where matrix=b", CLAIM_UNCLEAR },
                  { PART_each, "x > y where matrix=d", CLAIM_UNCLEAR }, /* 9 times as fast, but without an interval */
                  { PART_each, "x > y", CLAIM_FAILS },
                  { PART_some, "x > y", CLAIM_HOLDS },
                  { PART_some, "x > y where matrix=c", CLAIM_FAILS },
                  { PART_most, "x > y", CLAIM_UNCLEAR },
                  { PART_none, "x > y where matrix=c", CLAIM_HOLDS },
                  { PART_none, "x > y", CLAIM_FAILS },
                  { PART_sum, "y > x where matrix=a,c", CLAIM_HOLDS },
                  { PART_sum, "y > x", CLAIM_UNCLEAR }, /* one has no interval */
                  { PART_each, "x > z", CLAIM_UNCLEAR },
                  { PART_refused, "x", CLAIM_FAILS },
                  { PART_refused, "z", CLAIM_UNCLEAR } };
    const struct pool p = made();
    char text[600];
    for (size_t c = 0; c < COUNT(cases); c++) {
        const enum claim_outcome o = claim_judge(cases[c].kind, cases[c].words, &p, text, sizeof text);
        if (o != cases[c].outcome)
            fail_msg("'%s' %s, not %s: %s", cases[c].words, claim_word[o], claim_word[cases[c].outcome], text);
    }
    claim_judge(PART_each, "x > y", &p, text, sizeof text);
    assert_string_equal(text, "1 of 4 clearly faster, 1 not (c), 2 unclear; 0.33 to 9 times");
    claim_judge(PART_some, "x > y where matrix=c", &p, text, sizeof text);
    assert_string_equal(text, "0 of 1 clearly faster, 1 not (c); 0.33 times");
    json_decref(p.pair);
}

/* Problems of another k are compared only where the claim names k. */
TEST(compares_like_with_like)
{
    struct pool p = { .pair = json_array(), .cores = 2 };
    char text[600];
    add(&p, "a", 4, "x", 1, 1, 0.01);
    add(&p, "a", 4, "x", 8, 4, 0.01);
    add(&p, "a", 4, "y", 8, 9, 0.01);
    assert_int_equal(claim_judge(PART_each, "x > y", &p, text, sizeof text), CLAIM_HOLDS);
    assert_non_null(strstr(text, "1 of 1 "));
    assert_int_equal(claim_judge(PART_each, "x k=8 > x k=1", &p, text, sizeof text), CLAIM_HOLDS); /* per column */
    json_decref(p.pair);
}

/* ---- reports ---- */

static struct report *read_text(const char *text, struct err *e)
{
    char path[] = "/tmp/nzscope-report-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct report *r = report_read(path, e);
    unlink(path);
    return r;
}

TEST(reads)
{
    struct err e = { 0 };
    struct report *r =
        read_text("# a comment\ntitle  A title\nrun S0 -k 1\n  quick -k 2\n\nfigure 3: Rates\n"
                  "  curve k rate log\n  rows x k=1\nclaim x is best\n  each x > y | z where k=1\nnote N\n",
                  &e);
    assert_non_null(r);
    assert_string_equal(r->title, "A title");
    assert_string_equal(r->run[0].quick, "-k 2");
    assert_string_equal(r->item[0].name, "Figure 3");
    assert_string_equal(r->item[0].title, "Rates");
    assert_string_equal(r->item[0].part[0].words, "k rate log");
    assert_string_equal(r->item[0].part[0].rows, "x k=1");
    assert_true(r->item[1].claim);
    assert_int_equal(r->item[1].part[0].kind, PART_each);
    assert_int_equal(r->notes, 1);
    report_free(r);
}

TEST(says_what_is_wrong)
{
    static const struct {
        const char *text, *why;
    } wrong[] = { { "run a\nbrun b\n", ":2: a report has no 'brun'" },
                  { "quick -k 1\n", ":1: quick belongs to the run above it" },
                  { "figure 1\n", ":1: figure wants NUMBER: TITLE" },
                  { "curve k\n", ":1: curve belongs to a figure" },
                  { "figure 1: a\n each x > y\n", ":2: each belongs to a claim" },
                  { "claim a\n each x\n", ":2: a claim wants A > B" },
                  { "claim a\n each x > y where =\n", ":2: kernels, and conditions" },
                  { "figure 1: a\n rows x\n", ":2: rows belongs to a picture" } };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct err e = { 0 };
        assert_null(read_text(wrong[i].text, &e));
        assert_int_equal(e.code, ERR_INPUT);
        if (!strstr(e.text, wrong[i].why))
            fail_msg("'%s', not '%s'", e.text, wrong[i].why);
    }
}

/* Those that come with nzscope can be read; each claim can be judged, and what is published speaks for some. */
TEST(has_reports)
{
    static const char *const names[] = { NULL, "S0", "S1", "S2", "S3", "S4" };
    for (size_t i = 0; i < COUNT(names); i++) {
        char path[2300];
        struct err e = { 0 };
        assert_true(!names[i] || report_find(names[i], path, sizeof path));
        struct report *r = report_read(names[i] ? path : NULL, &e);
        if (!r)
            fail_msg("%s", e.text);
        report_free(r);
    }
    char path[2300];
    assert_false(report_find("no-such-report", path, sizeof path));
    assert_false(report_find("../reports/matrix", path, sizeof path));
}

/* A matrix that is slower at two k is named once. */
TEST(names_each_matrix_once)
{
    struct pool p = { .pair = json_array(), .cores = 2 };
    char text[600];
    for (int k = 1; k <= 2; k++) {
        add(&p, "a", 4, "x", k, 3, 0.1);
        add(&p, "a", 4, "y", k, 1, 0.1);
    }
    add(&p, "b", 4, "x", 1, 3, 0.1);
    add(&p, "b", 4, "y", 1, 1, 0.1);
    assert_int_equal(claim_judge(PART_each, "x > y", &p, text, sizeof text), CLAIM_FAILS);
    assert_non_null(strstr(text, ", 3 not (a, b); "));
    json_decref(p.pair);
}

TESTS(NULL, NULL)
