/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pivot: speeds as a table of two settings: its labels, its marks, and what intervals leave open. */
#include "core/tests/cmocka.h"
#include "tui/lines/pivot.h"

/* A choice: "" or what the kernel chose. */
static void add_choosing(struct pivot *p, const char *matrix, const char *kernel, const char *choice,
                         const char *params, int k, double ms, double half)
{
    json_t *m =
        json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:s,s:f,s:f,s:f,s:f,s:i,s:i,s:i}", "status", "ok", "matrix", matrix,
                  "kernel", kernel, "params", params, "type", "f64", "k", k, "op", "mul", "time_ms", ms, "ci_lo_ms",
                  ms - half, "ci_hi_ms", ms + half, "gflops", 8 / ms, "m", 9, "nnz", 49, "blocks", 9);
    json_t *a = json_pack("{s:f,s:f}", "row_mean", 5.5, "row_std", 0.5);
    if (*choice)
        json_object_set_new(m, "choice", json_string(choice));
    pivot_add(p, m, a);
    json_decref(m);
    json_decref(a);
}

static void add(struct pivot *p, const char *matrix, const char *kernel, const char *params, int k, double ms,
                double half)
{
    add_choosing(p, matrix, kernel, "", params, k, ms, half);
}

static struct pivot *made(const char *axes)
{
    struct err e = { 0 };
    struct pivot *p = pivot_new(axes, &e);
    assert_non_null(p);
    return p;
}

static bool says(struct pivot *p, enum rows_style style, const char *words)
{
    char *text = pivot_text(p, style);
    assert_non_null(text);
    bool found = strstr(text, words) != NULL;
    if (!found)
        print_error("no '%s' in:\n%s", words, text);
    free(text);
    return found;
}

/* A single column has room for what its rates are worth. */
TEST(one_column_has_its_intervals)
{
    struct pivot *p = made("kernel,k");
    add(p, "a", "x", "", 1, 1, 0.01);
    add(p, "a", "y", "", 1, 2, 0.1);
    assert_true(says(p, ROWS_MD, "| x | **8.00 ±1.0%** |\n| y | *4.00 ±5.3%* |\n"));
    assert_true(says(p, ROWS_TSV, "\tx\t8\t"));
    json_t *m = json_pack("{s:s,s:s,s:s,s:s,s:i,s:s,s:f,s:f,s:[s]}", "status", "ok", "matrix", "a", "kernel", "z",
                          "type", "f64", "k", 1, "op", "mul", "time_ms", 4.0, "gflops", 2.0, "flags", "blocks");
    pivot_add(p, m, NULL);
    json_decref(m);
    assert_true(says(p, ROWS_MD, "| z | 2.00 ! |\n"));
    assert_true(says(p, ROWS_MD,
                     "GFLOPS, median; **best** and *worst* of a column where the intervals tell them "
                     "apart; ! no interval, or one above ±25%. "));
    add(p, "a", "y", "", 2, 2, 0.1);
    add(p, "a", "w", "", 2, 4, 3);
    assert_true(says(p, ROWS_MD, "| x | **8.00** |"));
    assert_true(says(p, ROWS_MD, "| w |  | 2.00 ~! |"));
    assert_true(says(p, ROWS_MD, "; ! no interval, or one above ±25%; an empty cell")); /* x with k = 2 */
    pivot_free(p);
}

/* Columns and rows that are numbers ascend, in whatever order they were measured. */
TEST(numbers_ascend)
{
    static const int k[] = { 16, 2, 1 };
    struct pivot *p = made("kernel,k"), *q = made("k,kernel"), *r = made("matrix,kernel");
    for (int i = 0; i < 3; i++) {
        add(p, "a", "x", "", k[i], 1, 0.01);
        add(q, "a", "x", "", k[i], k[i], 0.01);
        add(r, "a", k[i] == 2 ? "y" : "x", "", k[i], 1, 0.01);
    }
    assert_true(says(p, ROWS_MD, "| kernel | 1 | 2 | 16 |\n"));
    assert_true(says(q, ROWS_MD, "| 1 | 8.00 ±1.0% |\n| 2 | 4.00 ±0.5% |\n| 16 | 0.500"));
    assert_true(says(r, ROWS_TSV, "mul · f64 · k=16\ta")); /* tables, and what is no number, as they came */
    pivot_free(p);
    pivot_free(q);
    pivot_free(r);
}

/* Of ratios the means are told, over the rows that have one. */
TEST(ratios_have_means)
{
    static const double library[] = { 2, 8, 0 };
    struct pivot *p = made("kernel,k,library");
    for (int i = 0; i < 3; i++) {
        char name[2] = { (char)('a' + i), 0 };
        json_t *m = json_pack("{s:s,s:s,s:s,s:s,s:i,s:s,s:f,s:f}", "status", "ok", "matrix", "a", "kernel", name,
                              "type", "f64", "k", 1, "op", "mul", "time_ms", 1.0, "gflops", 8.0);
        if (library[i] > 0)
            json_object_set_new(m, "library", json_real(library[i]));
        pivot_add(p, m, NULL);
        json_decref(m);
    }
    assert_true(says(p, ROWS_MD, "| geometric mean | 4.00 |\n| least | 2.00 |\n"));
    char *plain = pivot_text(p, ROWS_TSV);
    assert_non_null(plain);
    assert_null(strstr(plain, "least"));
    free(plain);
    pivot_free(p);
}

/* Of several measurements the newest counts, unless other programs disturbed it and not a faster one before it. */
TEST(a_disturbed_rerun)
{
    static const struct {
        double ms;
        const char *flag, *cell;
    } runs[] = { { 1, "roof", "| x | 8.00" },
                 { 4, "busy", "| x | 8.00" },
                 { 2, "roof", "| x | 4.00" },
                 { 1, "busy", "| x | 8.00" } };
    struct pivot *p = made("kernel,k");
    add(p, "a", "y", "", 2, 1, 0.01);
    for (size_t i = 0; i < COUNT(runs); i++) {
        json_t *m = json_pack("{s:s,s:s,s:s,s:s,s:i,s:s,s:f,s:f,s:i,s:[s]}", "status", "ok", "matrix", "a", "kernel",
                              "x", "type", "f64", "k", 1, "op", "mul", "time_ms", runs[i].ms, "gflops", 8 / runs[i].ms,
                              "nnz", 49, "flags", runs[i].flag);
        pivot_add(p, m, NULL);
        json_decref(m);
        assert_true(says(p, ROWS_MD, runs[i].cell));
    }
    pivot_free(p);
}

TEST(marks_best_and_worst)
{
    struct pivot *p = made("matrix×kernel");
    add(p, "a", "x", "", 1, 1, 0.01);
    add(p, "a", "y", "", 1, 2, 0.01);
    add(p, "a", "z", "", 1, 4, 0.01);
    add(p, "b", "x", "", 1, 1.00, 0.1); /* the intervals of x and y overlap */
    add(p, "b", "y", "", 1, 1.05, 0.1);
    add(p, "b", "z", "", 1, 4, 0.01);
    assert_true(says(p, ROWS_MD, "| matrix | origin | m | nnz | row_mean | row_std | x | y | z |\n"));
    assert_true(says(p, ROWS_MD, "| a |  | 9 | 49 | 5.50 | 0.500 | **8.00** | 4.00 | *2.00* |\n"));
    assert_true(says(p, ROWS_MD, "| 8.00 ~ | 7.62 ~ | *2.00* |\n"));
    assert_true(says(p, ROWS_TSV, "\t8\t4\t2\tx\tz\n"));
    assert_true(says(p, ROWS_TSV, "\t8\t7.61905\t2\t\tz\n"));
    assert_true(says(p, ROWS_MD, "where the intervals tell them apart; ~ may be the fastest. "));
    pivot_free(p);
}

/* Only marks that a table has are explained below it. */
TEST(kernels_compete_in_columns)
{
    struct pivot *p = made("kernel,k");
    add(p, "a", "x", "", 1, 1, 0.01);
    add(p, "a", "x", "", 8, 4, 0.01); /* slower than with k = 1, and the fastest of all with k = 8 */
    add(p, "a", "y", "", 1, 2, 0.01);
    add(p, "a", "y", "", 8, 5, 0.01);
    assert_true(says(p, ROWS_MD, "| x | **8.00** | **2.00** |\n| y | *4.00* | *1.60* |\n"));
    assert_true(says(p, ROWS_MD, "**best** and *worst* of a column where"));
    assert_true(says(p, ROWS_TSV, "\tx\t8\t2\t1,8\t\n"));
    pivot_free(p);
}

TEST(explains_its_marks)
{
    struct pivot *p = made("matrix×kernel");
    add(p, "a", "x", "", 1, 1, 0.01);
    assert_true(says(p, ROWS_MD, "\nGFLOPS, median. "));
    pivot_free(p);
}

/* What cpu.auto chose is no rival of cpu.auto: both are the best, or neither. */
TEST(choices)
{
    struct pivot *p = made("matrix×kernel");
    for (int i = 0; i < 2; i++) {
        const char *matrix = i ? "b" : "a";
        add_choosing(p, matrix, "cpu.auto", "x,", "", 1, 1, 0.01);
        add(p, matrix, "x", "", 1, 2, 0.01);
        add(p, matrix, "y", "", 1, i ? 1.6 : 4, 0.01);
        add(p, matrix, "z", "", 1, 8, 0.01);
    }
    assert_true(says(p, ROWS_MD, "| **8.00** | **4.00** | 2.00 | *1.00* |\n"));
    assert_true(says(p, ROWS_MD, "| 8.00 ~ | 4.00 ~ | 5.00 ~ | *1.00* |\n"));
    pivot_free(p);
}

/* Other settings make tables of their own, parameters that differ columns of their own. */
TEST(parts_and_labels)
{
    struct pivot *p = made("matrix,kernel");
    add(p, "a", "x", "P=1 Q=2", 1, 1, 0.01);
    add(p, "a", "x", "P=1 Q=3", 1, 2, 0.01);
    add(p, "a", "x", "P=1 Q=3", 8, 3, 0.01);
    assert_true(says(p, ROWS_TSV, "\tx Q=2\tx Q=3\tbest\tworst\nmul · f64 · k=1\ta\t"));
    assert_true(says(p, ROWS_TSV,
                     "\n\ntable\tmatrix\torigin\tm\tnnz\trow_mean\trow_std\tx Q=3\tbest\tworst\nmul · f64 · k=8\ta"));
    pivot_free(p);
    p = made("params,k");
    add(p, "a", "x", "P=1", 1, 1, 0.01);
    add(p, "a", "x", "P=2", 8, 2, 0.01);
    assert_true(
        says(p, ROWS_TSV,
             "table\tparams\t1\t8\tbest\tworst\na · x · mul · f64\tP=1\t8\t\t\t\na · x · mul · f64\tP=2\t\t4\t\t\n"));
    pivot_free(p);
}

/* Another column in the place of the rate; bars by matrix, a twin by its own name. */
TEST(shows_other_values_and_bars)
{
    struct pivot *p = made("matrix,kernel,time_ms");
    struct group_chart c = { 0 };
    add(p, "twin:a:seed=1", "x", "", 1, 2, 0.25);
    add(p, "twin:a:seed=1", "y", "", 1, 4, 0.1);
    add(p, "b", "y", "", 1, 8, 0.1);
    assert_true(says(p, ROWS_TSV, "\t2\t4\tx\ty\n"));
    assert_true(says(p, ROWS_MD, "\nms, median;"));
    assert_true(pivot_groups(p, 0, &c));
    assert_int_equal(c.groups, 2);
    assert_int_equal(c.bars, 2);
    assert_string_equal(c.unit, "ms");
    assert_string_equal(c.group[0].name, "a (twin)");
    assert_float_equal(c.group[0].bar[0].lo, 1.75, 1e-9);
    assert_string_equal(c.group[0].bar[1].mark, "worst");
    assert_true(isnan(c.group[1].bar[0].value));
    c.group[1].bar[groups_series(&c, "report, a box: y", true)].value = 9; /* with the fill of ours */
    char *svg = groups_to_svg(&c);
    assert_non_null(strstr(svg, "fill=\"url(#p1)\" fill-opacity"));
    assert_null(strstr(svg, "fill=\"url(#p0)\" fill-opacity"));
    assert_non_null(strstr(svg, ">a (twin)</text>"));
    free(svg);
    groups_free(&c);
    assert_false(pivot_groups(p, 1, &c));
    pivot_free(p);
}

/* The axis has room for the interval of the longest bar; only one of more than twice its length is cut, which is said.
 */
TEST(intervals_have_room)
{
    for (int i = 0; i < 2; i++) {
        struct group_chart c = { 0 };
        double x, end;
        struct bar_group *g = groups_add(&c, "a");
        g->bar[groups_series(&c, "x", false)] = (struct group_bar){ .value = 10, .lo = 8, .hi = i ? 30 : 14 };
        assert_true(groups_axis(&c).hi == (i ? 20 : 14));
        char *svg = groups_to_svg(&c);
        const char *line = strstr(svg, "stroke-width=\"1.4\"");
        while (line > svg && *line != '<')
            line--;
        assert_int_equal(sscanf(line, "<path d=\"M%lf %*fH%lf\"", &x, &end), 2);
        assert_true(i || end < 691); /* where the axis ends */
        assert_int_equal(strstr(svg, "cut at the end of the axis") != NULL, i);
        free(svg);
        groups_free(&c);
    }
}

/* The bars of a single matrix are named beside them: sixteen fills are too few for a legend of all kernels. */
TEST(one_group_needs_no_legend)
{
    struct pivot *p = made("matrix,kernel");
    struct group_chart c = { 0 };
    add(p, "a", "x", "", 1, 2, 0.5);
    add(p, "a", "y", "", 1, 4, 0.1);
    assert_true(pivot_groups(p, 0, &c));
    char *svg = groups_to_svg(&c);
    assert_non_null(strstr(svg, "text-anchor=\"end\">x</text>"));
    assert_non_null(strstr(svg, "text-anchor=\"end\">y</text>"));
    assert_null(strstr(svg, "url(#p1)"));
    assert_non_null(strstr(svg, "Thin lines: intervals"));
    free(svg);
    groups_free(&c);
    pivot_free(p);
}

/* The machines and libraries of all that a table or a picture holds stand below it, each once. */
TEST(names_all_machines)
{
    static const char *const on[][2] = {
        { "Xeon", "" }, { "H200", "CUDA 13.0" }, { "H200", "cuSPARSE 12.9.4" }, { "H200", "CUDA 13.0" }
    };
    struct pivot *p = made("matrix,kernel");
    struct group_chart c = { 0 };
    for (int i = 0; i < 4; i++) {
        json_t *m = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s}", "status", "ok", "matrix", "a", "kernel", "x", "processor",
                              on[i][0], "libraries", on[i][1], "date", "today");
        pivot_add(p, m, NULL);
        json_decref(m);
    }
    assert_true(says(p, ROWS_MD, " Xeon, H200 · today · CUDA 13.0, cuSPARSE 12.9.4\n"));
    assert_true(pivot_groups(p, 0, &c));
    assert_string_equal(c.caption, "Xeon, H200 · today · CUDA 13.0, cuSPARSE 12.9.4");
    groups_free(&c);
    pivot_free(p);
}

TEST(wants_two_settings)
{
    static const char *const wrong[] = { "",        "matrix", "matrix,matrix",       "matrix,speed",
                                         "matrix×", ",k",     "matrix,kernel,colour" };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct err e = { 0 };
        assert_null(pivot_new(wrong[i], &e));
        assert_int_equal(e.code, ERR_USAGE);
    }
}

TESTS(NULL, NULL)
