/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_replay: a recording of protocol 1, which has no operations, no families of devices and nothing about
   compression, still gives its rows and its screen. */
#include "tui/lines/tests/program.h"
#include "tui/model/model.h"

#define RECORDING "tui/lines/tests/protocol-1.jsonl"

/* The recording, into the test's folder. */
static void bring(const char *path, const char *name)
{
    char *text = slurp(path);
    assert_non_null(text);
    write_file(name, text);
    free(text);
}

TEST(rows)
{
    bring(RECORDING, "old");
    runs("$NZ replay old --tsv | cut -f 1-29");
    assert_string_equal(
        out, OLD_HEADER
        "\n"
        "old\t4\t4\t10\tmul\tf64\t4\trow\tcpu.csr.serial\tcsr\tcpu\t1\t\twarm\t0.25\t\t10\t4e-05\t4e-05\t3e-05\t3e-05\t"
        "5e-05\t2\t1\t8\t\t1\t0.125\tok\n"
        "old\t4\t4\t10\tmul\tf64\t4\trow\tgpu.csr.vector\tcsr\tgpu0\t\t\twarm\t0.5\t0.25\t10\t1e-05\t1e-05\t1e-05\t1e-"
        "05\t1e-05\t8\t4\t32\t\t4\t0.25\tok\n"
        "old\t4\t4\t10\ttranspose\tf64\t\t\tcpu.transpose.serial\tcsr\tcpu\t1\t\twarm\t0\t\t10\t2e-06\t2e-06\t2e-06\t2e"
        "-06\t2e-06\t\t5\t64\t\t1\t0\tok\n");
    /* and they go on in a table that has the columns of then */
    write_file("table", OLD_HEADER "\n");
    runs("$NZ replay old --append table && wc -l <table && tail -1 table");
    assert_int_equal(atoi(out), 4);
    assert_int_equal(tabs(line(out, 1)), tabs(OLD_HEADER));
    assert_string_equal(field(line(out, 1), 23), "5");
}

/* Kernels say which operations there are; only mul could leave the order of the file. */
TEST(operations)
{
    struct model *m = model_new();
    FILE *f = fopen(RECORDING, "r");
    char row[2000];
    assert_non_null(m);
    assert_non_null(f);
    while (fgets(row, sizeof row, f)) {
        json_t *event = json_loads(row, 0, NULL);
        assert_non_null(event);
        model_apply(m, event);
        json_decref(event);
    }
    fclose(f);
    assert_int_equal(m->operations, 2);
    assert_true(model_operation(m, "mul")->reorders);
    assert_false(model_operation(m, "transpose")->reorders);
    assert_int_equal(m->runs, 3);
    assert_true(m->run[1].flops && m->run[1].columns);
    assert_false(m->run[2].flops || m->run[2].columns);
    model_free(m);
}

/* A run without k is shown in Gnnz/s. */
TEST(screen)
{
    bring(RECORDING, "old");
    runs("echo '{\"t\":1e308,\"ev\":\"notice\",\"text\":\"late\"}' >>old"); /* nobody waits for it */
    shows("end of the recording", "timeout 20 $NZ replay old --size 80x24 --screenshot s.txt && cat s.txt");
    assert_non_null(strstr(out, "operation   mul"));
    assert_non_null(strstr(out, "gpu.csr.vector  a warp per row"));
    assert_non_null(strstr(out, "Gnnz/s"));
    assert_non_null(strstr(out, "5.00"));
}

/* What a later protocol means by its numbers is not known here. */
TEST(future)
{
    write_file("new", "{\"t\":0,\"ev\":\"hello\",\"protocol\":3}\n{\"t\":1,\"ev\":\"ready\"}\n");
    fails(3, "new:1: the recording is of protocol 3, this nzscope reads 2 and older ones", "$NZ replay new --tsv");
}

TESTS(prepare, clean)
