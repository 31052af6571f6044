/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_bed: the plug-in of PETSc, and matrices for its products. */
#pragma once

#include <limits.h>

#include "core/base/data_folder.h"
#include "core/measure/measure.h"
#include "core/measure/plugin.h"
#include "core/tests/shell.h"
#include "cpu/tests/kernel_case.h"
#include "cpu/tests/kernel_fixtures.h"

static const struct kernel *petsc; /* NULL: not here, and why */
static struct device *device;
static struct err why_not;

/* Plug-ins lie two folders above the test programs. */
static inline void plugin_path(char path[PATH_MAX])
{
    program_folder(path, PATH_MAX, 2);
    strncat(path, "/nzscope-petsc.so", PATH_MAX - strlen(path) - 1);
}

/* The plug-in once more, with no program beside it. */
static inline const struct backend *plugin_apart(void)
{
    char path[PATH_MAX], copy[] = "/tmp/nzscope-test-XXXXXX";
    void *handle;
    struct err e;
    plugin_path(path);
    close(mkstemp(copy));
    run_shell("cp '%s' '%s'", path, copy);
    const struct backend *b = plugin_table(copy, &handle, &e);
    assert_non_null(b);
    unlink(copy);
    return b;
}

static inline void needs_petsc(void)
{
    if (petsc)
        return;
    print_message("%s\n", why_not.text);
    skip();
}

static inline const struct kernel_fixture *fixture_named(const char *name)
{
    for (int i = 0; i < KERNEL_FIXTURES; i++)
        if (strcmp(kernel_fixtures[i].name, name) == 0)
            return &kernel_fixtures[i];
    fail_msg("no fixture %s", name);
    return NULL;
}

static inline void subject_make(struct kernel_subject *s, const char *name, int64_t k)
{
    const struct kernel_fixture *f = fixture_named(name);
    struct given *g = &s->given[OP_MUL];
    struct err e;

    *s = (struct kernel_subject){ .name = name, .a = kernel_fixture_make(f, VT_F64) };

    g->k = k;
    assert_true(stats_compute(&s->a, &s->stats, &e));
    assert_true(dense_alloc(&g->x, s->a.n, k, VT_F64, ROW_MAJOR, &e));
    kernel_fixture_x(f, &g->x);
    assert_true(operations[OP_MUL]->reference(&s->a, g, NULL, &e));
}

static inline void subject_free(struct kernel_subject *s)
{
    given_free(&s->given[OP_MUL]);
    csr_free(&s->a);
}

static inline struct measurement measure(struct kernel_subject *s, int64_t k, struct packed packed)
{
    const struct given *g = &s->given[OP_MUL];
    const struct measure_job job = {
        .kernel = petsc,
        .device = device,
        .a = &s->a,
        .stats = &s->stats,
        .k = k,
        .threads = 2,
        .limit = CASE_LIMIT,
        .host.x = &g->x,
        .host.ref = &g->ref,
        .packed = packed,
        .options = { .samples = 6, .min_s = 0.05, .max_s = 1 },
    };
    static struct measurement m;
    struct err e = { 0 };

    assert_true(measure_run(&job, (struct measure_watch){ 0 }, &m, NULL, &e)); /* no device is lost, whatever happens */
    return m;
}

static inline void petsc_load(void)
{
    char path[PATH_MAX];
    void *handle;

    plugin_path(path);
    const struct backend *b = plugin_table(path, &handle, &why_not);
    if (b && b->open(&why_not)) {
        petsc = b->kernels[0];
        device = b->device(0);
    }
}
