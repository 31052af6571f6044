/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swept: screens with a sweep over k or threads, and the chart of their runs. */
#pragma once

#include "core/tests/cmocka.h"
#include "tui/screen/tests/golden.h"
#include "tui/screen/tests/stage.h"
#include "tui/views/curve.h"

/* What a run of the sweep is given; the interval is ±2% of the time. */
struct made {
    const char *kernel, *device, *params;
    int k, threads;
    double gflops, gbs, roof_frac, scaling;
};

static inline void measured_on(struct app *a, int index, const struct made *r, const char *matrix, int nnz)
{
    double ms = 2e-6 * 830584 * r->k / r->gflops;
    feed_run(a->model,
             "'index':%d,'of':99,'matrix':'%s','nnz':%d,'kernel':'%s','k':%d,'device':'%s','threads':%d,'params':'%s',"
             "'gflops':%g,'gbs':%g,'level':'DRAM','roof_gbs':%g,'roof_frac':%g,'time_ms':%g,'ci_lo_ms':%g,"
             "'ci_hi_ms':%g,'speedup':2,'scaling':%g",
             index, matrix, nnz, r->kernel, r->k, r->device, r->threads, r->params, r->gflops, r->gbs,
             r->gbs / r->roof_frac, r->roof_frac, ms, 0.98 * ms, 1.02 * ms, r->scaling);
}

static inline void measured(struct app *a, int index, const struct made *r)
{
    measured_on(a, index, r, "stencil27", 830584);
}

static inline struct app *stage_open(bool ascii)
{
    struct app *a = make(LOADING, ascii);
    FEED(a->model, events_matrix);
    a->engine.pending[PENDING_OPEN] = 0;
    feed(a->model, "{'ev':'device','id':'cpu','kind':'cpu','name':'A CPU','threads':8,'read_gbs':48,'copy_gbs':40,"
                   "'peak_f64':300,'peak_f32':600}");
    return a;
}

/* k = 1, 2, 4, 8, 9, 16, 32: the blocked kernel falls at 9. */
static inline struct app *swept(bool ascii)
{
    static const int k[] = { 1, 2, 4, 8, 9, 16, 32 };
    struct app *a = stage_open(ascii);
    for (int i = 0, index = 0; i < 7; i++) {
        double intensity = 0.16 * k[i] / (1 + 0.18 * (k[i] - 1)), roof = 48 * intensity;
        const struct made runs[] = {
            { "cpu.csr.serial", "cpu", "", k[i], 1, 1.6 + 0.1 * log2(k[i]), 0, 0, 1 },
            { "cpu.csr.omp", "cpu", "NZ_PER_CHUNK=4096", k[i], 8, roof * 0.6, 0, 0, 4 },
            { "cpu.csr.block", "cpu", "", k[i], 8, roof * (k[i] == 9 ? 0.4 : 0.85), 0, 0, 5 },
        };
        for (int j = 0; j < 3; j++) {
            struct made r = runs[j];
            r.gbs = r.gflops / intensity;
            r.roof_frac = r.gbs / 48;
            measured(a, ++index, &r);
        }
    }
    return a;
}

static inline struct app *scaled(void)
{
    struct app *a = stage_open(false);
    for (int t = 1, index = 0; t <= 8; t++) {
        struct made r = { "cpu.csr.omp", "cpu", "", 1, t, 7 * t / (t + 2.5), 5 * t, 0.1 * t, 3.5 * t / (t + 2.5) };
        measured(a, ++index, &r);
    }
    return a;
}

static inline struct chart *chart_of(const struct app *a, const struct curve_ask *ask)
{
    struct chart *c = calloc(1, sizeof *c);
    assert_non_null(c);
    curve_make(a->model, ask, c);
    return c;
}

static inline const struct chart_series *series(const struct chart *c, const char *name)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->series[i].name, name) == 0)
            return &c->series[i];
    fail_msg("no line is named %s", name);
    return NULL;
}
