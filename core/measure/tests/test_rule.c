/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rule: which rule is for which rows, and what measurements say to it: those of the report that it comes from. */
#include "core/catalog/published.h"
#include "core/measure/rule.h"
#include "core/tests/cmocka.h"

/* The rule for many rows whose longest is not known. */
static const struct rule *of(double mean, double deviation)
{
    return rule_of(&(struct rule_rows){ .count = 1000, .mean = mean, .deviation = deviation });
}

TEST(rows_and_rules)
{
    assert_string_equal(of(64.2, 3.5)->rows, "long regular rows");
    assert_string_equal(of(10, 2)->rows, "long regular rows");
    assert_string_equal(of(10, 2.1)->rows, "long irregular rows");
    assert_string_equal(of(8, 0)->rows, "long regular rows");
    assert_string_equal(of(7.99, 0)->rows, "short rows");
    assert_string_equal(of(0, 0)->rows, "no entries");
    assert_string_equal(of(0.0 / 0.0, 0)->rows, "short rows");
}

/* A rule makes no claim about rows that it is not for. */
TEST(no_rule_for_other_rows)
{
    static const struct {
        struct rule_rows rows;
        const char *is;
        bool claims;
        const char *why;
    } shapes[] = {
        { { 1000000, 1000, 3, 1.4 }, "short rows, some far longer", false, " (mean 3 < 8, longest 1,000 > 16×mean)" },
        { { 1000, 0, 3, 400 }, "short rows, some far longer", false, " (mean 3 < 8, σ > mean)" },
        { { 1000000, 48, 3, 1.4 }, "short rows", true, " (mean 3 < 8)" },
        { { 1000000, 5000, 27, 5 },
          "long regular rows, some far longer",
          false,
          " (mean 27 ≥ 8, σ ≤ mean/5, longest 5,000 > 2×mean)" },
        { { 1000000, 54, 27, 5 }, "long regular rows", true, " (mean 27 ≥ 8, σ ≤ mean/5)" },
        { { 1000000, 54, 27, 6 }, "long irregular rows", true, " (mean 27 ≥ 8, σ > mean/5)" },
        { { 1, 100000, 100000, 0 }, "fewer than 256 rows", false, "" },
        { { 255, 27, 27, 0 }, "fewer than 256 rows", false, "" },
        { { 256, 27, 27, 0 }, "long regular rows", true, " (mean 27 ≥ 8, σ ≤ mean/5)" },
    };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        const struct rule *r = rule_of(&shapes[i].rows);
        char text[160];
        rule_rows_text(&shapes[i].rows, text, sizeof text);
        assert_string_equal(r->rows, shapes[i].is);
        assert_memory_equal(text, r->rows, strlen(r->rows));
        assert_string_equal(text + strlen(r->rows), shapes[i].why);
        assert_true((r->best || r->worst) == shapes[i].claims);
    }
}

/* What speeds say to a rule, and in which words (NULL: any). */
static void checked(const struct rule *rule, const struct rule_speed *speed, int n, enum rule_outcome outcome,
                    const char *words)
{
    char text[160] = "";
    assert_int_equal(rule_check(rule, speed, n, text, sizeof text), outcome);
    if (words)
        assert_string_equal(text, words);
}

/* GPU kernels alone are judged, the four of the report: what a CPU or another kernel does changes nothing. */
TEST(checked_by_speeds)
{
    static const struct rule_speed all[] = {
        { "gpu.csr.scalar", 3, 30, 31 },   { "gpu.csr.vector", 9, 10, 11 }, { "gpu.ell.thread", 8, 12, 13 },
        { "gpu.other", 100, 0.8, 0.9 },    { "cpu.csr.omp", 2, 45, 46 },    { "cpu.ell.omp", 4, 23, 24 },
        { "gpu.csr.adaptive", 7, 14, 15 },
    };
    const struct rule *regular = of(20, 1), *irregular = of(20, 9), *few = of(2, 1);
    checked(regular, all, 7, RULE_FAILS, "gpu.ell.thread 8 GFLOPS, gpu.csr.vector 9");
    checked(irregular, all, 7, RULE_HOLDS, "gpu.csr.vector 9 GFLOPS, gpu.ell.thread 8");
    checked(irregular, all + 1, 6, RULE_HOLDS, NULL); /* no scalar */
    checked(few, all, 7, RULE_FAILS, "gpu.csr.vector 9 GFLOPS, gpu.csr.scalar 3");
    checked(regular, all, 2, RULE_UNTRIED, NULL);       /* no ELLPACK */
    checked(regular, all + 2, 4, RULE_UNTRIED, NULL);   /* nothing else of the GPU's */
    checked(irregular, all + 4, 2, RULE_UNTRIED, NULL); /* the CPU alone */
    checked(regular, NULL, 0, RULE_UNTRIED, NULL);
}

/* The fourth kernel of the report can also fail a rule. */
TEST(adaptive_counts)
{
    static const struct rule_speed faster[] = {
        { "gpu.csr.scalar", 3, 30, 31 },
        { "gpu.csr.vector", 9, 10, 11 },
        { "gpu.csr.adaptive", 12, 8, 9 },
    };
    checked(of(20, 9), faster, 3, RULE_FAILS, "gpu.csr.vector 9 GFLOPS, gpu.csr.adaptive 12");
}

/* Of two results whose intervals overlap, or that have none, none is the faster; a clear failure outweighs that. */
TEST(overlaps_are_unclear)
{
    struct rule_speed two[] = {
        { "gpu.csr.vector", 9, 10, 11.5 },
        { "gpu.ell.thread", 8, 11.4, 13 },
        { "gpu.csr.scalar", 3, 30, 31 },
    };
    checked(of(20, 9), two, 3, RULE_UNCLEAR, "gpu.csr.vector 9 GFLOPS, gpu.ell.thread 8");
    two[1].ci_lo_ms = two[1].ci_hi_ms = 0;
    checked(of(20, 9), two, 3, RULE_UNCLEAR, NULL);
    two[2].ci_lo_ms = two[2].ci_hi_ms = 1;
    two[2].gflops = 90;
    checked(of(20, 9), two, 3, RULE_FAILS, "gpu.csr.vector 9 GFLOPS, gpu.csr.scalar 90");
}

/* A thread a row is worst, but a warp a row is not best: the half that fails decides. */
TEST(half_a_rule)
{
    static const struct rule_speed scalar_second[] = {
        { "gpu.csr.scalar", 3, 30, 31 },
        { "gpu.csr.vector", 9, 10, 11 },
        { "gpu.ell.thread", 1, 90, 95 },
    };
    checked(of(20, 9), scalar_second, 3, RULE_FAILS, "gpu.csr.scalar 3 GFLOPS, gpu.ell.thread 1");
}

/* The report's own table, matrix by matrix. */
static enum rule_outcome of_report(const struct published *p, const char *matrix, int64_t rows, double mean,
                                   double deviation)
{
    struct rule_speed speed[16];
    char text[160];
    int n = 0;
    const struct rule *rule = rule_of(&(struct rule_rows){ rows, 0, mean, deviation });
    for (int i = 0; i < p->rows && n < 16; i++)
        if (strcmp(p->row[i].matrix, matrix) == 0 && p->row[i].k == 1)
            speed[n++] = rule_printed(p->row[i].kernel, p->row[i].gflops);
    return rule_check(rule, speed, n, text, sizeof text);
}

/* Single figures tell nothing where they are as close as this. */
TEST(printed_figures_may_be_too_close)
{
    char text[160];
    struct rule_speed speed[] = { rule_printed("gpu.csr.vector", 7.8), rule_printed("gpu.csr.adaptive", 7.7) };
    assert_int_equal(rule_check(of(20, 9), speed, 2, text, sizeof text), RULE_UNCLEAR);
    speed[1] = rule_printed("gpu.csr.adaptive", 7.4);
    assert_int_equal(rule_check(of(20, 9), speed, 2, text, sizeof text), RULE_HOLDS);
}

TEST(on_the_report_itself)
{
    struct published p;
    int tried = 0, held = 0;
    assert_true(published_load(&p, NULL));
    assert_int_equal(of_report(&p, "cant", 62451, 64.1684, 14.05624), RULE_UNCLEAR); /* 50.5 and 48.6 */
    assert_int_equal(of_report(&p, "ML_Laplace", 377002, 73.4478, 3.524812), RULE_HOLDS);
    assert_int_equal(of_report(&p, "lung2", 109460, 4.49995, 1.939095), RULE_HOLDS);
    assert_int_equal(of_report(&p, "Cube_Coup_dt0", 2164760, 58.7622, 4.471622), RULE_FAILS);
    assert_int_equal(of_report(&p, "dc1", 116835, 6.55964, 361.4983), RULE_UNTRIED); /* one row of it is far longer */
    assert_int_equal(of_report(&p, "rdist2", 3198, 17.7924, 6.2), RULE_UNCLEAR); /* adaptive is the fastest, by 1% */
    for (int i = 0; i < p.catalog.count; i++) {
        const struct catalog_entry *c = &p.catalog.entry[i];
        enum rule_outcome o = of_report(&p, c->name, c->rows, (double)c->nnz / (double)c->rows, c->row_std);
        tried += o != RULE_UNTRIED;
        held += o == RULE_HOLDS;
    }
    assert_int_equal(tried, 26); /* four are outside the rules: cage4, adder_dcop_32, webbase-1M, dc1 */
    assert_int_equal(held, 16);  /* three are too close to tell */
    published_free(&p);
}

TESTS(NULL, NULL)
