/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/reporter.h"

#include "core/engine/machine.h"
#include "core/engine/orders.h"
#include "core/engine/speed.h"

static const char *const step_names[] = {
    [STEP_PREPARE] = "prepare", [STEP_CHECK] = "check", [STEP_WARM] = "warm", [STEP_SAMPLE] = "sample"
};

/* "CHUNK=8 SCHEDULE=dynamic reorder=rcm"; all, or only those that differ from their defaults. */
static void params_text(const struct reporter *r, bool all, char *text, size_t size)
{
    const struct batch_item *item = r->item;
    const struct ordered *o = orders_for(r->session, item->kernel->kernel->op);
    int64_t param[PARAM_MAX];
    text[0] = '\0';
    memcpy(param, item->param, sizeof param);
    if (r->filed)
        kernel_param_filed(item->kernel->kernel, param);
    kernel_params_text(item->kernel->kernel, param, all, " ", text, size);
    if (o->method)
        text_join(text, size, " ", "reorder=%s", o->method->name);
}

static json_t *run_event(const struct reporter *r, const char *name)
{
    const struct batch_item *item = r->item;
    const struct kernel *k = item->kernel->kernel;
    const struct session *s = r->session;
    const struct ordered *o = orders_for(s, k->op);
    const char *libraries = item->kernel->backend->foreign;
    const bool columns = operations[k->op]->columns;
    char params[300], changed[300];
    params_text(r, true, params, sizeof params);
    params_text(r, false, changed, sizeof changed);
    return EVENT(
        name, s->cmd, FIELD("id", r->id), FIELD("index", r->at.items), FIELD("of", r->of.items),
        FIELD("nth", r->at.runs), FIELD("runs", r->of.runs), FIELD("matrix", s->matrix.name),
        FIELD("origin", matrix_origin(&s->matrix)), FIELD("m", s->matrix.csr.m), FIELD("n", s->matrix.csr.n),
        FIELD("nnz", s->matrix.csr.nnz), FIELD("row_mean", s->file.stats.row_mean),
        FIELD("row_std", s->file.stats.row_std), FIELD("kernel", k->name), FIELD_IF(libraries, "libraries", libraries),
        FIELD("op", operations[k->op]->name), FIELD("type", vtype_name(item->type)), FIELD_IF(columns, "k", item->k),
        FIELD_IF(columns, "layout", k->layout == ROW_MAJOR ? "row" : "col"), FIELD("format", k->format),
        FIELD_IF(item->device, "device", item->device->id), FIELD_IF(kernel_has_team(k), "threads", item->threads),
        FIELD("params", params), FIELD("changed", changed), FIELD_IF(o->method, "reorder", o->method->name),
        FIELD("cache", r->cold ? "cold" : "warm"));
}

void reporter_step(struct reporter *r, enum measure_step step)
{
    if (r->begun && r->step == step)
        return;
    r->begun = true;
    r->step = step;
    event_send(r->session->events, EVENT_ADD(run_event(r, "run"), FIELD("step", step_names[step])));
}

/* Without entries there is nothing to do: such a run has a time, but neither rates nor ratios. */
static bool is_rated(const struct reporter *r, const struct measurement *m)
{
    return m->median_ms > 0 && r->session->matrix.csr.nnz > 0;
}

/* Rates from the median so far. */
static void rate_fields(const struct reporter *r, json_t *event, const struct measurement *m)
{
    const struct roof roof = measure_roof(m, r->item->device);
    const bool known = roof.gbs > 0, flops = operations[r->item->kernel->kernel->op]->flops > 0;
    EVENT_ADD(event, FIELD_IF(flops, "gflops", measure_gflops(m)), FIELD("gnnzs", measure_gnnzs(m)),
              FIELD("gbs", measure_gbs(m)), FIELD_IF(known || m->in_cache, "roof", known ? roof.name : "cache"),
              FIELD_IF(known, "level", roof.level), FIELD_IF(known, "roof_gbs", roof.gbs),
              FIELD_IF(known, "roof_frac", roof.share),
              FIELD_IF(known && flops && roof.share > 0, "roof_gflops", measure_gflops(m) / roof.share),
              FLAG("in_cache", m->in_cache));
}

/* Omits the ends of a missing interval. */
static void interval_fields(json_t *event, const struct measurement *m)
{
    const bool known = m->has & HAS_INTERVAL;
    EVENT_ADD(event, FIELD("blocks", m->blocks), FIELD_IF(known, "ci_lo_ms", m->ci_lo_ms),
              FIELD_IF(known, "ci_hi_ms", m->ci_hi_ms));
}

static json_t *flag_words(unsigned flags)
{
    json_t *words = json_array();
    for (int bit = 0; bit < MEASURE_FLAGS; bit++)
        if (flags & 1u << bit)
            json_array_append_new(words, json_string(measure_flag_name(bit)));
    return words;
}

void reporter_sample(struct reporter *r, const struct measurement *m, int wanted)
{
    if (!event_due(&r->rate))
        return;
    json_t *event = EVENT("sample", r->session->cmd, FIELD("id", r->id), FIELD("n", m->samples), FIELD("of", wanted),
                          FIELD("ms", m->last_ms), FIELD("median_ms", m->median_ms));
    interval_fields(event, m);
    if (is_rated(r, m))
        rate_fields(r, event, m);
    event_send(r->session->events, event);
}

/* ---- the outcome ---- */

/* Ratios to other runs; unknown ones are omitted. m NULL: those of the run that is kept. */
static void ratio_fields(const struct reporter *r, json_t *event, const struct measurement *m)
{
    const struct ratios ratios = speed_ratios(r->session, r->item, r->cold, m);
    EVENT_ADD(
        event, FIELD_IF(!isnan(ratios.speedup), "speedup", ratios.speedup),
        FIELD_IF(!isnan(ratios.scaling), "scaling", ratios.scaling),
        FIELD_IF(!isnan(ratios.vs_library), "library", ratios.vs_library),
        FIELD_IF(!isnan(ratios.plain_ms), "plain_ms", ratios.plain_ms),
        FIELD_IF(ratios.unclear || !isnan(ratios.pays_after), "pays_after", ratios.pays_after),
        FIELD_IF(!isnan(ratios.prepare_products), "prepare_products", ratios.prepare_products),
        FIELD_IF(ratios.peer, "peer", ratios.peer),
        FIELD_IF(ratios.speedup_unclear || ratios.scaling_unclear || ratios.vs_library_unclear, "unclear",
                 json_pack("[s*,s*,s*]", ratios.speedup_unclear ? "speedup" : NULL,
                           ratios.scaling_unclear ? "scaling" : NULL, ratios.vs_library_unclear ? "library" : NULL)));
}

/* {"count": 0.5, "scan": 0.1, "scatter": 1.2}, in milliseconds */
static json_t *phases_object(const struct reporter *r, const struct measurement *m)
{
    const char *const *name = r->item->kernel->kernel->phases;
    json_t *phases = json_object();
    for (int i = 0; name[i]; i++)
        EVENT_ADD(phases, FIELD(name[i], m->phase_ms[i]));
    return phases;
}

/* [["rank 0", local, exchange, waiting, messages, bytes]…], in milliseconds */
static json_t *parts_array(const struct measurement *m)
{
    json_t *parts = json_array();
    for (int i = 0; i < m->parts; i++) {
        const struct part *p = &m->part[i];
        json_array_append_new(parts, json_pack("[s,f,f,f,f,f]", p->name, p->local_ms, p->exchange_ms, p->waiting_ms,
                                               p->messages, p->bytes));
    }
    return parts;
}

static void time_fields(const struct reporter *r, json_t *event, const struct measurement *m)
{
    EVENT_ADD(event, FIELD("samples", m->samples), FIELD("repeats", m->repeats), FIELD("time_ms", m->median_ms),
              FIELD("time_mean_ms", m->mean_ms), FIELD("time_min_ms", m->min_ms));
    interval_fields(event, m);
    EVENT_ADD(event, FIELD_IF(m->flags, "flags", flag_words(m->flags)));
    if (is_rated(r, m)) {
        rate_fields(r, event, m);
        EVENT_ADD(event, FIELD("nnz_per_s", (double)r->session->matrix.csr.nnz / m->median_ms * 1e3));
        ratio_fields(r, event, m);
    }
    EVENT_ADD(event, FIELD_IF(r->later, "later", json_true()),
              FIELD_IF(m->has & HAS_PHASES, "phases", phases_object(r, m)),
              FIELD_IF(m->parts > 0, "parts", parts_array(m)));
}

/* ---- two that took turns ---- */

/* "cpu.csr.omp", with the parameters that differ if both are the same kernel. */
static void pair_name(const struct reporter two[2], int i, char *text, size_t size)
{
    const char *name = two[i].item->kernel->kernel->name;
    char own[300], other[300];
    params_text(&two[i], true, own, sizeof own);
    params_text(&two[!i], true, other, sizeof other);
    snprintf(text, size, "%s", name);
    const bool same = strcmp(name, two[!i].item->kernel->kernel->name) == 0;
    const char *words = own;
    int n;
    for (const char *word; same && (word = text_word(&words, &n));)
        if (!text_has(other, word, n))
            text_add(text, size, " %.*s", n, word);
}

/* The speed ratio to the other one. */
static void pair_fields(const struct reporter *r, json_t *event)
{
    const bool first = r == r->two;
    const struct interval i = pair_interval(r->pair, first);
    char other[400];
    pair_name(r->two, first, other, sizeof other);
    EVENT_ADD(event, FIELD("versus", other), FIELD("ratio", i.mid), FIELD_IF(i.hi > 0, "ratio_lo", i.lo),
              FIELD_IF(i.hi > 0 && isfinite(i.hi), "ratio_hi", i.hi), FIELD("verdict", pair_word(r->pair, first)));
}

void reporter_measurement(struct reporter *r, const struct measurement *m)
{
    r->filed = m->filed;
    const struct ordered *o = orders_for(r->session, r->item->kernel->kernel->op);
    const bool checked = m->has & HAS_ERROR;
    json_t *event = run_event(r, "measurement");
    EVENT_ADD(event, FIELD("status", measure_state_name(m->state)), FIELD_IF(m->state != ST_OK, "text", m->text),
              FIELD_IF(o->method, "reorder_ms", o->took.ms), FIELD_IF(*m->choice, "choice", m->choice),
              FIELD_IF(*m->choice, "choosing_ms", m->choosing_ms),
              FIELD_IF(m->has & HAS_PREPARE, "prepare_ms", m->prepare.ms + o->took.ms),
              FIELD_IF(m->has & HAS_PREPARE, "prepares", m->prepare.times),
              FIELD_IF(m->has & HAS_UPLOAD, "upload_ms", m->upload_ms));
    if (m->state == ST_UNSUPPORTED && !r->item->named)
        EVENT_ADD(event, FIELD("unasked", json_true()));
    if (m->state == ST_OK && m->has & HAS_TIME) /* no speed without a passed check */
        time_fields(r, event, m);
    if (r->pair && r->pair->blocks > 0)
        pair_fields(r, event);
    machine_fields(r->session, r->item->device, &r->conditions, event);
    EVENT_ADD(event, FIELD_IF(checked, "err_ratio", m->err_ratio), FIELD_IF(checked, "err_abs", m->err_abs),
              FIELD_IF(checked, "err_rel", m->err_rel),
              FIELD_IF(checked, "sampled_check", json_boolean(m->sampled_check)),
              FIELD_IF(m->device_bytes > 0, "bytes", m->device_bytes), FIELD_IF(m->slots > 0, "slots", m->slots));
    event_send(r->session->events, event);
}

void reporter_ratios(const struct reporter *r)
{
    json_t *event = EVENT("ratios", r->session->cmd, FIELD("id", r->id));
    ratio_fields(r, event, NULL);
    event_send(r->session->events, event);
}

void reporter_compared(const struct reporter two[2], const struct pair *p)
{
    static const char *const words[] = { [UNCLEAR] = "unclear", [FASTER] = "faster", [SLOWER] = "slower" };
    char first[400], second[400], text[900];
    pair_name(two, 0, first, sizeof first);
    pair_name(two, 1, second, sizeof second);
    pair_text(p, first, second, text, sizeof text);
    event_send(two[0].session->events,
               EVENT("compared", two[0].session->cmd, FIELD("id", event_pair(two[0].id, two[1].id)),
                     FIELD("kernel", two[0].item->kernel->kernel->name),
                     FIELD("other", two[1].item->kernel->kernel->name), FIELD("is", words[p->first]),
                     FIELD("blocks", p->blocks), FIELD("ratio", p->ratio), FIELD_IF(p->hi > 0, "ratio_lo", p->lo),
                     FIELD_IF(p->hi > 0 && isfinite(p->hi), "ratio_hi", p->hi), FIELD("text", text)));
}
