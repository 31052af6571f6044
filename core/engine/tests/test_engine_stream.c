/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_engine_stream: matrices and results that the engine sends, against what they are by definition. */
#include "core/engine/tests/engine_files.h"
#include "core/tests/cmocka.h"

/* An array file; returns its numbers, column after column, and their shape. */
static double *array_parse(char *text, int *rows, int *cols)
{
    char *line = strtok(text, "\n");
    assert_string_equal(line, "%%MatrixMarket matrix array real general");
    while ((line = strtok(NULL, "\n")) && *line == '%') {
    }
    assert_non_null(line);
    assert_int_equal(sscanf(line, "%d %d", rows, cols), 2);
    double *value = calloc((size_t)(*rows * *cols), sizeof *value);
    for (int i = 0; i < *rows * *cols; i++)
        value[i] = strtod(strtok(NULL, "\n"), NULL);
    assert_null(strtok(NULL, "\n"));
    return value;
}

/* y = A*x for every column, by the definition. */
static void assert_product(const double *x, const double *y, int k)
{
    for (int j = 0; j < k; j++) {
        for (int i = 0; i < 4; i++) {
            double sum = 0;
            for (int q = 0; q < 3; q++)
                sum += small[i][q] * x[q + 3 * j];
            assert_true(fabs(sum - y[i + 4 * j]) <= 1e-12 * 1e3);
        }
    }
}

ENGINE_TEST(test_mul)
{
    int rows, cols;
    open_file(c, "small.mtx");
    int cmd = client_say(c, "mul k=3 seed=7 savex=1\n");
    char *text = client_stream(c, "y", cmd);
    double *y = array_parse(text, &rows, &cols);
    assert_true(rows == 4 && cols == 3);
    free(text);
    text = client_stream(c, "x", cmd);
    double *x = array_parse(text, &rows, &cols);
    assert_true(rows == 3 && cols == 3);
    free(text);
    client_done(c, cmd, 0, "");
    assert_product(x, y, 3);
    free(x);
    free(y);
}

ENGINE_TEST(test_mul_with_x)
{
    int rows, cols;
    open_file(c, "small.mtx");
    int cmd = client_say(c, "mul kernel=cpu.ell.serial x=%s/x.mtx\n", folder);
    char *text = client_stream(c, "y", cmd);
    double *y = array_parse(text, &rows, &cols);
    assert_true(rows == 4 && cols == 2);
    free(text);
    client_done(c, cmd, 0, "");
    assert_product((const double[]){ 1, 2, 3, -1, 0.5, 8 }, y, 2);
    free(y);
    client_done(c, client_say(c, "mul x=%s/small.mtx\n", folder), 3, "needs 3 rows");
    client_done(c, client_say(c, "mul k=5 x=%s/x.mtx\n", folder), 3,
                "x.mtx has 2 columns, so k cannot be 5: leave out k, which X gives");
}

/* A coordinate file of an m × n matrix, as a dense one; returns how many entries it has. */
static int coordinates_parse(char *text, int m, int n, double *a)
{
    int rows, cols, entries, i, j;
    char *line = strtok(text, "\n");
    assert_string_equal(line, "%%MatrixMarket matrix coordinate real general");
    while ((line = strtok(NULL, "\n")) && *line == '%') {
    }
    assert_non_null(line);
    assert_int_equal(sscanf(line, "%d %d %d", &rows, &cols, &entries), 3);
    assert_true(rows == m && cols == n);
    for (int q = 0; q < entries; q++) {
        double v;
        assert_int_equal(sscanf(strtok(NULL, "\n"), "%d %d %lf", &i, &j, &v), 3);
        a[(i - 1) * n + j - 1] = v;
    }
    return entries;
}

ENGINE_TEST(test_write_and_transpose)
{
    double a[12] = { 0 }, at[12] = { 0 };
    open_file(c, "small.mtx");
    int cmd = client_say(c, "write\n");
    char *text = client_stream(c, "a", cmd);
    assert_int_equal(coordinates_parse(text, 4, 3, a), 5);
    free(text);
    client_done(c, cmd, 0, "");
    cmd = client_say(c, "transpose\n");
    text = client_stream(c, "at", cmd);
    assert_int_equal(coordinates_parse(text, 3, 4, at), 5);
    free(text);
    client_done(c, cmd, 0, "");
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            assert_true(a[i * 3 + j] == small[i][j] && at[j * 4 + i] == small[i][j]);
}

ENGINE_TEST(test_notice_and_show)
{
    int cmd = open_file(c, "small.mtx");
    json_t *event = client_until(c, "notice", cmd);
    assert_non_null(strstr(text_of(event, "text"), "duplicate"));
    json_decref(event);
    client_done(c, cmd, 0, "");
    cmd = client_say(c, "show %s/small.mtx\n", folder);
    char *text = client_stream(c, "text", cmd);
    assert_non_null(strstr(text, " 1.5     .  -2\n"));
    assert_non_null(strstr(text, "   .     .   .\n"));
    free(text);
    client_done(c, cmd, 0, "");
}

TESTS(files_make, files_remove)
