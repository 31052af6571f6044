/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rows: what bench prints and writes: rows, means, and what they say. */
#include "core/measure/interval.h"
#include "tui/lines/tests/program.h"

TEST(test_bench)
{
    runs("$NZ bench gen:stencil5:10 gen:diag:9 --kernel cpu.csr.serial,cpu.csr.omp -k 1,2 --threads 1 "
         "--summary hmean");
    /* what is best, or that this is unclear (test_verdict) and what would help, once; and nothing else */
    const char *second = strstr(said, "nzscope: hmean of 2 matrices, mul f64 k=2: ");
    assert_int_equal(strncmp(said, "nzscope: hmean of 2 matrices, mul f64 k=1: ", 43), 0);
    assert_true(second && second == line(said, 1));
    assert_true((strncmp(line(said, 2), "nzscope: in doubt: --until", 26) == 0) ==
                (strstr(said, "are in doubt") != NULL));
    assert_string_equal(line(said, 3), "");
    assert_true(strstr(second, ": best cpu.csr.") || strstr(second, ": no best: "));
    assert_int_equal(strncmp(out, HEADER "\n", strlen(HEADER) + 1), 0);
    double sum = 0;
    int rows = 0, means = 0;
    for (const char *row = line(out, 1); *row; row = line(row, 1)) {
        assert_int_equal(tabs(row), COLUMNS - 1);
        if (strcmp(field(row, 28), "summary") == 0) {
            assert_string_equal(field(row, 0), "hmean");
            assert_string_equal(field(row, 16), "2");
            means++;
            if (strcmp(field(row, 6), "1") == 0 && strcmp(field(row, 8), "cpu.csr.serial") == 0) {
                double mean = atof(field(row, 22));
                assert_true(fabs(2 / mean - sum) < 1e-4 * sum);
            }
            continue;
        }
        rows++;
        assert_string_equal(field(row, 28), "ok");
        double nnz = atof(field(row, 3)), k = atof(field(row, 6)), ms = atof(field(row, 17)),
               gflops = atof(field(row, 22));
        assert_true(fabs(gflops - 2e-6 * nnz * k / ms) < 1e-3 * gflops);
        if (k == 1 && strcmp(field(row, 8), "cpu.csr.serial") == 0)
            sum += 1 / gflops;
    }
    assert_int_equal(rows, 8);
    const char *row = line(out, 1);
    int year, month, seconds;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    assert_int_equal(sscanf(field(row, 37), "%4d-%2d-%*2dT%*2d:%*2d:%2dZ", &year, &month, &seconds), 3);
    assert_string_equal(field(row, 38), host);
    assert_true(*field(row, 39)); /* the processor */
    assert_string_equal(field(row, 42), NZ_VERSION);
    assert_int_equal(means, 4);
}

/* A quiet machine reaches the wanted spread; on a busy one the row says that it did not. */
TEST(a_row_says_that_it_spreads_more_than_wanted)
{
    double lo, mid, hi;
    char flags[100] = "";
    runs("$NZ bench gen:diag:5 --kernel cpu.csr.serial --until 3%% --columns ci_lo_ms,time_ms,ci_hi_ms,flags --tsv");
    assert_in_range(sscanf(line(out, 1), "%lf%lf%lf%99s", &lo, &mid, &hi, flags), 3, 4);
    assert_int_equal(strstr(flags, "until") != NULL, interval_spread(mid, lo, hi) > 0.03);
}

/* In turns, the ratio counts; a message says so, too. */
TEST(two_in_turns_say_that_their_ratio_spreads)
{
    double lo, mid, hi;
    char flags[100];
    bool any = false;
    runs("$NZ bench gen:diag:5 --compare cpu.csr.serial,cpu.csr.serial --until 3%% --columns "
         "ratio_lo,ratio,ratio_hi,flags --tsv");
    for (int i = 1; i <= 2; i++) {
        *flags = '\0';
        assert_in_range(sscanf(line(out, i), "%lf%lf%lf%99s", &lo, &mid, &hi, flags), 3, 4);
        assert_int_equal(strstr(flags, "until") != NULL, interval_spread(mid, lo, hi) > 0.03);
        any |= strstr(flags, "until") != NULL;
    }
    assert_int_equal(strstr(said, " spread more: diag:5 cpu.csr.serial f64 k=1 (the ratio ±") != NULL, any);
}

TEST(test_bench_files)
{
    const char *words = "$NZ bench gen:diag:5 --kernel cpu.csr.serial";
    runs("%s --append rows.tsv && %s --append rows.tsv && cat rows.tsv", words, words);
    assert_int_equal(strncmp(out, HEADER, strlen(HEADER)), 0);
    assert_int_equal(strncmp(line(out, 1), "diag:5\t5\t5\t5\tmul\tf64\t1", 20), 0);
    assert_int_equal(strncmp(line(out, 2), "diag:5\t", 7), 0);
    assert_string_equal(line(out, 3), "");
    runs("%s --json -o rows.json && cat rows.json", words);
    assert_non_null(strstr(said, "nzscope: wrote rows.json: 1 row\n"));
    json_t *list = json_loads(out, 0, NULL);
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "kernel")), "cpu.csr.serial");
    json_decref(list);
    runs("%s --csv", words);
    assert_int_equal(strncmp(out, "matrix,m,n,nnz,op", 17), 0);
    runs("%s --md", words);
    assert_ptr_equal(out, strstr(out, "| matrix | kernel | op | k | type | device | GFLOPS | time | ± | roof | speedup "
                                      "| library | flags | check |\n"));
    assert_int_equal(strncmp(line(out, 1), "| --- | --- |", 13), 0);
    assert_non_null(strstr(line(out, 2), "| ok |\n\n"));
    assert_non_null(strstr(line(out, 4), " · nzscope "));
    /* what is best on each problem; the rule of thumb is about kernels of a GPU */
    shows("\n- band:300:10 mul f64 k=1: ",
          "$NZ bench gen:band:300:10 --kernel cpu.csr.omp,cpu.ell.omp -k 1,2 --samples 3 --md");
    assert_non_null(strstr(out, "; a row has 20.6 entries, deviation 1."));
    assert_non_null(strstr(out, "\n- band:300:10 mul f64 k=2: "));
    assert_null(strstr(out, "ELLPACK should be fastest"));
    runs("{ $NZ bench gen:diag:5; echo $? >status; } | head -n 1; cat status"); /* quiet when nobody listens */
    assert_string_equal(line(out, 1), "0\n");
    assert_true(!strstr(said, "pipe") && !strstr(said, "writ")); /* that the machine was busy may be said */
    fails(2, "--append", "$NZ bench gen:diag:5 --json --append rows.tsv");
}

/* A row that was appended without a base has the one that the table has of its problem, machine and engine. */
TEST(a_table_may_have_the_base)
{
#define BASED(matrix, kernel, ms, host, speedup)                                                                       \
    matrix "\tmul\tf64\t1\t" kernel "\tcpu\twarm\t" ms "\t" ms "\t" ms "\t9\t" speedup "\tok\t" host "\n"
    write_file("based.tsv", "matrix\top\ttype\tk\tkernel\tdevice\tcache\ttime_ms\tci_lo_ms\tci_hi_ms\tgflops\t"
                            "speedup\tstatus\thost\n" BASED("a", "cpu.csr.serial", "8", "h", "1")
                                BASED("a", "cpu.csr.omp", "2", "h", "") BASED("b", "cpu.csr.omp", "2", "h", "")
                                    BASED("a", "cpu.csr.omp", "2", "other", "") BASED("a", "cpu.x", "2", "h", "3"));
    prints("1\n4\n3\n", "$NZ list based.tsv --json | sed -n 's/.*\"speedup\": \\([0-9][0-9]*\\).*/\\1/p'");
}

/* A table for people, or for a script that wants three of the columns. */
TEST(chosen_columns)
{
#define CHOSEN "$NZ bench gen:diag:5 --kernel cpu.csr.serial -k 1,2 --samples 1 --columns k,kernel,nnz "
    prints("k\tkernel\tnnz\n1\tcpu.csr.serial\t5\n2\tcpu.csr.serial\t5\n", CHOSEN);
    prints("k,kernel,nnz\n1,cpu.csr.serial,5\n2,cpu.csr.serial,5\n", CHOSEN "-o k.csv && cat k.csv");
    prints("[\n  {\"k\": 1, \"kernel\": \"cpu.csr.serial\", \"nnz\": 5},\n"
           "  {\"k\": 2, \"kernel\": \"cpu.csr.serial\", \"nnz\": 5}\n]\n",
           CHOSEN "--json");
    shows("| k | kernel | nnz |\n| ---: | --- | ---: |\n| 1 | cpu.csr.serial | 5 |\n", CHOSEN "--md");
    fails(2, "there is no column 'kernl'; did you mean kernel? (nzscope list columns names them)",
          "$NZ bench gen:diag:5 --columns k,kernl");
    fails(2, "--columns names k twice", "$NZ bench gen:diag:5 --columns k,nnz,k");
    fails(2, "not with --pivot or --append", CHOSEN "--append rows.tsv");
    fails(3, "k.csv:1: not a table of bench (TSV, CSV or JSON), or one of chosen columns: none is named matrix",
          "$NZ diff k.csv k.csv");
    fails(2, "not with --pivot or --append", CHOSEN "--pivot matrix,k");
    runs("$NZ list columns | cut -f1 | tail -n +2 | head -62 | paste -s");
    assert_string_equal(out, HEADER "\n");
}

/* Bars by matrix: a picture for each table, here one for each k. */
TEST(test_group)
{
    runs("$NZ bench gen:diag:50 gen:diag:60 --kernel cpu.csr.serial -k 1,2 --samples 3 --group g.svg -o rows.tsv "
         "--force && "
         "cat g.svg");
    assert_non_null(strstr(said, "nzscope: wrote rows.tsv: 4 rows\nnzscope: wrote g.svg\n"));
    assert_int_equal(strncmp(out, "<svg ", 5), 0);
    assert_non_null(strstr(out, ">diag:50</text>"));
    assert_non_null(strstr(out, "k=1"));
    runs("cat g-2.svg; test ! -e g-3.svg");
    assert_non_null(strstr(out, "k=2"));
    fails(2, "is an .svg file", "$NZ bench gen:diag:5 --group x.txt");
}

/* A curve of what was measured: SVG by its suffix, else text; nothing is written where nothing was measured. */
TEST(test_plot)
{
    const char *words = "$NZ bench gen:diag:50 --kernel cpu.csr.serial -k 1..8x2 --samples 3 --force -o rows.tsv";
    runs("%s --plot k.svg && cat k.svg", words);
    assert_int_equal(strncmp(out, "<svg ", 5), 0);
    assert_non_null(strstr(out, ">diag:50 · mul · f64</text>"));
    assert_non_null(strstr(out, ">k (log)</text>"));
    assert_non_null(strstr(out, ">cpu.csr.serial</text>"));
    runs("%s --plot -", words);
    assert_int_equal(strncmp(out, "diag:50 · mul · f64\n", 20), 0);
    assert_non_null(strstr(out, " a cpu.csr.serial\n"));
    assert_non_null(strstr(out, " k (log)\n"));
    /* a roofline has the flat roof, although the peak is known only once it has been measured */
    runs("XDG_STATE_HOME=$PWD/fresh %s --plot roof.svg --axes intensity,gflops && cat roof.svg", words);
    assert_non_null(strstr(out, " f64 peak "));
    fails(2, "is named twice", "$NZ bench gen:diag:5 -o rows.txt --plot rows.txt");
    fails(2, "an .svg or a .txt file", "$NZ bench gen:diag:5 --plot x.png");
    fails(2, "--compare wants two kernels", "$NZ bench gen:diag:5 --compare ,");
    fails(2, "--compare wants two kernels", "$NZ bench gen:diag:5 --compare cpu.csr.serial,");
    fails(2, "--compare wants two kernels", "$NZ bench gen:diag:5 --compare cpu.csr.serial -k 1,2"); /* with itself */
    shows("cpu.csr.omp", "$NZ bench gen:diag:5 --compare cpu.csr.omp --set NZ_PER_CHUNK=1,1600 --samples 1 --md");
    /* of what did not run that is said, once, but where nothing ran */
    assert_int_equal(run("$NZ bench gen:diag:5 gen:diag:6 --kernel 'cpu.csr.serial,cpu.transpose.*,cpu.sell.*' "
                         "--samples 1"),
                     0);
    const char *idle = strstr(said, "nzscope: no kernel of cpu.transpose.* ran; nzscope list kernels says");
    assert_non_null(idle);
    assert_null(strstr(idle + strlen("nzscope: no"), "no kernel of"));
    /* it says of which problem, and the intervals are not asked once more */
    shows("\n- diag:5 f64 k=1: cpu.csr.",
          "$NZ bench gen:diag:5 --compare cpu.csr.serial,cpu.csr.naive -k 1,2 --samples 1 --md");
    assert_non_null(strstr(out, "\n- diag:5 f64 k=2: cpu.csr."));
    assert_null(strstr(out, "best"));
    fails(7, "is left out of mul",
          "$NZ bench gen:uniform:4:9:7 --kernel cpu.csr.runs --plot no.svg; s=$?; test ! -e no.svg && "
          "exit $s");
}

/* A table to read has only those parameters that are not as by default. */
TEST(changed_parameters)
{
    runs("$NZ bench gen:diag:50 --kernel cpu.csr.omp --samples 3 --threads 1 --md");
    assert_non_null(strstr(out, "| cpu.csr.omp | "));
    runs("$NZ bench gen:diag:50 --kernel cpu.csr.omp --samples 3 --threads 1 --set NZ_PER_CHUNK=77 --md");
    assert_non_null(strstr(out, "| cpu.csr.omp NZ_PER_CHUNK=77 | "));
}

/* What the engine says of the machine, from a recording: words are joined, what is missing stays empty. */
TEST(test_machine)
{
    write_file("said.jsonl",
               "{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n"
               "{\"t\":0,\"ev\":\"measurement\",\"matrix\":\"a\",\"status\":\"ok\",\"blocks\":6,\"flags\":[\"busy\","
               "\"wide\"],\"date\":\"2026-01-02T03:04:05Z\",\"host\":\"box\",\"clock_end_mhz\":1980,\"load_others\":0."
               "5,\"roof\":\"L2\",\"origin\":\"twin\",\"phases\":{\"count\":0.5,\"scan\":0.25},\"library\":1.25,"
               "\"unclear\":[\"speedup\",\"library\"]}\n"
               "{\"t\":0,\"ev\":\"measurement\",\"matrix\":\"b\",\"status\":\"ok\",\"flags\":[]}\n");
    runs("$NZ replay said.jsonl --tsv");
    assert_string_equal(
        line(out, 1) + strlen("a") + 28,
        "ok\t6\tbusy,wide\t\t1.25\t\t\t\t\t2026-01-02T03:04:05Z\tbox\t\t\t\t\t\t\t1980\t0.5\tL2\ttwin\tcount=0.5 "
        "scan=0.25\t\t\t\t\t\tspeedup,library\t\t\t\t\t\t\nb"
        "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\tok\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t"
        "\t\t\t\t\t\t\t\n");
    shows(" | ≈1.25× | ", "$NZ replay said.jsonl --md");
    runs("$NZ replay said.jsonl --csv | cut -d, -f29-32");
    assert_string_equal(line(out, 1), "ok,6,\"busy,wide\"\nok,,,\n");
}

/* JSON has no NaN and no infinity, and no text in their place. A row that lacks a value has its key all the same, which
   reading leaves out. */
TEST(json_has_null)
{
    write_file("said.jsonl",
               "{\"t\":0,\"ev\":\"hello\",\"protocol\":2}\n"
               "{\"t\":0,\"ev\":\"measurement\",\"matrix\":\"nan\",\"status\":\"ok\",\"pays_after\":\"nan\"}\n"
               "{\"t\":0,\"ev\":\"measurement\",\"matrix\":\"inf\",\"status\":\"ok\",\"pays_after\":\"inf\"}\n");
    runs("$NZ replay said.jsonl --json --columns matrix,pays_after");
    assert_string_equal(out,
                        "[\n  {\"matrix\": \"nan\", \"pays_after\": null},\n  {\"matrix\": \"inf\", \"pays_after\": "
                        "null}\n]\n");
    runs("$NZ replay said.jsonl --tsv --columns matrix,pays_after");
    assert_string_equal(out, "matrix\tpays_after\nnan\tnan\ninf\tinf\n");
    runs("$NZ replay said.jsonl --json");
    assert_non_null(strstr(line(out, 1), "\"flags\": [], \"scaling\": null, "));
    shows("\"versus\": null", "$NZ bench gen:diag:5 --kernel cpu.csr.serial --json -o whole.json && cat whole.json");
    runs("$NZ list whole.json --json");
}

/* Serial code is measured before its peers, and its row has what they come to, in its place. */
TEST(serial_code_beside_peers)
{
    if (run("$NZ list kernels | grep '^peer.eigen.*yes'") != 0)
        skip();
    runs("$NZ bench gen:stencil5:40 --kernel cpu.csr.serial,peer.eigen --threads 1 -k 1,2 --samples 3 --tsv | "
         "awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } "
         "{ print $at[\"k\"], $at[\"kernel\"], ($at[\"speedup\"] > 0), ($at[\"library\"] > 0), "
         "($at[\"prepare_products\"] != \"\") }'");
    assert_string_equal(out, "1 cpu.csr.serial 1 1 1\n1 peer.eigen 1 0 0\n2 cpu.csr.serial 1 1 1\n"
                             "2 peer.eigen 1 0 0\n");
}

/* The time limit comes before --samples: that is said. */
TEST(fewer_samples)
{
    runs("$NZ bench gen:stencil27:60 --kernel cpu.csr.serial --samples 1024");
    assert_non_null(strstr(said, "nzscope: --samples 1024: 1 of 1 result has fewer, "));
    runs("$NZ bench gen:diag:5 --kernel cpu.csr.serial --samples 3");
    assert_null(strstr(said, "--samples"));
}

TESTS(prepare, clean)
