/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_kernels: the part of the fold about the engine's devices, operations, kernels and formats. */
#include "core/base/nearest.h"
#include "core/measure/registry.h"
#include "tui/model/model_parts.h"

#define F(member) TAKE(struct model_device, member)
static const struct take_field device_fields[] = { F(id),       F(kind),       F(name),    F(read_gbs), F(copy_gbs),
                                                   F(peak_f64), F(peak_f32),   F(one_gbs), F(one_f64),  F(one_f32),
                                                   F(threads),  F(roof_doubt), { 0 } };
#undef F

const struct model_device *model_device(const struct model *m, const char *id)
{
    for (int i = 0; i < m->devices; i++)
        if (strcmp(m->device[i].id, id) == 0)
            return &m->device[i];
    return NULL;
}

/* Whether what so many threads reach is known from what one does. */
static bool is_part(const struct model_device *d, int threads, double one)
{
    return threads > 0 && threads < d->threads && one > 0;
}

/* A cache of a device, or its memory, and what so many threads read from it. */
static struct model_level level_at(const struct model_device *d, int i, int threads)
{
    const double memory = device_is_cpu(d->kind) ? d->read_gbs : d->copy_gbs;
    struct model_level l = { .name = "DRAM", .gbs = memory, .one_gbs = d->one_gbs };
    l = i < d->levels ? d->level[i] : l;
    l.threads = is_part(d, threads, l.one_gbs) ? threads : d->threads;
    l.gbs = is_part(d, threads, l.one_gbs) ? fmin(l.gbs, threads * l.one_gbs) : l.gbs;
    return l;
}

/* The bytes over the caches of level i that so many threads have. */
static double filled(const struct model_device *d, int i, double bytes, int threads)
{
    const int caches = d->level[i].caches;
    return bytes / (d->level[i].bytes * (threads > 0 && threads < caches ? (double)threads / caches : 1));
}

struct model_level model_level_of(const struct model_device *d, double bytes, int threads)
{
    int first = 0; /* that holds all of it or a part */
    double x = 0;
    while (first < d->levels && (x = filled(d, first, bytes, threads)) > 1 && !device_holds_part(d->kind, x))
        first++;
    int all = first;
    while (all < d->levels && filled(d, all, bytes, threads) > 1)
        all++;
    struct model_level l = level_at(d, all, threads);
    if (first == d->levels || !device_holds_part(d->kind, x))
        return l;
    const struct model_level near = level_at(d, first, threads), far = level_at(d, first + 1, threads);
    if (near.gbs > 0 && far.gbs > 0) { /* named after the level that holds all, as in the engine's rows */
        l.gbs = device_part_gbs(x, near.gbs, far.gbs);
        snprintf(l.both, sizeof l.both, "%s and %s", near.name, far.name);
    }
    return l;
}

const char *model_level_text(const struct model_level *l)
{
    return l->both[0] ? l->both : l->name;
}

char *model_run_level(const struct model *m, const struct model_run *r, const char *name, char out[TEXT_SIZE])
{
    const struct model_device *d = model_device(m, r->device);
    struct model_level l = { 0 };
    if (d && strcmp(r->cache, "cold") != 0)
        l = model_level_of(d, r->gbs * r->time_ms * 1e6, model_run_threads(r));
    snprintf(out, TEXT_SIZE, "%.31s", strcmp(l.name, name) == 0 ? model_level_text(&l) : name);
    return out;
}

int model_level_threads(const struct model_device *d, const char *level, int threads)
{
    double one = d ? d->one_gbs : 0;
    for (int i = 0; d && i < d->levels; i++)
        one = strcmp(d->level[i].name, level) == 0 ? d->level[i].one_gbs : one;
    return d && is_part(d, threads, one) ? threads : 0;
}

double model_peak(const struct model_device *d, const char *type, int threads)
{
    const bool f32 = strcmp(type, "f32") == 0;
    const double peak = !d ? 0 : f32 ? d->peak_f32 : d->peak_f64, one = !d ? 0 : f32 ? d->one_f32 : d->one_f64;
    return !(peak > 0) ? (double)INFINITY : is_part(d, threads, one) ? fmin(peak, threads * one) : peak;
}

static void take_levels(const json_t *list, struct model_device *d)
{
    const json_t *row;
    d->levels = 0;
    JSON_EACH(row, list) {
        if (d->levels == MODEL_LEVELS)
            return;
        struct model_level *l = &d->level[d->levels++];
        const char *name = json_string_value(json_array_get(row, 0));
        snprintf(l->name, sizeof l->name, "%s", name ? name : "");
        l->bytes = json_number_value(json_array_get(row, 1));
        l->gbs = json_number_value(json_array_get(row, 2));
        l->caches = (int)json_integer_value(json_array_get(row, 3));
        l->one_gbs = json_number_value(json_array_get(row, 4));
    }
}

/* "rec. cpu": of the machine of a recording. */
static bool is_recorded(const char *id)
{
    return strchr(id, ' ');
}

void model_devices_begin(struct model *m)
{
    int kept = 0;
    for (int i = 0; i < m->devices; i++)
        if (is_recorded(m->device[i].id))
            m->device[kept++] = m->device[i];
    m->devices = kept;
}

/* Those of this machine come first. */
static struct model_device *add_device(struct model *m, const char *id)
{
    int at = m->devices++;
    for (; at > 0 && is_recorded(m->device[at - 1].id) && !is_recorded(id); at--)
        m->device[at] = m->device[at - 1];
    m->device[at] = (struct model_device){ 0 };
    return &m->device[at];
}

void model_on_device(struct model *m, const json_t *e)
{
    const char *id = take_string(e, "id");
    struct model_device *d = (struct model_device *)model_device(m, id);
    if (!*id || (!d && m->devices == MODEL_DEVICES))
        return;
    d = d ? d : add_device(m, id);
    d->roof_doubt[0] = 0; /* without any, the event has none */
    take_fields(e, device_fields, d);
    if (json_object_get(e, "levels"))
        take_levels(json_object_get(e, "levels"), d);
}

/* ---- operations ---- */

const struct model_operation *model_operation(const struct model *m, const char *name)
{
    for (int i = 0; i < m->operations; i++)
        if (strcmp(m->operation[i].name, name) == 0)
            return &m->operation[i];
    return NULL;
}

static void add_operation(struct model *m, const struct model_operation *o)
{
    if (o->name[0] && m->operations < MODEL_OPERATIONS && !model_operation(m, o->name))
        m->operation[m->operations++] = *o;
}

#define F(member) TAKE(struct model_operation, member)
static const struct take_field operation_fields[] = { F(name), F(what), F(columns), F(reorders), { 0 } };
#undef F

void model_on_operation(struct model *m, const json_t *e)
{
    struct model_operation o = { .flops = strcmp(take_string(e, "unit"), "GFLOPS") == 0 };
    take_fields(e, operation_fields, &o);
    add_operation(m, &o);
}

/* Recordings of protocol 1 name operations only in kernels: k may apply, and only mul accepted other orders. */
static void old_operation(struct model *m, const char *name)
{
    bool mul = strcmp(name, "mul") == 0;
    struct model_operation o = { .flops = true, .columns = true, .reorders = mul };
    snprintf(o.name, sizeof o.name, "%s", name);
    add_operation(m, &o);
}

static void take_choices(const json_t *list, char *to, size_t size)
{
    const char *s = json_string_value(list);
    if (s)
        snprintf(to, size, "%s", s);
    for (size_t i = 0; (s = json_string_value(json_array_get(list, i))) && strlen(to) + strlen(s) + 2 <= size; i++)
        text_join(to, size, " ", "%s", s);
}

#define F(member) TAKE(struct model_param, member)
static const struct take_field param_fields[] = { F(name), F(help), F(min), F(max), F(initial), { 0 } };
#undef F

static void take_params(const json_t *list, struct model_kernel *k)
{
    for (size_t i = 0; i < json_array_size(list) && k->params < MODEL_PARAMS; i++) {
        const json_t *o = json_array_get(list, i);
        struct model_param *p = &k->param[k->params];
        take_fields(o, param_fields, p);
        take_choices(json_object_get(o, "choices"), p->choices, sizeof p->choices);
        if (p->name[0])
            k->params++;
    }
}

const struct model_kernel *model_kernel(const struct model *m, const char *name)
{
    const size_t n = strcspn(name, ",");
    for (int i = 0; i < m->kernels; i++)
        if (strncmp(m->kernel[i].name, name, n) == 0 && !m->kernel[i].name[n])
            return &m->kernel[i];
    return NULL;
}

bool model_kernels_match(const struct model *m, const char *operation, const char *globs, struct err *e)
{
    struct nearest near = nearest_to(globs);
    const char *other = NULL;
    char hint[100];
    for (int i = 0; i < m->kernels; i++) {
        const struct model_kernel *k = &m->kernel[i];
        const bool match = registry_match(globs, k->name);
        if (match && (!operation || strcmp(k->op, operation) == 0))
            return true;
        other = match && !other ? k->op : other;
        nearest_try(&near, k->name);
    }
    if (other)
        return err_set(e, ERR_USAGE, "%.200s is of another operation: %s (:operation %s)", globs, other, other);
    if (strncmp(globs, "gpu.", 4) == 0 && !near.best)
        return err_set(e, ERR_USAGE,
                       "no kernel matches %.200s: this engine has no GPU kernels (nzscope list devices says why)",
                       globs);
    return err_set(e, ERR_USAGE, "no kernel matches %.200s; %s", globs,
                   nearest_hint(&near, "panel 5 lists them", hint, sizeof hint));
}

#define F(member) TAKE(struct model_kernel, member)
static const struct take_field kernel_fields[] = { F(name), F(what), F(source), F(on),    F(format), F(op),
                                                   F(why),  F(peer), F(serial), F(ready), { 0 } };
#undef F

void model_on_kernel(struct model *m, const json_t *e)
{
    const char *name = take_string(e, "name");
    struct model_kernel *k = (struct model_kernel *)model_kernel(m, name);
    if (!*name || (!k && m->kernels == MODEL_KERNELS))
        return;
    k = k ? k : &m->kernel[m->kernels++];
    memset(k, 0, sizeof *k);
    take_fields(e, kernel_fields, k);
    const json_t *types = json_object_get(e, "types");
    const char *t;
    for (size_t i = 0; (t = json_string_value(json_array_get(types, i))); i++) {
        k->f64 |= strcmp(t, "f64") == 0;
        k->f32 |= strcmp(t, "f32") == 0;
    }
    take_params(json_object_get(e, "params"), k);
    old_operation(m, k->op);
    for (int i = 0; i < m->runs; i++)
        model_see_kernel(m, &m->run[i]);
}

/* ---- formats ---- */

static struct model_format *want_format(struct model *m, const json_t *o)
{
    const char *name = take_string(o, "name");
    if (!name[0])
        return NULL;
    for (int i = 0; i < m->formats; i++)
        if (strcmp(m->format[i].name, name) == 0)
            return &m->format[i];
    if (m->formats == MODEL_FORMATS)
        return NULL;
    struct model_format *f = &m->format[m->formats++];
    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

void model_on_format(struct model *m, const json_t *e)
{
    struct model_format *f = want_format(m, e);
    if (f)
        take_text(e, "what", f->what, sizeof f->what);
}

#define F(member) TAKE(struct model_format, member)
static const struct take_field cost_fields[] = { F(bytes), F(slots), F(padding), F(block), F(verdict), F(why), { 0 } };
#undef F

void model_on_formats(struct model *m, const json_t *e)
{
    const json_t *o;
    take_text(e, "type", m->format_type, sizeof m->format_type);
    JSON_EACH(o, json_object_get(e, "items")) {
        struct model_format *f = want_format(m, o);
        if (!f)
            continue;
        f->known = true;
        f->verdict[0] = f->why[0] = 0;
        take_no_numbers(cost_fields, f);
        take_fields(o, cost_fields, f);
    }
}

int model_formats_known(const struct model *m, int out[MODEL_FORMATS])
{
    int n = 0;
    for (int i = 0; i < m->formats; i++)
        if (m->format[i].known)
            out[n++] = i;
    return n;
}

void model_on_supports(struct model *m, const json_t *e)
{
    take_int(e, "threads", &m->threads);
    m->supports_k = 1;
    take_int64(e, "k", &m->supports_k);
    for (int i = 0; i < m->kernels; i++)
        m->kernel[i].known = false;
    const json_t *o;
    JSON_EACH(o, json_object_get(e, "items")) {
        struct model_kernel *k = (struct model_kernel *)model_kernel(m, take_string(o, "name"));
        if (!k)
            continue;
        k->known = true;
        k->ok = false;
        k->why_not[0] = 0;
        take_bool(o, "ok", &k->ok);
        take_text(o, "why", k->why_not, sizeof k->why_not);
    }
    model_refuse(m, take_string(e, "type"));
}
