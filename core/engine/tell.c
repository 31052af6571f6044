/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell: the fields of `run`, `sample` and `measurement`. */
#include "core/engine/tell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/engine/machine.h"
#include "core/engine/orders.h"
#include "core/engine/speed.h"

static const char *const step_names[] = {
    [STEP_PREPARE] = "prepare", [STEP_CHECK] = "check", [STEP_WARM] = "warm", [STEP_SAMPLE] = "sample"
};

/* "CHUNK=8 SCHEDULE=dynamic reorder=rcm" */
static void params_text(const struct tell *t, char *text, size_t size)
{
    const struct batch_item *item = t->item;
    const struct ordered *o = orders_now(t->session, item->kernel->kernel->op);
    const struct param *p = item->kernel->kernel->params;
    int64_t param[PARAM_MAX];
    size_t used = 0;
    text[0] = '\0';
    memcpy(param, item->param, sizeof param);
    if (t->filed)
        kernel_param_filed(item->kernel->kernel, param);
    for (int i = 0; p && i < PARAM_MAX && p[i].name && used < size; i++) {
        const char *gap = i > 0 ? " " : "";
        int n = p[i].choices ? snprintf(text + used, size - used, "%s%s=%s", gap, p[i].name, p[i].choices[param[i]])
                             : snprintf(text + used, size - used, "%s%s=%lld", gap, p[i].name, (long long)param[i]);
        used += (size_t)n;
    }
    if (o->method && used < size)
        snprintf(text + used, size - used, "%sreorder=%s", used > 0 ? " " : "", o->method->name);
}

static void matrix_fields(const struct session *s, json_t *event)
{
    event_text(event, "matrix", s->matrix.name);
    event_text(event, "origin", matrix_origin(&s->matrix));
    event_integer(event, "m", s->matrix.csr.m);
    event_integer(event, "n", s->matrix.csr.n);
    event_integer(event, "nnz", s->matrix.csr.nnz);
    event_number(event, "row_mean", s->file.stats.row_mean);
    event_number(event, "row_std", s->file.stats.row_std);
}

static json_t *run_event(const struct tell *t, const char *name)
{
    const struct batch_item *item = t->item;
    const struct kernel *k = item->kernel->kernel;
    const struct ordered *o = orders_now(t->session, k->op);
    json_t *event = event_new(name, t->session->cmd);
    char params[300];
    params_text(t, params, sizeof params);
    event_integer(event, "id", t->id);
    event_integer(event, "index", t->index);
    event_integer(event, "of", t->of);
    matrix_fields(t->session, event);
    event_text(event, "kernel", k->name);
    if (registry_foreign(&t->session->registry, item->kernel))
        event_text(event, "libraries", registry_foreign(&t->session->registry, item->kernel));
    event_text(event, "op", operations[k->op]->name);
    event_text(event, "type", vtype_name(item->type));
    if (operations[k->op]->columns) {
        event_integer(event, "k", item->k);
        event_text(event, "layout", k->layout == ROW_MAJOR ? "row" : "col");
    }
    event_text(event, "format", k->format);
    if (item->device)
        event_text(event, "device", item->device->id);
    if (kernel_has_team(k))
        event_integer(event, "threads", item->threads);
    event_text(event, "params", params);
    if (o->method)
        event_text(event, "reorder", o->method->name);
    event_text(event, "cache", t->cold ? "cold" : "warm");
    return event;
}

void tell_step(struct tell *t, enum measure_step step)
{
    if (t->begun && t->step == step)
        return;
    t->begun = true;
    t->step = step;
    json_t *event = run_event(t, "run");
    event_text(event, "step", step_names[step]);
    event_send(t->session->events, event);
}

/* ---- rates ---- */

/* What follows from the median so far. */
static void rate_fields(const struct tell *t, json_t *event, const struct measurement *m)
{
    const struct device *d = t->item->device;
    if (operations[t->item->kernel->kernel->op]->flops > 0)
        event_number(event, "gflops", measure_gflops(m));
    event_number(event, "gnnzs", measure_gnnzs(m));
    event_number(event, "gbs", measure_gbs(m));
    struct roof roof = measure_roof(m, d);
    if (roof.gbs > 0) {
        event_text(event, "roof", roof.level);
        event_number(event, "roof_gbs", roof.gbs);
        event_number(event, "roof_frac", measure_roof_frac(m, d));
        if (operations[t->item->kernel->kernel->op]->flops > 0 && measure_roof_frac(m, d) > 0)
            event_number(event, "roof_gflops", measure_gflops(m) / measure_roof_frac(m, d));
    }
    event_flag(event, "in_cache", m->in_cache);
}

/* Without an interval its ends are left out. */
static void interval_fields(json_t *event, const struct measurement *m)
{
    event_integer(event, "blocks", m->blocks);
    if (!(m->has & HAS_INTERVAL))
        return;
    event_number(event, "ci_lo_ms", m->ci_lo_ms);
    event_number(event, "ci_hi_ms", m->ci_hi_ms);
}

/* The words of what is to be taken with care; left out when that is nothing. */
static void flag_fields(json_t *event, unsigned flags)
{
    if (!flags)
        return;
    json_t *words = json_array();
    for (int bit = 0; bit < MEASURE_FLAGS; bit++)
        if (flags & 1u << bit)
            json_array_append_new(words, json_string(measure_flag_name(bit)));
    event_add(event, "flags", words);
}

void tell_sample(struct tell *t, const struct measurement *m, int wanted)
{
    if (!event_due(&t->rate))
        return;
    json_t *event = event_new("sample", t->session->cmd);
    event_integer(event, "id", t->id);
    event_integer(event, "n", m->samples);
    event_integer(event, "of", wanted);
    event_number(event, "ms", m->last_ms);
    event_number(event, "median_ms", m->median_ms);
    interval_fields(event, m);
    if (m->median_ms > 0)
        rate_fields(t, event, m);
    event_send(t->session->events, event);
}

/* ---- the outcome ---- */

/* What the run is worth beside others; what is not known is left out. */
static void ratio_fields(const struct tell *t, json_t *event, const struct measurement *m)
{
    const struct ratios r = speed_ratios(t->session, t->item, t->cold, m);
    const struct {
        const char *name;
        double value;
    } fields[] = {
        { "speedup", r.speedup },   { "scaling", r.scaling },       { "library", r.vs_library },
        { "plain_ms", r.plain_ms }, { "pays_after", r.pays_after }, { "prepare_products", r.prepare_products },
    };
    event_number(event, "nnz_per_s", (double)t->session->matrix.csr.nnz / m->median_ms * 1e3);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (!isnan(fields[i].value))
            event_number(event, fields[i].name, fields[i].value);
    if (r.unclear)
        event_number(event, "pays_after", (double)NAN);
    if (r.peer)
        event_text(event, "peer", r.peer);
}

/* {"count": 0.5, "scan": 0.1, "scatter": 1.2}, in milliseconds */
static void phase_fields(const struct tell *t, json_t *event, const struct measurement *m)
{
    const char *const *name = t->item->kernel->kernel->phases;
    json_t *phases = json_object();
    for (int i = 0; name[i]; i++)
        event_number(phases, name[i], m->phase_ms[i]);
    event_add(event, "phases", phases);
}

/* [["rank 0", local, exchange, waiting, messages, bytes]…], in milliseconds */
static void part_fields(json_t *event, const struct measurement *m)
{
    json_t *parts = json_array();
    for (int i = 0; i < m->parts; i++) {
        const struct part *p = &m->part[i];
        json_array_append_new(parts, json_pack("[s,f,f,f,f,f]", p->name, p->local_ms, p->exchange_ms, p->waiting_ms,
                                               p->messages, p->bytes));
    }
    event_add(event, "parts", parts);
}

static void time_fields(const struct tell *t, json_t *event, const struct measurement *m)
{
    event_integer(event, "samples", m->samples);
    event_integer(event, "repeats", m->repeats);
    event_number(event, "time_ms", m->median_ms);
    event_number(event, "time_mean_ms", m->mean_ms);
    event_number(event, "time_min_ms", m->min_ms);
    interval_fields(event, m);
    flag_fields(event, m->flags);
    if (m->median_ms > 0)
        rate_fields(t, event, m);
    if (m->median_ms > 0)
        ratio_fields(t, event, m);
    if (m->has & HAS_PHASES)
        phase_fields(t, event, m);
    if (m->parts > 0)
        part_fields(event, m);
}

void tell_measurement(struct tell *t, const struct measurement *m)
{
    t->filed = m->filed;
    json_t *event = run_event(t, "measurement");
    event_text(event, "status", measure_state_name(m->state));
    if (m->state != ST_OK)
        event_text(event, "text", m->text);
    const struct ordered *o = orders_now(t->session, t->item->kernel->kernel->op);
    if (o->method)
        event_number(event, "reorder_ms", o->ms);
    if (*m->choice) {
        event_text(event, "choice", m->choice);
        event_number(event, "choosing_ms", m->choosing_ms);
    }
    if (m->has & HAS_PREPARE)
        event_number(event, "prepare_ms", m->prepare_ms + o->ms);
    if (m->has & HAS_UPLOAD)
        event_number(event, "upload_ms", m->upload_ms);
    if (m->state == ST_OK && m->has & HAS_TIME) /* no speed without a passed check */
        time_fields(t, event, m);
    machine_fields(t->session, t->item->device, &t->conditions, event);
    if (m->has & HAS_ERROR) {
        event_number(event, "err_ratio", m->err_ratio);
        event_number(event, "err_abs", m->err_abs);
        event_number(event, "err_rel", m->err_rel);
        event_flag(event, "sampled_check", m->sampled_check);
    }
    if (m->device_bytes > 0)
        event_size(event, "bytes", m->device_bytes);
    event_send(t->session->events, event);
}

/* ---- two that took turns ---- */

/* "cpu.csr.omp" where that says which of the two it is, else with the parameters in which they differ. */
static void pair_name(const struct tell two[2], int i, char *text, size_t size)
{
    const char *name = two[i].item->kernel->kernel->name;
    char own[302] = " ", other[302] = " ", *save; /* a blank before and behind every word */
    params_text(&two[i], own + 1, sizeof own - 2);
    params_text(&two[!i], other + 1, sizeof other - 2);
    strcat(other, " ");
    size_t used = (size_t)snprintf(text, size, "%s", name);
    const bool same = strcmp(name, two[!i].item->kernel->kernel->name) == 0;
    for (char *p = strtok_r(own, " ", &save); same && p && used < size; p = strtok_r(NULL, " ", &save)) {
        char word[304];
        snprintf(word, sizeof word, " %s ", p);
        if (!strstr(other, word))
            used += (size_t)snprintf(text + used, size - used, " %s", p);
    }
}

void tell_compared(const struct tell two[2], const struct pair *p)
{
    static const char *const words[] = { [UNCLEAR] = "unclear", [FASTER] = "faster", [SLOWER] = "slower" };
    char first[400], second[400], text[900];
    pair_name(two, 0, first, sizeof first);
    pair_name(two, 1, second, sizeof second);
    pair_text(p, first, second, text, sizeof text);
    json_t *event = event_new("compared", two[0].session->cmd);
    event_pair(event, "id", two[0].id, two[1].id);
    event_text(event, "kernel", two[0].item->kernel->kernel->name);
    event_text(event, "other", two[1].item->kernel->kernel->name);
    event_text(event, "is", words[p->first]);
    event_integer(event, "blocks", p->blocks);
    event_number(event, "ratio", p->ratio);
    if (p->hi > 0) {
        event_number(event, "ratio_lo", p->lo);
        event_number(event, "ratio_hi", p->hi);
    }
    event_text(event, "text", text);
    event_send(two[0].session->events, event);
}
