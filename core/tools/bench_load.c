/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_load: opens a matrix and prints the cost: FILE bytes nnz wall_s cpu_s parse_cpu_s peak_bytes csr_bytes. */
#include <sys/resource.h>
#include <sys/stat.h>

#include "core/base/clock.h"
#include "core/engine/open.h"

/* CPU seconds: when opening began, and how long parsing took (0: not over yet). */
struct phase {
    double begin, parse;
};

static double processor_s(void)
{
    return 1e-3 * clock_read_ms(CLOCK_PROCESS_CPUTIME_ID);
}

/* Parsing ends with the first report that is not about reading. */
static bool watch(void *arg, const char *what, uint64_t done, uint64_t total)
{
    struct phase *p = arg;

    (void)done, (void)total;
    if (p->parse == 0 && strcmp(what, "reading") != 0)
        p->parse = processor_s() - p->begin;
    return true;
}

int main(int argc, char **argv)
{
    struct matrix a;
    struct err e = { 0 };
    struct stat st;
    struct rusage before, after;

    if (argc != 2 || stat(argv[1], &st)) {
        fprintf(stderr, "usage: bench_load FILE\n");
        return 2;
    }
    getrusage(RUSAGE_SELF, &before);
    struct phase phase = { .begin = processor_s() };
    struct progress progress = { watch, &phase };
    double wall = clock_s();
    if (!matrix_open(argv[1], limit_default(), &progress, &a, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return (int)e.code;
    }
    wall = clock_s() - wall;
    double cpu = processor_s() - phase.begin;
    getrusage(RUSAGE_SELF, &after);
    printf("%s\t%lld\t%lld\t%.3f\t%.3f\t%.3f\t%lld\t%llu\n", argv[1], (long long)st.st_size, (long long)a.csr.nnz, wall,
           cpu, phase.parse, (long long)(after.ru_maxrss - before.ru_maxrss) * 1024,
           (unsigned long long)size_csr((uint64_t)a.csr.m, (uint64_t)a.csr.nnz, 8));
    matrix_free(&a);
    return 0;
}
