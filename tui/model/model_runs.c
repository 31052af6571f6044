/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_runs: the part of the fold that makes bars: run, sample, measurement. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tui/link/take.h"
#include "tui/model/model_parts.h"

static struct model_run *find_run(struct model *m, const json_t *e)
{
    int id = 0;
    take_int(e, "id", &id);
    for (int i = m->runs - 1; i >= 0; i--)
        if (m->run[i].id == id)
            return id ? &m->run[i] : NULL;
    return NULL;
}

static struct model_run *add_run(struct model *m, const json_t *e)
{
    if (m->runs == MODEL_RUNS) {
        json_decref(m->run[0].event);
        memmove(&m->run[0], &m->run[1], sizeof m->run[0] * (size_t)--m->runs);
    }
    struct model_run *r = &m->run[m->runs++];
    *r = (struct model_run){ .k = 1, .threads = 1 };
    take_int(e, "id", &r->id);
    double *const unknown[] = { &r->time_ms,      &r->ci_lo_ms,  &r->ci_hi_ms,   &r->gflops,    &r->gnnzs,
                                &r->gbs,          &r->roof_gbs,  &r->roof_frac,  &r->speedup,   &r->err_ratio,
                                &r->prepare_ms,   &r->upload_ms, &r->reorder_ms, &r->plain_ms,  &r->pays_after,
                                &r->time_mean_ms, &r->scaling,   &r->library,    &r->nnz_per_s, &r->prepare_products };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        *unknown[i] = NAN;
    return r;
}

static void take_run(const struct model *m, const json_t *e, struct model_run *r)
{
    take_int(e, "index", &r->index);
    take_int(e, "of", &r->of);
    take_text(e, "matrix", r->matrix, sizeof r->matrix);
    take_text(e, "kernel", r->kernel, sizeof r->kernel);
    take_text(e, "op", r->op, sizeof r->op);
    take_text(e, "type", r->type, sizeof r->type);
    take_text(e, "device", r->device, sizeof r->device);
    take_text(e, "params", r->params, sizeof r->params);
    take_text(e, "reorder", r->reorder, sizeof r->reorder);
    take_text(e, "cache", r->cache, sizeof r->cache);
    take_int64(e, "k", &r->k);
    take_int64(e, "nnz", &r->nnz);
    take_int64(e, "m", &r->rows);
    take_int(e, "threads", &r->threads);
    const struct model_operation *o = model_operation(m, r->op);
    r->columns = json_object_get(e, "k") != NULL; /* sent where it applies */
    r->flops = o && r->columns == o->columns ? o->flops : r->columns;
}

void model_on_run(struct model *m, const json_t *e)
{
    struct model_run *r = find_run(m, e);
    if (!r) {
        r = add_run(m, e);
        snprintf(r->matrix, sizeof r->matrix, "%s", m->matrix.name);
    }
    take_run(m, e, r);
    take_text(e, "step", r->step, sizeof r->step);
    m->progressing = false;
}

void model_on_sample(struct model *m, const json_t *e)
{
    struct model_run *r = find_run(m, e);
    if (!r || r->status[0])
        return;
    snprintf(r->step, sizeof r->step, "sample");
    take_int(e, "n", &r->samples);
    take_int(e, "of", &r->wanted);
    take_number(e, "median_ms", &r->time_ms);
    take_number(e, "ci_lo_ms", &r->ci_lo_ms);
    take_number(e, "ci_hi_ms", &r->ci_hi_ms);
    take_number(e, "gflops", &r->gflops);
    take_number(e, "gnnzs", &r->gnnzs);
    take_number(e, "gbs", &r->gbs);
    take_text(e, "roof", r->roof, sizeof r->roof);
    take_number(e, "roof_frac", &r->roof_frac);
    model_trace(&m->load, r, e);
}

void model_on_measurement(struct model *m, const json_t *e)
{
    struct model_run *r = find_run(m, e);
    if (!r) {
        r = add_run(m, e);
        snprintf(r->matrix, sizeof r->matrix, "%s", m->matrix.name);
    }
    take_run(m, e, r);
    json_decref(r->event);
    r->event = json_incref((json_t *)e);
    r->step[0] = 0;
    snprintf(r->status, sizeof r->status, "error");
    take_text(e, "status", r->status, sizeof r->status);
    take_text(e, "text", r->text, sizeof r->text);
    take_text(e, "choice", r->choice, sizeof r->choice);
    take_text(e, "peer", r->peer, sizeof r->peer);
    take_words(e, "flags", r->flags, sizeof r->flags);
    take_int(e, "samples", &r->samples);
    take_text(e, "roof", r->roof, sizeof r->roof);
    take_bool(e, "in_cache", &r->in_cache);
    take_bool(e, "sampled_check", &r->sampled_check);
    const struct {
        const char *name;
        double *to;
    } numbers[] = { { "time_ms", &r->time_ms },
                    { "time_mean_ms", &r->time_mean_ms },
                    { "ci_lo_ms", &r->ci_lo_ms },
                    { "ci_hi_ms", &r->ci_hi_ms },
                    { "gflops", &r->gflops },
                    { "gnnzs", &r->gnnzs },
                    { "gbs", &r->gbs },
                    { "roof_gbs", &r->roof_gbs },
                    { "roof_frac", &r->roof_frac },
                    { "speedup", &r->speedup },
                    { "err_ratio", &r->err_ratio },
                    { "prepare_ms", &r->prepare_ms },
                    { "upload_ms", &r->upload_ms },
                    { "reorder_ms", &r->reorder_ms },
                    { "plain_ms", &r->plain_ms },
                    { "pays_after", &r->pays_after },
                    { "scaling", &r->scaling },
                    { "library", &r->library },
                    { "nnz_per_s", &r->nnz_per_s },
                    { "prepare_products", &r->prepare_products } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        take_number(e, numbers[i].name, numbers[i].to);
}
