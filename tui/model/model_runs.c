/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_runs: the part of the fold that makes bars: run, sample, measurement. */
#include "core/measure/device.h"
#include "core/measure/interval.h"
#include "tui/model/figure.h"
#include "tui/model/flags.h"
#include "tui/model/model_parts.h"

static struct model_run *find_run(struct model *m, const json_t *e)
{
    const int64_t id = take_whole(e, "id");
    for (int i = m->runs - 1; i >= 0 && id; i--)
        if (m->run[i].id == id)
            return &m->run[i];
    return NULL;
}

#define F(member) TAKE(struct model_run, member)
static const struct take_field problem_fields[] = { F(index), F(of),     F(matrix), F(kernel),  F(op),
                                                    F(type),  F(device), F(params), F(reorder), F(cache),
                                                    F(step),  F(k),      F(nnz),    F(threads), { 0 } };
static const struct take_field rate_fields[] = { F(ci_lo_ms), F(ci_hi_ms), F(gflops),    F(gnnzs),
                                                 F(gbs),      F(roof),     F(roof_frac), { 0 } };
static const struct take_field result_fields[] = {
    F(status),           F(text),       F(choice),   F(peer),        F(samples),   F(in_cache),
    F(sampled_check),    F(time_ms),    F(roof_gbs), F(speedup),     F(err_ratio), F(prepare_ms),
    F(upload_ms),        F(reorder_ms), F(plain_ms), F(pays_after),  F(scaling),   F(nnz_per_s),
    F(prepare_products), F(slots),      F(level),    F(choosing_ms), { 0 }
};
#undef F

int model_run_threads(const struct model_run *r)
{
    const char *last = strrchr(r->choice, ',');
    int threads = 0;
    if (model_names_serial(r->choice))
        return 1;
    return last && sscanf(last + 1, "%d thread", &threads) == 1 && threads > 0 ? threads : r->threads;
}

bool model_names_serial(const char *kernel)
{
    const char *variant = strrchr(kernel, '.');
    return variant && strcmp(variant, ".serial") == 0;
}

void model_see_kernel(const struct model *m, struct model_run *r)
{
    const struct model_kernel *k = model_kernel(m, r->kernel);
    r->library = k ? k->peer : strncmp(r->kernel, "peer.", 5) == 0;
    r->serial = k ? k->serial : model_names_serial(r->kernel);
    r->on_gpu = device_is_gpu(k ? k->on : model_run_device(r));
    r->ranks = strcmp(k ? k->on : model_run_device(r), "mpi") == 0;
}

/* Older recordings count what was refused, too. */
void model_run_count(const json_t *e, int *nth, int *runs)
{
    take_int(e, "index", nth);
    take_int(e, "of", runs);
    take_int(e, "nth", nth);
    take_int(e, "runs", runs);
}

/* The run of an event, with its problem; a new one if unknown. */
static struct model_run *take_run(struct model *m, const json_t *e)
{
    struct model_run *r = find_run(m, e);
    if (!r && m->runs == MODEL_RUNS) {
        json_decref(m->run[0].event);
        memmove(&m->run[0], &m->run[1], sizeof m->run[0] * (size_t)--m->runs);
        m->first -= m->first > 0;
    }
    if (!r) {
        r = &m->run[m->runs++];
        *r = (struct model_run){ .k = 1, .threads = 1, .purpose = m->purpose };
        take_int(e, "id", &r->id);
        take_no_numbers(rate_fields, r);
        take_no_numbers(result_fields, r);
        snprintf(r->matrix, sizeof r->matrix, "%s", m->matrix.name);
    }
    take_fields(e, problem_fields, r);
    model_run_count(e, &r->nth, &r->runs);
    take_int64(e, "m", &r->rows);
    const struct model_operation *o = model_operation(m, r->op);
    model_see_kernel(m, r);
    r->columns = json_object_get(e, "k") != NULL; /* sent if it applies */
    r->flops = o && r->columns == o->columns ? o->flops : r->columns;
    return r;
}

void model_on_run(struct model *m, const json_t *e)
{
    take_run(m, e);
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
    take_fields(e, rate_fields, r);
    model_trace(&m->load, r, e);
}

static void take_result(const json_t *e, struct model_run *r)
{
    snprintf(r->status, sizeof r->status, "error");
    take_words(e, "flags", r->flags, sizeof r->flags);
    take_words(e, "unclear", r->unclear, sizeof r->unclear);
    take_fields(e, rate_fields, r);
    take_fields(e, result_fields, r);
}

void model_run_of(const json_t *e, struct model_run *r)
{
    *r = (struct model_run){ .k = 1, .threads = 1 };
    take_no_numbers(rate_fields, r);
    take_no_numbers(result_fields, r);
    take_fields(e, problem_fields, r);
    take_result(e, r);
    r->flops = json_object_get(e, "gflops") || !json_object_get(e, "gnnzs"); /* rows of tables have both */
}

bool model_is_base(const json_t *base, const json_t *m)
{
    static const char *const same[] = { "matrix", "nnz", "op", "type", "k", "reorder", "cache", NULL };
    char name[64];
    return take_ok(base) && strcmp(take_string(base, "kernel"), figure_base(take_string(m, "op"), name)) == 0 &&
           take_alike(base, m, same);
}

static struct interval span_of(const json_t *m)
{
    return (struct interval){ take_double(m, "ci_lo_ms"), take_double(m, "time_ms"), take_double(m, "ci_hi_ms") };
}

void model_speedup(json_t *m, const json_t *base)
{
    char words[100] = "", word[40];
    json_t *unclear = json_array();
    take_words(m, "unclear", words, sizeof words);
    for (const char *all = words; text_item(&all, word, sizeof word);)
        if (strcmp(word, "speedup") != 0)
            json_array_append_new(unclear, json_string(word));
    if (m != base && interval_open(span_of(m), span_of(base)))
        json_array_append_new(unclear, json_string("speedup"));
    json_object_set_new(m, "unclear", unclear);
    json_object_set_new(m, "speedup", json_real(take_double(base, "time_ms") / take_double(m, "time_ms")));
}

/* An engine knows what ran since it opened the matrix; the base may be from before, or from another that died. */
static void add_speedup(const struct model *m, struct model_run *r)
{
    int i = isnan(r->speedup) && model_run_ok(r) && !flags_recorded(r) ? m->runs - 1 : -1;
    while (i >= 0 && (flags_recorded(&m->run[i]) || !model_is_base(m->run[i].event, r->event)))
        i--;
    if (i < 0)
        return;
    json_t *event = json_copy(r->event);
    model_speedup(event, m->run[i].event);
    json_decref(r->event);
    r->event = event;
    take_result(event, r);
}

/* Over a disturbed base, which makes the ratio of medians too large: from its lower end. That depends on the base and
   the run's median alone, so that of two runs the faster has the larger speedup. */
static double least_speedup(const struct model *m, const struct model_run *r)
{
    for (int i = m->runs - 1; i >= 0 && r->speedup > 0; i--) {
        const struct model_run *base = &m->run[i];
        const double off = base->time_ms / (r->speedup * r->time_ms); /* another base was measured later */
        if (fabs(off - 1) < 1e-6 && model_is_base(base->event, r->event))
            return base != r && base->ci_lo_ms > 0 && figure_doubtful(base) ? base->ci_lo_ms / r->time_ms : 0;
    }
    return 0;
}

/* Older recordings do not name the level, and compare a few CPU threads with the roof of all. */
static void complete_older(const struct model *m, struct model_run *r)
{
    const struct model_device *d = model_device(m, r->device);
    memcpy(r->level, r->roof, sizeof r->level);
    if (d && device_is_cpu(d->kind) && r->threads < d->threads)
        r->roof_frac = NAN;
}

/* ---- kernels that refused a problem when they were to run are still known to, once the matrix is back ---- */

static struct model_refusal *find_refusal(struct model *m, const struct model_refusal *r)
{
    for (int i = 0; i < m->refusals && i < MODEL_REFUSALS; i++) {
        struct model_refusal *o = &m->refusal[i];
        if (o->k == r->k && strcmp(o->kernel, r->kernel) == 0 && strcmp(o->matrix, r->matrix) == 0 &&
            strcmp(o->reorder, r->reorder) == 0 && strcmp(o->type, r->type) == 0)
            return o;
    }
    return NULL;
}

static struct model_refusal of_run(const struct model_run *run)
{
    struct model_refusal r = { .k = run->k };
    snprintf(r.kernel, sizeof r.kernel, "%s", run->kernel);
    snprintf(r.matrix, sizeof r.matrix, "%s", run->matrix);
    snprintf(r.reorder, sizeof r.reorder, "%s", run->reorder);
    snprintf(r.type, sizeof r.type, "%s", run->type);
    return r;
}

static void note_refused(struct model *m, const struct model_run *run, const char *why)
{
    struct model_refusal r = of_run(run), *o = find_refusal(m, &r);
    snprintf(r.why, sizeof r.why, "%s", why);
    *(o ? o : &m->refusal[m->refusals++ % MODEL_REFUSALS]) = r;
}

static void note_accepted(struct model *m, const struct model_run *run)
{
    const struct model_refusal r = of_run(run);
    struct model_refusal *o = find_refusal(m, &r);
    if (o)
        o->kernel[0] = 0;
}

void model_refuse(struct model *m, const char *type)
{
    struct model_refusal r = { .k = m->supports_k };
    snprintf(r.matrix, sizeof r.matrix, "%s", m->matrix.name);
    snprintf(r.reorder, sizeof r.reorder, "%s", m->matrix.reorder);
    snprintf(r.type, sizeof r.type, "%s", type);
    for (int i = 0; i < m->kernels; i++) {
        struct model_kernel *k = &m->kernel[i];
        snprintf(r.kernel, sizeof r.kernel, "%s", k->name);
        const struct model_refusal *o = k->known && k->ok ? find_refusal(m, &r) : NULL;
        if (!o)
            continue;
        k->ok = false;
        snprintf(k->why_not, sizeof k->why_not, "%s", o->why);
    }
}

/* ---- results ---- */

/* Drops a run that was not named and whose kernel refused the matrix: the list of kernels has the reason, and the log,
   once, as the list had counted on that kernel. */
static void leave_out(struct model *m, const json_t *e)
{
    struct model_run *r = take_run(m, e);
    struct model_kernel *k = (struct model_kernel *)model_kernel(m, r->kernel);
    if (k && r->k == m->supports_k) {
        char text[500];
        take_text(e, "text", k->why_not, sizeof k->why_not);
        snprintf(text, sizeof text, "%s was left out: %s", r->kernel, k->why_not);
        if (k->ok)
            model_note(m, text);
        k->ok = false;
    }
    note_refused(m, r, take_string(e, "text"));
    json_decref(r->event);
    memmove(r, r + 1, (size_t)(m->run + --m->runs - r) * sizeof *r);
}

void model_on_measurement(struct model *m, const json_t *e)
{
    if (json_object_get(e, "unasked")) {
        leave_out(m, e);
        return;
    }
    struct model_run *r = take_run(m, e);
    json_decref(r->event);
    r->event = json_incref((json_t *)e);
    r->step[0] = 0;
    take_result(e, r);
    if (!*r->level)
        complete_older(m, r);
    add_speedup(m, r);
    r->speedup_least = least_speedup(m, r);
    if (model_run_ok(r))
        note_accepted(m, r);
}

const char *model_choice(const char *kernel, const char *choice)
{
    const char *dot = strrchr(kernel, '.');
    const size_t n = dot ? (size_t)(dot - kernel) + 1 : 0;
    return choice + (strncmp(choice, kernel, n) == 0 ? n : 0);
}

json_t *model_completed(const json_t *measurement, const json_t *ratios)
{
    json_t *m = json_copy((json_t *)measurement);
    json_object_update(m, (json_t *)ratios);
    json_object_set(m, "ev", json_object_get(measurement, "ev"));
    json_object_del(m, "later");
    return m;
}

void model_on_ratios(struct model *m, const json_t *e)
{
    struct model_run *r = find_run(m, e);
    if (!r || !r->event)
        return;
    json_t *event = model_completed(r->event, e);
    model_on_measurement(m, event);
    json_decref(event);
}

void model_params(const char *params, const char *but, char *out, size_t size)
{
    int n, length;
    out[0] = 0;
    for (const char *word; (word = text_word(&params, &n));) {
        bool named = false;
        const char *names = but;
        for (const char *name; (name = text_word(&names, &length));)
            named |= strncasecmp(word, name, (size_t)length) == 0 && word[length] == '=';
        if (!named)
            text_join(out, size, " ", "%.*s", n, word);
    }
}

int model_runs_drop(struct model *m, int purpose)
{
    const int were = m->runs;
    int left = 0;
    for (int i = 0; i < were; i++)
        if (purpose == MODEL_RECORDED ? flags_recorded(&m->run[i]) : m->run[i].purpose == purpose)
            json_decref(m->run[i].event);
        else
            m->run[left++] = m->run[i];
    m->runs = left;
    m->first = m->first < left ? m->first : left;
    return were - left;
}

/* Makes the runs of this purpose the newest, in their order. */
static void renew(struct model *m, int purpose)
{
    for (int i = 0, left = m->runs; left > 0; left--) {
        const struct model_run r = m->run[i];
        if (r.purpose != purpose) {
            i++;
            continue;
        }
        memmove(&m->run[i], &m->run[i + 1], sizeof r * (size_t)(m->runs - i - 1));
        m->run[m->runs - 1] = r;
    }
}

void model_runs_show(struct model *m, int from, int to)
{
    for (int purpose = from; purpose <= to; purpose++)
        renew(m, purpose);
    m->first = 0;
    for (int i = 0; i < m->runs; i++)
        m->first += m->run[i].purpose < from || m->run[i].purpose > to;
}
