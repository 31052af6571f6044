/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/why.h"

#include "core/measure/device.h"
#include "tui/model/flags.h"
#include "tui/views/bars.h"
#include "tui/views/kernels.h"

/* A reliable run is better than a fast one. */
static bool is_better(const struct model_run *r, const struct model_run *than)
{
    const bool shaky = than && flags_shaky(than->flags);
    return !than || (flags_shaky(r->flags) == shaky ? r->gflops > than->gflops : shaky);
}

/* Of finished runs on this matrix, the newest of a kernel, or the best in a format (not of libraries: they may pad in
   another way). `like`: only for the same problem; NULL: any. k: only with k columns; 0: any. */
static const struct model_run *run_of(const struct model *m, const char *kernel, const char *format,
                                      const struct model_run *like, int64_t k)
{
    const struct model_run *best = NULL;
    for (int i = m->runs - 1; i >= m->first; i--) {
        const struct model_run *r = &m->run[i];
        const struct model_kernel *own = model_kernel(m, r->kernel);
        if (!model_run_ok(r) || strcmp(r->matrix, m->matrix.name) != 0 || !own ||
            (like && problem_differ(r, like, DIFFER_WORK | DIFFER_ORDER | DIFFER_MACHINE)) ||
            (k > 0 && r->columns && r->k != k))
            continue;
        if (kernel && strcmp(r->kernel, kernel) == 0)
            return r;
        if (format && !own->peer && strcmp(own->format, format) == 0 && is_better(r, best))
            best = r;
    }
    return best;
}

/* 0: not a number, or no such setting. */
static int set_number(const struct scene *s, const char *name)
{
    struct setting set;
    return settings_row(s->settings, s->model, name, &set) ? atoi(set.value) : 0;
}

/* Prefers runs with the k that is set. */
static const struct model_run *run_as_set(const struct scene *s, const char *kernel, const char *format)
{
    const struct model_run *r = run_of(s->model, kernel, format, NULL, set_number(s, "k"));
    return r ? r : run_of(s->model, kernel, format, NULL, 0);
}

static const struct model_format *cursor_format(const struct scene *s)
{
    int known[MODEL_FORMATS];
    const int n = model_formats_known(s->model, known), at = s->state[VIEW_formats].at;
    return at < n ? &s->model->format[known[at]] : NULL;
}

static const struct model_kernel *cursor_kernel(const struct scene *s)
{
    int listed[MODEL_KERNELS];
    const int n = kernels_listed(s, listed), at = s->state[VIEW_kernels].at;
    return n > 0 ? &s->model->kernel[listed[at < n ? at : n - 1]] : NULL;
}

int why_panel(const struct scene *s)
{
    if (s->focus == VIEW_kernels && s->state[VIEW_kernels].follow && bars_cursor(s))
        return VIEW_run;
    return s->focus == VIEW_formats || s->focus == VIEW_kernels ? s->focus : VIEW_run;
}

static void find_subject(const struct scene *s, struct why *w)
{
    const int panel = why_panel(s);
    if (panel == VIEW_formats) {
        w->format = cursor_format(s);
        w->run = w->format ? run_as_set(s, NULL, w->format->name) : NULL;
    } else if (panel == VIEW_kernels) {
        w->kernel = cursor_kernel(s);
        w->run = w->kernel ? run_as_set(s, w->kernel->name, NULL) : NULL;
    } else {
        w->run = bars_cursor(s);
        w->kernel = w->run ? NULL : cursor_kernel(s);
    }
    if (w->run && !w->format) {
        const struct model_kernel *chosen = model_kernel(s->model, w->run->choice);
        w->kernel = chosen ? chosen : model_kernel(s->model, w->run->kernel);
    }
}

/* The run's device; without a run, the first of the kernel's kind; without a kernel, the first. */
static const struct model_device *device_of(const struct model *m, const struct why *w)
{
    if (w->run)
        return model_device(m, w->run->device);
    for (int i = 0; i < m->devices; i++)
        if (!w->kernel || strncmp(w->kernel->name, m->device[i].kind, 3) == 0)
            return &m->device[i];
    return NULL;
}

/* Threads of the run; without a run, those that one would get. */
static int threads_of(const struct scene *s, const struct why *w)
{
    if (w->run)
        return w->run->on_gpu ? 0 : model_run_threads(w->run);
    if (!w->device || !device_is_cpu(w->device->kind))
        return 0;
    return w->kernel && w->kernel->serial ? 1 : set_number(s, "threads");
}

/* Of how many threads the bandwidth of a level is, beside a run; 0: it need not be said. */
static int reading_threads(const struct model_run *r, const struct model_device *d, const char *level)
{
    return flags_recorded(r) ? 0 : model_level_threads(d, level, model_run_threads(r));
}

static struct model_level roof_of(const struct model_run *r, const struct model_device *d)
{
    struct model_level roof = { .gbs = r->roof_gbs > 0 ? r->roof_gbs : NAN };
    snprintf(roof.name, sizeof roof.name, "%s", r->level[0] ? r->level : "DRAM");
    roof.threads = reading_threads(r, d, roof.name);
    return roof;
}

/* Whether the device says what the threads of the run read from the level that it was compared with. */
static bool is_known(const struct why *w)
{
    const struct model_device *d = w->device;
    if (!d || (device_is_cpu(d->kind) && model_run_threads(w->run) < d->threads &&
               model_level_threads(d, w->measured.name, model_run_threads(w->run)) == 0))
        return false;
    return model_level_of(d, w->run->gbs * w->run->time_ms * 1e6, w->threads).gbs > 0;
}

struct cost_wish why_wish(const struct why *w)
{
    const bool own = w->run && (strcmp(w->run->cache, "cold") == 0 || !is_known(w));
    return (struct cost_wish){ w->type, w->k, own ? &w->measured : NULL, w->device, w->threads };
}

static bool is_answered(const struct model *m, const struct why *w)
{
    const bool team = w->run && w->kernel && !w->run->on_gpu && !w->kernel->serial;
    return w->kernel && strcmp(m->work.kernel, w->kernel->name) == 0 && m->work.k == w->k &&
           (!team || m->work.threads == model_run_threads(w->run));
}

/* Whether X has columns: the bytes of formats say nothing of other operations. */
static bool takes_columns(const struct model *m, const struct why *w)
{
    const struct model_operation *o = w->kernel ? model_operation(m, w->kernel->op) : NULL;
    return w->run ? w->run->columns : !o || o->columns;
}

/* Rows and columns of a block in this run, chosen or requested; else as listed. */
static int block_of(const struct model_format *f, const struct model_run *r)
{
    const char *given = text_value(r->params, "BLOCK"), *chosen = strstr(r->choice, "BLOCK=");
    const int block = chosen ? atoi(chosen + strlen("BLOCK=")) : given ? atoi(given) : 0;
    return block > 0 ? block : f->block;
}

struct model_format why_layout(const struct model *m, const struct model_format *f, const struct model_run *r)
{
    struct model_format laid = *f;
    if (!r || !(r->slots > 0) || !(f->slots > 0))
        return laid;
    const double values = cost_value_bytes(m->format_type) * f->slots, more = r->slots / f->slots;
    laid.block = f->block > 0 ? block_of(f, r) : 0; /* each block has one index */
    const double indices = laid.block > 0 ? pow((double)f->block / laid.block, 2) : 1;
    laid.bytes = values * more + (f->bytes - values) * more * indices;
    laid.slots = r->slots;
    return laid;
}

const struct model_run *why_run_in(const struct model *m, const char *format, const struct model_run *like)
{
    return like ? run_of(m, NULL, format, like, 0) : NULL;
}

bool why_of(const struct scene *s, struct why *w)
{
    const struct model *m = s->model;
    *w = (struct why){ .k = 1 };
    if (!m->matrix.open)
        return false;
    find_subject(s, w);
    if (!w->run && !w->kernel && !w->format)
        return false;
    w->type = w->run ? w->run->type : m->format_type;
    w->k = w->run ? w->run->k : 1;
    w->device = device_of(m, w);
    w->threads = threads_of(s, w);
    if (!w->format && w->kernel && !w->kernel->peer)
        w->format = cost_format(m, w->kernel->format);
    w->varies =
        (w->kernel || w->run) && w->format && strcmp(w->format->name, "sell") == 0 && !(w->run && w->run->slots > 0);
    if (w->run)
        w->roof = w->measured = roof_of(w->run, w->device);
    const struct cost_wish wish = why_wish(w);
    if (w->format)
        w->layout = why_layout(m, w->format, w->run);
    w->product = takes_columns(m, w);
    w->has_cost = w->product && cost_of(m, w->format ? &w->layout : NULL, &wish, &w->cost);
    if (w->has_cost)
        w->roof = w->cost.roof;
    if (w->run)
        w->roof.threads = reading_threads(w->run, w->device, w->roof.name);
    w->gbs = !w->run ? NAN : w->has_cost && !w->varies ? w->cost.sum / (w->run->time_ms * 1e6) : w->run->gbs;
    w->answered = is_answered(m, w);
    if (w->answered && m->work.rule[0])
        w->work = &m->work;
    return true;
}

bool why_refused(const struct scene *s, const struct why *w)
{
    if (w->run)
        return strcmp(w->run->status, "unsupported") == 0 || strcmp(w->run->status, "no device") == 0;
    return w->kernel && kernels_refusal(s, w->kernel);
}

/* Not for a run in another order than the matrix has now: its rows are elsewhere. */
bool why_wants(const struct scene *s, const struct why *w, char *command, size_t size)
{
    const struct model_run *r = w->run;
    if (!w->kernel || (r && strcmp(r->reorder, s->model->matrix.reorder) != 0))
        return false;
    snprintf(command, size, "work kernel=%s op=%s k=%lld type=%s", w->kernel->name, w->kernel->op, (long long)w->k,
             w->type);
    if (r && !r->on_gpu && r->threads > 0 && !w->kernel->serial)
        text_add(command, size, " threads=%d", model_run_threads(r));
    char own[sizeof r->params] = "";
    const char *params = own;
    int n;
    if (r && strcmp(r->kernel, w->kernel->name) == 0)
        model_params(r->params, "reorder", own, sizeof own);
    for (const char *p; (p = text_word(&params, &n));)
        text_add(command, size, " set.%.*s", n, p);
    return strlen(command) + 1 < size;
}
