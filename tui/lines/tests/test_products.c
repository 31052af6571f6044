/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_products: the files that mul and transpose write, in the order of the file whatever the order that is computed
 * in. */
#include <sys/stat.h>

#include "core/base/text.h"
#include "tui/lines/tests/program.h"

enum { M = 5, N = 7, K = 3 };

/* Reads a Matrix Market array as written: comments, sizes, values by columns. */
static void read_array(const char *name, int rows, int cols, double *x)
{
    FILE *f = fopen(at(name), "r");
    char text[200];
    int m, n;
    assert_non_null(f);
    do {
        assert_non_null(fgets(text, sizeof text, f));
    } while (text[0] == '%');
    assert_int_equal(sscanf(text, "%d %d", &m, &n), 2);
    assert_int_equal(m, rows);
    assert_int_equal(n, cols);
    for (int i = 0; i < rows * cols; i++)
        assert_int_equal(fscanf(f, "%lf", &x[i]), 1);
    fclose(f);
}

static const char *size_of(char text[TEXT_SIZE], const char *name)
{
    struct stat st;
    assert_int_equal(stat(at(name), &st), 0);
    return text_bytes(text, (uint64_t)st.st_size);
}

TEST(test_mul)
{
    double a[M][N] = { { 0 } }, x[N * K], y[M * K];
    FILE *f = fopen(at("a.mtx"), "w");
    fprintf(f, "%%%%MatrixMarket matrix coordinate real general\n%d %d 12\n", M, N);
    for (int e = 0; e < 12; e++) {
        int i = e * 7 % M, j = e * 5 % N;
        double value = 1.0 / (e + 3);
        a[i][j] += value;
        fprintf(f, "%d %d %.17g\n", i + 1, j + 1, value);
    }
    fclose(f);
    static const char *const kernels[] = { "", "--kernel cpu.csr.serial", "--kernel cpu.ell.omp" };
    char wrote[200], sizes[2][TEXT_SIZE];
    for (int t = 0; t < 3; t++) {
        runs("$NZ mul a.mtx -k 3 --seed 5 %s --save-x x.mtx -o y.mtx", kernels[t]);
        assert_string_equal(out, "");
        snprintf(wrote, sizeof wrote,
                 "nzscope: wrote y.mtx: 5 × 3, 15 values, %s\nnzscope: wrote x.mtx: 7 × 3, 21 values, %s\n",
                 size_of(sizes[0], "y.mtx"), size_of(sizes[1], "x.mtx"));
        assert_string_equal(said, wrote);
        read_array("x.mtx", N, K, x);
        read_array("y.mtx", M, K, y);
        for (int i = 0; i < M; i++) {
            for (int c = 0; c < K; c++) {
                double sum = 0;
                for (int j = 0; j < N; j++)
                    sum += a[i][j] * x[c * N + j];
                assert_true(fabs(sum - y[c * M + i]) < 1e-14);
            }
        }
    }
    runs("$NZ mul a.mtx x.mtx --kernel cpu.ell.omp -o - | cmp - y.mtx"); /* the kernel that wrote y: to the bit */
    assert_string_equal(said, "");
    runs("$NZ mul a.mtx x.mtx -o /dev/null");
    assert_string_equal(said, "");
    runs("$NZ pack a.mtx && $NZ gen diag:1 -o one.mtx && $NZ transpose a.mtx -o t.mtx");
    assert_non_null(strstr(said, "nzscope: wrote a.nzs: 5 × 7, 12 entries, "));
    assert_non_null(strstr(said, "nzscope: wrote one.mtx: 1 × 1, 1 entry, "));
    assert_non_null(strstr(said, "nzscope: wrote t.mtx: 7 × 5, 12 entries, "));
    shows("\n5 7 12\n", "$NZ transpose a.mtx -o at.mtx && $NZ transpose at.mtx -o - && $NZ show a.mtx");
    shows("\"nnz\": 64", "$NZ gen stencil5:4 -o s.mtx && $NZ info s.mtx --json");
    runs("test -z \"$(ls -A | grep -v '^[a-z]*\\.[a-z]*$' | grep -v -e out -e said -e status)\""); /* no leftovers */
}

/* Whatever the order that is computed in, Y is in the order of the file. */
TEST(test_reorder)
{
    double y[2][200 * K];
    static const char *const orders[] = { "none", "rcm" };
    for (int t = 0; t < 2; t++) {
        runs("$NZ mul gen:uniform:200:200:900 -k %d --reorder %s -o y.mtx", K, orders[t]);
        read_array("y.mtx", 200, K, y[t]);
    }
    for (int i = 0; i < 200 * K; i++)
        assert_true(fabs(y[0][i] - y[1][i]) < 1e-13);
    shows("\n  before      lower ", "$NZ info gen:road:3000 --reorder rcm");
    assert_non_null(strstr(out, "\n  order       rcm, found and applied in "));
    shows("\"reorder\": \"rcm\"", "$NZ info gen:road:3000 --reorder rcm --json");
    shows("| cpu.csr.serial reorder=rcm |",
          "$NZ bench gen:demo --kernel cpu.csr.serial --samples 3 --reorder rcm,none --md");
    assert_non_null(strstr(out, "\n- demo cpu.csr.serial f64 k=1: reorder=rcm: order took "));
    runs("$NZ bench gen:demo --kernel cpu.csr.omp --threads 1 --samples 3 --reorder rcm"); /* without defaults */
    assert_non_null(strstr(said, "nzscope: demo cpu.csr.omp f64 k=1: reorder=rcm: order took "));
    shows("\treorder=rcm\t",
          "printf 'open gen:road:3000\\nreorder rcm\\nset samples 3\\nbench --kernel cpu.csr.serial\\n"
          "reorder none\\ninfo\\n' | $NZ prompt -");
    assert_null(strstr(out, "\n  order "));
    shows("\nmetis-nd\t", "$NZ list reorderings");
}

/* A matrix from the standard input, compressed or not; its file is gone afterwards. */
TEST(test_input)
{
    runs("mkdir tmp && $NZ gen stencil5:8 -o s.mtx && gzip -k s.mtx");
    shows("\nstdin\t64\t64\t288\tmul\t", "TMPDIR=$PWD/tmp $NZ bench - --kernel cpu.csr.serial --samples 3 <s.mtx.gz");
    shows("stdin: 64 x 64, 288 entries", "cat s.mtx | TMPDIR=$PWD/tmp $NZ show -");
    runs("TMPDIR=$PWD/tmp $NZ pack - <s.mtx && $NZ mul s.mtx -k 2 -o y.mtx && $NZ mul stdin.nzs -k 2 -o - | cmp - "
         "y.mtx");
    runs("rmdir tmp");
}

/* An example can be used as it stands. */
TEST(test_generators)
{
    shows("name\tform\twhat\targuments\texample\ndemo\tgen:demo\t", "$NZ list generators");
    assert_non_null(strstr(out, "\nband\tgen:band:N:HALF\ta full band"));
    shows("arrow:100000", "$NZ info $($NZ list generators | cut -f5 | grep gen:arrow)");
}

TESTS(prepare, clean)
