/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_model: the fold of the engine's events; garbage changes nothing and breaks nothing. */
#include "tui/model/figure.h"
#include "tui/model/model.h"
#include "tui/model/tests/events.h"
#include "tui/model/tests/model_test.h"
#include "tui/results/machine.h"

MODEL_TEST(folds_a_session)
{
    FEED(m, events_start);
    assert_true(m->ready);
    assert_int_equal(m->kernels, 7);
    assert_int_equal(m->devices, 2);
    assert_string_equal(m->kernel[1].param[0].choices, "static dynamic guided");
    assert_false(m->kernel[5].ready);
    FEED(m, events_loading);
    assert_true(m->progressing);
    FEED(m, events_matrix);
    assert_false(m->progressing);
    assert_int_equal(m->matrix.nnz, 830584);
    assert_int_equal(m->matrix.bins, 6);
    assert_int_equal(m->spy.cells[1], '3');
    assert_true(m->kernel[4].known && !m->kernel[4].ok);
    FEED(m, events_runs);
    assert_int_equal(m->runs, 5);
    assert_true(m->run[0].gflops > 1.6 && isnan(m->run[2].gflops));
    assert_string_equal(m->run[3].status, "FAIL");
    assert_int_equal(m->run[4].samples, 6);
    assert_string_equal(m->run[4].status, "");
}

MODEL_TEST(starts_the_lists_anew_at_hello)
{
    FEED(m, events_start);
    FEED(m, events_matrix);
    FEED(m, events_runs);
    feed(m,
         "{\"ev\":\"died\",\"text\":\"killed by signal 9\",\"log\":[\"one\",\"two\",3],\"again\":true,\"open\":\"x\"}");
    assert_false(m->ready);
    assert_false(m->matrix.open);
    assert_string_equal(m->notice[m->notices - 3], "killed by signal 9");
    assert_string_equal(m->notice[m->notices - 2], "one");
    assert_string_equal(m->notice[m->notices - 1], "two");
    FEED(m, events_start);
    assert_int_equal(m->kernels, 7);
    assert_int_equal(m->runs, 5);
}

/* What a recording said of its machine outlives the engine, behind what the next one says of this machine. */
MODEL_TEST(recorded_devices_outlive_the_engine)
{
    FEED(m, events_start);
    feed(m, "{'ev':'device','id':'rec. cpu','kind':'cpu','threads':16,'levels':[['L2',1e6,1274,1,80]]}");
    feed(m, "{'ev':'died','text':'killed','again':true}");
    FEED(m, events_start);
    assert_int_equal(m->devices, 3);
    assert_string_equal(m->device[0].id, "cpu");
    assert_true(model_device(m, "rec. cpu")->levels == 1 && model_device(m, "gpu0")->threads == 132);
}

/* All GPUs together are no processors: a run on them has no team of threads. */
MODEL_TEST(knows_kernels_of_several_gpus)
{
    FEED(m, events_start);
    feed(m, "{'ev':'kernel','name':'multi.auto','on':'gpus','format':'csr','op':'mul','types':['f64'],'ready':true}");
    feed(m, "{'ev':'measurement','id':1,'kernel':'multi.auto','op':'mul','device':'gpus','status':'ok','time_ms':1}");
    assert_true(m->run[0].on_gpu);
}

MODEL_TEST(survives_garbage)
{
    static const char *const names[] = { "name",   "text",    "rows",    "cols",  "cells",  "items",
                                         "hist",   "bins",    "id",      "types", "params", "status",
                                         "gflops", "max",     "from",    "to",    "nnz",    "step",
                                         "k",      "threads", "choices", "done",  "total",  "processors",
                                         "caches", "entries", "whole",   "rest",  "sell",   "each" };
    static const char *const values[] = { "null",
                                          "true",
                                          "-1",
                                          "1e300",
                                          "9223372036854775807",
                                          "\"nan\"",
                                          "\"\"",
                                          "[]",
                                          "{}",
                                          "[[1],[2,\"x\"],3]",
                                          "[{\"name\":5},{\"name\":\"csr\",\"bytes\":\"inf\"}]",
                                          "[\"9.x\",7,\"\\u0000\"]" };
    char line[200];
    feed(m, "{'ev':'unknown'}");
    feed(m, "{'ev':''}");
    for (int full = 0; full < 2; full++) {
        for (size_t i = 0; model_event(i); i++)
            for (size_t j = 0; j < COUNT(names); j++)
                for (size_t k = 0; k < COUNT(values); k++) {
                    snprintf(line, sizeof line, "{\"ev\":\"%s\",\"%s\":%s}", model_event(i), names[j], values[k]);
                    json_t *e = json_loads(line, JSON_ALLOW_NUL, NULL);
                    assert_non_null(e);
                    model_apply(m, e);
                    json_decref(e);
                }
        FEED(m, events_start);
        FEED(m, events_matrix);
        FEED(m, events_runs);
    }
    json_t *array = json_array();
    model_apply(m, array);
    model_apply(m, NULL);
    json_decref(array);
    assert_true(m->matrix.open);
    assert_int_equal(m->matrix.nnz, 830584);
}

/* Differences of such numbers are beyond an int64_t. */
MODEL_TEST(refuses_a_raster_of_no_part)
{
    FEED(m, events_start);
    FEED(m, events_matrix);
    const int64_t rows = m->spy.to[0];
    feed(m, "{\"ev\":\"spy\",\"rows\":1,\"cols\":1,\"from\":[0,-9223372036854775807],\"to\":[7,7],\"cells\":[\"1\"]}");
    feed(m, "{\"ev\":\"spy\",\"rows\":1,\"cols\":1,\"from\":[9,9],\"to\":[7,7],\"cells\":[\"1\"]}");
    assert_int_equal(m->spy.to[0], rows);
    assert_int_equal(m->spy.from[0], 0);
}

MODEL_TEST(keeps_the_newest_when_full)
{
    char line[100];
    for (int i = 1; i <= MODEL_RUNS + 5; i++) {
        snprintf(line, sizeof line, "{\"ev\":\"run\",\"id\":%d,\"kernel\":\"k\"}", i);
        feed(m, line);
    }
    assert_int_equal(m->runs, MODEL_RUNS);
    assert_int_equal(m->run[MODEL_RUNS - 1].id, MODEL_RUNS + 5);
    for (int i = 0; i < MODEL_NOTICES + 3; i++) {
        snprintf(line, sizeof line, "notice %d", i);
        model_note(m, line);
    }
    assert_int_equal(m->notices, MODEL_NOTICES);
    assert_string_equal(m->notice[MODEL_NOTICES - 1], line);
}

/* Recordings without the level hold one thread against the roof of all: such a share is none. */
MODEL_TEST(few_threads_have_no_share_of_the_roof_of_all)
{
    static const struct {
        int threads;
        const char *more;
        bool has_share;
    } runs[] = { { 1, "", false }, { 8, "", true }, { 1, ",'level':'L3'", true } };
    feed(m, "{'ev':'device','id':'cpu','kind':'cpu','threads':8}");
    for (size_t i = 0; i < COUNT(runs); i++) {
        feed_run(m, "'threads':%d,'roof':'L3','roof_gbs':200,'roof_frac':0.1%s", runs[i].threads, runs[i].more);
        assert_int_equal(m->run[i].roof_frac > 0, runs[i].has_share);
        assert_string_equal(m->run[i].level, "L3");
    }
}

/* A run whose engine does not know the base has the speedup over that of an earlier engine, on the same problem. */
MODEL_TEST(a_base_outlives_its_engine)
{
    static const char serial[] = "'kernel':'cpu.csr.serial','matrix':'a','op':'mul','type':'f64','time_ms':8,"
                                 "'ci_lo_ms':7,'ci_hi_ms':9,'gflops':1,'speedup':1";
    feed_run(m, serial);
    feed(m, "{'ev':'died','text':'killed','again':true}");
    feed(m, "{'ev':'hello','protocol':2}");
    static const struct {
        const char *of, *unclear;
        double speedup;
    } runs[] = { { "'matrix':'a','time_ms':2,'ci_lo_ms':1.9,'ci_hi_ms':2.1", "", 4 },
                 { "'matrix':'a','time_ms':8,'ci_lo_ms':6,'ci_hi_ms':10,'unclear':['library']", "library,speedup", 1 },
                 { "'matrix':'b','time_ms':2,'ci_lo_ms':1.9,'ci_hi_ms':2.1", "", NAN },
                 { "'matrix':'a','k':8,'time_ms':2,'ci_lo_ms':1.9,'ci_hi_ms':2.1", "", NAN } };
    for (size_t i = 0; i < COUNT(runs); i++) {
        feed_run(m, "'kernel':'cpu.csr.omp','op':'mul','type':'f64','gflops':4,%s", runs[i].of);
        const struct model_run *r = &m->run[m->runs - 1];
        assert_true(r->speedup == runs[i].speedup || (isnan(r->speedup) && isnan(runs[i].speedup)));
        assert_true(isnan(runs[i].speedup) || take_double(r->event, "speedup") == runs[i].speedup); /* and is saved */
        assert_string_equal(r->unclear, runs[i].unclear);
    }
}

/* Over a disturbed base, which makes the ratio of medians too large, all runs show what their speedups are at least,
   the faster one more, whatever their own intervals are. */
MODEL_TEST(speedups_promise_no_more_than_is_known)
{
    static const struct {
        const char *of, *cell;
    } runs[] = { { "'time_ms':0.25,'ci_lo_ms':0.24,'ci_hi_ms':0.27,'speedup':20", "≥12×" },
                 { "'time_ms':1,'ci_lo_ms':0.9,'ci_hi_ms':4,'speedup':5", "≥3.0×" },
                 { "'time_ms':2.5,'ci_lo_ms':2.4,'ci_hi_ms':3.1,'speedup':2", "≥1.2×" },
                 { "'time_ms':4,'ci_lo_ms':3.9,'ci_hi_ms':4.1,'speedup':1.25", "≥0.75×" },
                 { "'time_ms':1,'ci_lo_ms':0.9,'ci_hi_ms':1.05,'speedup':7", "≈7.0×" } }; /* over another base */
    char text[TEXT_SIZE];
    feed_run(m, "'kernel':'cpu.csr.serial','op':'mul','type':'f64','time_ms':5,'ci_lo_ms':3,'ci_hi_ms':6,'gflops':1,"
                "'speedup':1");
    for (size_t i = 0; i < COUNT(runs); i++) {
        feed_run(m, "'kernel':'cpu.csr.omp','op':'mul','type':'f64','gflops':4,'unclear':['speedup'],%s", runs[i].of);
        assert_string_equal(figure_cell(text, CELL_SPEEDUP, &m->run[m->runs - 1]), runs[i].cell);
    }
}

/* A machine whose name ends, or begins, as another's is another. */
TEST(joins_machines)
{
    static const char *const names[] = { "NVIDIA H100 NVL", "NVIDIA H100", "H100", "NVIDIA H100" };
    json_t *all = NULL;
    for (size_t i = 0; i < COUNT(names); i++) {
        json_t *run = json_pack("{s:s,s:s}", "processor", names[i], "libraries", i % 2 ? "A 1, B 2" : "B 2");
        machine_join(&all, run);
        json_decref(run);
    }
    assert_string_equal(json_string_value(json_object_get(all, "processor")), "NVIDIA H100 NVL, NVIDIA H100, H100");
    assert_string_equal(json_string_value(json_object_get(all, "libraries")), "B 2, A 1");
    json_decref(all);
}

TESTS(NULL, NULL)
