/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_advice: the part of a report's page that says which kernel to use, and what it was not compared with. */
#include "core/tests/cmocka.h"
#include "tui/report/report_job.h"

static void add(struct report_job *job, const char *kernel, const char *device, double ms)
{
    json_array_append_new(job->pool.pair,
                          json_pack("[{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:s,s:s,s:f,s:f,s:f,s:f}]", "ev", "measurement",
                                    "matrix", "a", "kernel", kernel, "device", device, "op", "mul", "type", "f64", "k",
                                    1, "cache", "warm", "status", "ok", "time_ms", ms, "ci_lo_ms", 0.99 * ms,
                                    "ci_hi_ms", 1.01 * ms, "gflops", 1 / ms));
}

/* A library that ran where nothing of ours did is beside the answer, as of another device. */
TEST(libraries_elsewhere)
{
    struct lines l = { 0 };
    struct report_job job = { .lines = &l };
    const struct report_part part = { .kind = PART_advice };
    char *text = NULL;
    size_t size;
    struct err e = { 0 };
    job.pool.pair = json_array();
    job.advice = json_array();
    add(&job, "cpu.csr.omp", "cpu", 1);
    add(&job, "peer.mkl", "cpu", 2);
    add(&job, "peer.petsc", "mpi", 3);
    add(&job, "peer.petsc", "mpi", 3);
    job.page = open_memstream(&text, &size);
    assert_true(report_advice(&job, &part, &e));
    fclose(job.page);
    assert_non_null(strstr(text, "k = 1, f64, of the 3 kernels that ran: Use cpu.csr.omp: 1.96 to 2.05× peer.mkl"));
    assert_non_null(strstr(text, "On mpi: peer.petsc, and cpu.csr.omp is 2.94 to 3.07× as fast."));
    assert_null(strstr(text, "Not compared"));
    free(text);
    json_decref(job.pool.pair);
    json_decref(job.advice);
}

TESTS(NULL, NULL)
