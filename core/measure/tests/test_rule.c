/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rule: which rule is for which rows, and what measurements say to it: those of the report that it comes from. */
#include "core/catalog/published.h"
#include "core/measure/rule.h"
#include "core/tests/cmocka.h"

TEST(rows_and_rules)
{
    assert_string_equal(rule_of(64.2, 3.5)->rows, "long regular rows");
    assert_string_equal(rule_of(10, 2)->rows, "long regular rows");
    assert_string_equal(rule_of(10, 2.1)->rows, "long irregular rows");
    assert_string_equal(rule_of(8, 0)->rows, "long regular rows");
    assert_string_equal(rule_of(7.99, 0)->rows, "short rows");
    assert_string_equal(rule_of(3, 400)->rows, "short rows");
    assert_string_equal(rule_of(0, 0)->rows, "no entries");
    assert_string_equal(rule_of(0.0 / 0.0, 0)->rows, "short rows");
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
    const struct rule *regular = rule_of(20, 1), *irregular = rule_of(20, 9), *few = rule_of(2, 1);
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
    checked(rule_of(20, 9), faster, 3, RULE_FAILS, "gpu.csr.vector 9 GFLOPS, gpu.csr.adaptive 12");
}

/* Of two results whose intervals overlap, or that have none, none is the faster; a clear failure outweighs that. */
TEST(overlaps_are_unclear)
{
    struct rule_speed two[] = {
        { "gpu.csr.vector", 9, 10, 11.5 },
        { "gpu.ell.thread", 8, 11.4, 13 },
        { "gpu.csr.scalar", 3, 30, 31 },
    };
    checked(rule_of(20, 9), two, 3, RULE_UNCLEAR, "gpu.csr.vector 9 GFLOPS, gpu.ell.thread 8");
    two[1].ci_lo_ms = two[1].ci_hi_ms = 0;
    checked(rule_of(20, 9), two, 3, RULE_UNCLEAR, NULL);
    two[2].ci_lo_ms = two[2].ci_hi_ms = 1;
    two[2].gflops = 90;
    checked(rule_of(20, 9), two, 3, RULE_FAILS, "gpu.csr.vector 9 GFLOPS, gpu.csr.scalar 90");
}

/* A thread a row is worst, but a warp a row is not best: the half that fails decides. */
TEST(half_a_rule)
{
    static const struct rule_speed scalar_second[] = {
        { "gpu.csr.scalar", 3, 30, 31 },
        { "gpu.csr.vector", 9, 10, 11 },
        { "gpu.ell.thread", 1, 90, 95 },
    };
    checked(rule_of(20, 9), scalar_second, 3, RULE_FAILS, "gpu.csr.scalar 3 GFLOPS, gpu.ell.thread 1");
}

/* The report's own table, matrix by matrix. */
static enum rule_outcome of_report(const struct published *p, const char *matrix, double mean, double deviation)
{
    struct rule_speed speed[16];
    char text[160];
    int n = 0;
    for (int i = 0; i < p->rows && n < 16; i++)
        if (strcmp(p->row[i].matrix, matrix) == 0 && p->row[i].k == 1)
            speed[n++] = rule_printed(p->row[i].kernel, p->row[i].gflops);
    return rule_check(rule_of(mean, deviation), speed, n, text, sizeof text);
}

/* Single figures tell nothing where they are as close as this. */
TEST(printed_figures_may_be_too_close)
{
    char text[160];
    struct rule_speed speed[] = { rule_printed("gpu.csr.vector", 7.8), rule_printed("gpu.csr.adaptive", 7.7) };
    assert_int_equal(rule_check(rule_of(20, 9), speed, 2, text, sizeof text), RULE_UNCLEAR);
    speed[1] = rule_printed("gpu.csr.adaptive", 7.4);
    assert_int_equal(rule_check(rule_of(20, 9), speed, 2, text, sizeof text), RULE_HOLDS);
}

TEST(on_the_report_itself)
{
    struct published p;
    int tried = 0, held = 0;
    assert_true(published_load(&p, NULL));
    assert_int_equal(of_report(&p, "cant", 64.1684, 14.05624), RULE_UNCLEAR); /* 50.5 and 48.6 */
    assert_int_equal(of_report(&p, "ML_Laplace", 73.4478, 3.524812), RULE_HOLDS);
    assert_int_equal(of_report(&p, "lung2", 4.49995, 1.939095), RULE_HOLDS);
    assert_int_equal(of_report(&p, "Cube_Coup_dt0", 58.7622, 4.471622), RULE_FAILS);
    assert_int_equal(of_report(&p, "dc1", 6.55964, 361.4983), RULE_FAILS);
    assert_int_equal(of_report(&p, "rdist2", 17.7924, 6.2), RULE_UNCLEAR); /* adaptive is the fastest, by 1% */
    for (int i = 0; i < p.catalog.count; i++) {
        const struct catalog_entry *c = &p.catalog.entry[i];
        enum rule_outcome o = of_report(&p, c->name, (double)c->nnz / (double)c->rows, c->row_std);
        tried += o != RULE_UNTRIED;
        held += o == RULE_HOLDS;
    }
    assert_int_equal(tried, 30);
    assert_int_equal(held, 17); /* three are too close to tell */
    published_free(&p);
}

TESTS(NULL, NULL)
