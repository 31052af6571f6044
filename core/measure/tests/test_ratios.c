/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ratios: what core/tools/ratios.awk makes of rows whose ratios are known. */
#include "core/tests/cmocka.h"

static const char header[] = "matrix\tm\tn\tnnz\top\ttype\tk\tkernel\tdevice\tthreads\tparams\tcache\tprepare_ms\t"
                             "upload_ms\tsamples\ttime_ms\tgflops\tgnnzs\tgbs\troof\troof_frac\tstatus\n";

/* A row of matrix A or B, which moves 20 MB at 20 GB/s at most; k = 0: none; time NULL: not measured, and why. */
static void row(FILE *f, const char *matrix, const char *op, int k, const char *kernel, int threads, const char *time,
                const char *status)
{
    const double ms = time ? atof(time) : 1;
    char columns[12] = "";

    if (k > 0)
        snprintf(columns, sizeof columns, "%d", k);
    fprintf(f, "%s\t9\t9\t27\t%s\tf64\t%s\t%s\tcpu\t%d\t\twarm\t1\t\t5\t%s\t%s\t1.5\t%g\tDRAM\t%g\t%s\n", matrix, op,
            columns, kernel, threads, time ? time : "", k > 0 ? "3" : "", 20 / ms, 1 / ms, status);
}

/* The report on the rows that `write` writes; to be freed. */
static char *report(void (*write)(FILE *))
{
    char path[] = "/tmp/nzscope-ratios-XXXXXX", command[200];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    fputs(header, f);
    write(f);
    fclose(f);
    snprintf(command, sizeof command,
             "awk -f core/tools/ratio_cells.awk -f core/tools/ratios.awk -v device=cpu -v labelled=cpu.packed %s",
             path);
    FILE *p = popen(command, "r");
    assert_non_null(p);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    size_t n = fread(text, 1, (1 << 16) - 1, p);
    assert_true(n > 0);
    assert_int_equal(pclose(p), 0);
    unlink(path);
    return text;
}

/* SpMV: ratios 8 / 2 = 4 on A and 3 / 3 = 1 on B, mean 2; without the labelled kernel 2 and 1, mean √2. The floor is 1
   ms: shares 1/2 and 1/3, mean 1/√6. */
static void spmv(FILE *f)
{
    row(f, "A", "mul", 1, "cpu.plain", 2, "4", "ok");
    row(f, "A", "mul", 1, "cpu.packed", 2, "2", "ok");
    row(f, "A", "mul", 1, "cpu.auto", 2, "2.2", "ok");
    row(f, "A", "mul", 1, "peer.slow", 2, "9", "ok");
    row(f, "A", "mul", 1, "peer.fast", 2, "8", "ok");
    row(f, "B", "mul", 1, "cpu.plain", 2, "3", "ok");
    row(f, "B", "mul", 1, "cpu.auto", 2, "3", "ok");
    row(f, "B", "mul", 1, "peer.fast", 2, "3", "ok");
}

TEST(test_means)
{
    char *text = report(spmv);
    assert_non_null(strstr(text,
                           "| SpMV | both | all | 2 | 2.00 | 1.41 | 1.91 | 0.41 | 1.00: B f64 k = 1 2 threads | 0 | "
                           "1.4 met; worst 1.00 met |"));
    assert_null(strstr(text, "| SpMM |"));
    assert_non_null(strstr(text, "Fastest peer, by cells: peer.fast in 2."));
    free(text);
}

/* auto is 10% behind on A and even on B: 5% on average. */
TEST(test_regret)
{
    char *text = report(spmv);
    assert_non_null(strstr(text, "| SpMV | 2 | +5.0% | +10%: A f64 k = 1 2 threads |"));
    free(text);
}

/* A kernel that knows one thread only is a rival at any number of them; a wrong result is none, and is told. */
static void rivals(FILE *f)
{
    row(f, "A", "transpose", 0, "cpu.t", 1, "8", "ok");
    row(f, "A", "transpose", 0, "cpu.t", 2, "6", "ok");
    row(f, "A", "transpose", 0, "peer.serial", 1, "4", "ok");
    row(f, "A", "transpose", 0, "peer.wrong", 2, NULL, "FAIL");
}

TEST(test_rivals)
{
    char *text = report(rivals);
    assert_non_null(strstr(text, "| transpose | f64 | 1 | 1 | 0.50 |"));
    assert_non_null(strstr(text, "| transpose | f64 | 2 | 1 | 0.67 |"));
    assert_non_null(strstr(text, "5.0 missed by 88%; worst 1.50 missed by 67% |")); /* √(1/2 · 2/3) = 0.577 of 5 */
    assert_non_null(strstr(text, "- FAIL: peer.wrong on A, transpose f64\n"));
    free(text);
}

/* Measured once more, the later row counts. */
static void again(FILE *f)
{
    row(f, "A", "mul", 4, "cpu.plain", 2, "9", "ok");
    row(f, "A", "mul", 4, "peer.fast", 2, "6", "ok");
    fputs(header, f);
    row(f, "A", "mul", 4, "cpu.plain", 2, "2", "ok");
}

TEST(test_again)
{
    char *text = report(again);
    assert_non_null(strstr(text, "| SpMM | f64 | 2 | 1 | 3.00 |"));
    free(text);
}

/* Any operation has its place, its unit and its floor. One that sits on the floor is not behind. */
static void others(FILE *f)
{
    row(f, "A", "tmul", 4, "cpu.plain", 2, "1.05", "ok");
    row(f, "A", "tmul", 4, "peer.fast", 2, "1", "ok");
    row(f, "A", "scan", 0, "cpu.scan", 2, "4", "ok");
    row(f, "A", "transpose", 0, "cpu.t", 2, "1.05", "ok");
    row(f, "A", "transpose", 0, "peer.t", 2, "1", "ok");
    row(f, "B", "transpose", 0, "cpu.t", 2, "4", "ok");
    row(f, "B", "transpose", 0, "peer.t", 2, "2", "ok");
}

TEST(test_others)
{
    char *text = report(others);
    assert_non_null(strstr(text, "| tmul | f64 | 2 | 1 | 0.95 | 0.95 | – | 0.95 |"));
    assert_non_null(strstr(
        text, "| tmul 4 | f64 | 2 | plain | 1.050 | 3.000 GFLOPS | 95% | 1.000 | peer.fast | 1.000 | 100% | 0.95 |"));
    assert_non_null(strstr(text, "| scan | f64 | 2 | scan | 4.000 | 1.500 Gnnz/s | 25% | 1.000 | – | | |"));
    assert_non_null(strstr(text, "| 0.49 | 0.50: B f64 2 threads | 1 |")); /* of the two transpositions B is below */
    free(text);
}

TESTS(NULL, NULL)
