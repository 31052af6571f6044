/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/batch.h"

#include "core/base/array.h"
#include "core/engine/orders.h"
#include "core/matrix/format.h"

/* What the command requests, and the batch of all its combinations. */
struct wish {
    struct session *session;
    struct batch *batch;
    const struct command *command;
    enum op op;
    unsigned ops;                 /* all requested operations */
    struct list k, type, threads; /* no threads: all of the device's */
    int64_t curves;               /* 1: a kernel is measured for all k before the next kernel */
    const char *globs, *device;
    struct batch_item item; /* the combination under construction */
    struct err dropped;     /* the first kernel left out, and why; ERR_NONE: none was */
};

static bool wish_list(const struct command *c, const char *name, const char *initial, int64_t min, int64_t max,
                      const char *const *choices, struct list *out, struct err *e)
{
    const char *text = command_value(c, name);
    out->count = 0;
    return (!text && !initial) || list_parse(name, text ? text : initial, min, max, choices, out, e);
}

static bool wish_parse(struct wish *w, struct err *e)
{
    static const char *const types[] = { [VT_F64] = "f64", [VT_F32] = "f32", [VT_COUNT] = NULL };
    const struct command *c = w->command;
    w->globs = command_value(c, "kernel");
    w->device = command_value(c, "device");
    if (w->device && !registry_asked(&w->session->registry, w->device, e))
        return false;
    return batch_ops(c, &w->ops, e) && wish_list(c, "k", "1", 1, COMMAND_K_MAX, NULL, &w->k, e) &&
           wish_list(c, "type", "f64", 0, VT_COUNT - 1, types, &w->type, e) &&
           wish_list(c, "threads", NULL, 1, COMMAND_THREADS_MAX, NULL, &w->threads, e);
}

/* Every item of the list must name or match a kernel: a typo is an error. */
static bool globs_check(const struct registry *r, const char *globs, struct err *e)
{
    char item[128];
    while (text_item(&globs, item, sizeof item)) {
        bool found = !*item;
        for (int i = 0; i < r->kernels && !found; i++)
            found = registry_match(item, r->kernel[i].kernel->name);
        if (!found)
            return registry_unknown(r, item, e);
    }
    return true;
}

/* ---- one item ---- */

static bool batch_add(struct batch *b, const struct batch_item *item, struct err *e)
{
    if (b->count == BATCH_MAX)
        return err_set(e, ERR_USAGE, "more than %d runs; choose fewer kernels or shorter lists", BATCH_MAX);
    if (!array_grow(&b->item, b->count, sizeof *item))
        return err_nomem(e, "the list of runs", sizeof *item);
    b->item[b->count++] = *item;
    return true;
}

static bool add_refused(struct wish *w, const struct err *why, struct err *e)
{
    struct batch_item refused = w->item;
    supports_refuse(&refused, why);
    return batch_add(w->batch, &refused, e);
}

/* Keeps a kernel that was named in full, with the reason; drops others. */
static bool offer_refused(struct wish *w, const struct err *why, struct err *e)
{
    const struct kernel *kernel = w->item.kernel->kernel;
    bool later = kernel->op != w->op && w->ops & 1u << kernel->op; /* it runs in its own operation's batch */
    if (!w->dropped.code)
        err_set(&w->dropped, why->code, "%s: %.400s", kernel->name, why->text);
    return later || !registry_named(w->globs, kernel->name) || add_refused(w, why, e);
}

enum { VAST = 32 };

/* Not if it takes so many times the memory of CSR that it cannot be fast, as ELLPACK with one full row does. */
static bool is_moderate(const struct wish *w, uint64_t bytes, struct err *why)
{
    const uint64_t least = 256 << 20;
    const struct kernel *kernel = w->item.kernel->kernel;
    const struct ordered *o = orders_for(w->session, w->op);
    struct problem p = { .a = &o->a[VT_F64] };
    char text[TEXT_SIZE];
    operation_pose(operations[w->op], &p, w->item.k, kernel->layout);
    if (bytes <= least || bytes / VAST <= kernel_csr_bytes(p.a) + kernel_operand_bytes(&p))
        return true;
    err_set(why, ERR_UNSUPPORTED, "it takes over %d times the memory of CSR, %s (name it in full to run it)", VAST,
            text_bytes(text, bytes));
    format_instead(format_find(kernel->format), p.a, &o->stats, kernel->type, why);
    return false;
}

static bool offer_item(struct wish *w, struct err *e)
{
    const struct kernel *kernel = w->item.kernel->kernel;
    struct err why = { 0 };
    uint64_t bytes;
    bool ok;
    w->item.named = registry_named(w->globs, kernel->name);
    if (kernel->op != w->op)
        ok = err_set(&why, ERR_UNSUPPORTED, "%s does not support op=%s", kernel->name, operations[w->op]->name);
    else if (kernel->type != w->item.type)
        ok = err_set(&why, ERR_UNSUPPORTED, "%s does not support type=%s", kernel->name, vtype_name(w->item.type));
    else
        ok = supports_item(w->session, &w->item, &bytes, &why);
    if (ok && !w->item.named && !is_moderate(w, bytes, &why))
        return add_refused(w, &why, e);
    return ok ? batch_add(w->batch, &w->item, e) : offer_refused(w, &why, e);
}

/* The values of a kernel's parameter: those of set.NAME= (in any case), else its initial one. */
static bool param_values(const struct command *c, const struct param *p, struct list *out, struct err *e)
{
    *out = (struct list){ .count = 1, .value = { p->initial } };
    for (int i = 0; i < c->arguments; i++) {
        const char *name = c->argument[i].name;
        if (strncmp(name, "set.", 4) == 0 && strcasecmp(name + 4, p->name) == 0 &&
            !list_parse(p->name, c->argument[i].value, p->min, p->max, p->choices, out, e))
            return false;
    }
    return true;
}

/* All values of parameter `at` of the kernel, combined with all values of later parameters. */
static bool offer_params(struct wish *w, int at, struct err *e)
{
    const struct param *p = w->item.kernel->kernel->params;
    if (!p || at == PARAM_MAX || !p[at].name)
        return offer_item(w, e);
    struct list values;
    struct err why = { 0 };
    if (!param_values(w->command, &p[at], &values, &why))
        return offer_refused(w, &why, e);
    bool ok = true;
    for (int i = 0; ok && i < values.count; i++) {
        w->item.param[at] = values.value[i];
        ok = offer_params(w, at + 1, e);
    }
    return ok;
}

/* Whether a kernel has a parameter of this name that takes these values; if it has it but does not, *why. */
static bool takes_param(const struct kernel *k, const char *name, const char *value, struct err *why)
{
    struct list values;
    for (const struct param *p = k->params; p && p->name; p++)
        if (strcasecmp(p->name, name) == 0)
            return list_parse(p->name, value, p->min, p->max, p->choices, &values, why);
    return false;
}

/* Every set.NAME= must be a parameter of a chosen kernel, and at least one of them must take its values. */
static bool params_check(const struct wish *w, struct err *e)
{
    const struct registry *r = &w->session->registry;
    for (int i = 0; i < w->command->arguments; i++) {
        const char *name = w->command->argument[i].name, *value = w->command->argument[i].value;
        bool taken = strncmp(name, "set.", 4) != 0;
        struct err why = { 0 };
        for (int j = 0; j < r->kernels && !taken; j++) {
            const struct kernel *k = r->kernel[j].kernel;
            taken = registry_match(w->globs ? w->globs : "", k->name) && takes_param(k, name + 4, value, &why);
        }
        if (!taken && why.code == ERR_NONE)
            return batch_no_param(r, w->globs, name + 4, e);
        if (!taken) {
            *e = why;
            return false;
        }
    }
    return true;
}

/* ---- all combinations ---- */

/* Kernels without a team and serial ones run once. */
static bool offer_threads(struct wish *w, struct err *e)
{
    const struct kernel *kernel = w->item.kernel->kernel;
    bool fixed = kernel->serial || !kernel_has_team(kernel) || w->threads.count == 0;
    bool ok = true;
    for (int i = 0; ok && i < (fixed ? 1 : w->threads.count); i++) {
        int all = w->item.device ? w->item.device->threads : 1;
        w->item.threads = kernel->serial ? 1 : fixed ? all : (int)w->threads.value[i];
        ok = offer_params(w, 0, e);
    }
    return ok;
}

/* The kernel of registry entry `at` in this type; itself if it is the first of a name that lacks it; else NULL. */
static const struct registered *entry_of(const struct registry *all, int at, enum vtype type)
{
    const struct registered *r = &all->kernel[at], *typed = registry_kernel(all, r->kernel->name, type);
    bool first = at == 0 || strcmp(all->kernel[at - 1].kernel->name, r->kernel->name) != 0;
    return (typed ? typed == r : first) ? r : NULL;
}

/* Baselines come first: serial CSR, then peers. Serial kernels of other formats take longest and come last. */
enum batch_rank { RANK_BASE, RANK_PEER, RANK_OTHER, RANK_SERIAL, RANKS };

static enum batch_rank rank_of(const struct kernel *k)
{
    return k->peer ? RANK_PEER : kernel_is_base(k) ? RANK_BASE : k->serial ? RANK_SERIAL : RANK_OTHER;
}

/* The kernels of a rank, each with the values of k from..to-1. */
static bool offer_kernels(struct wish *w, enum vtype type, int from, int to, enum batch_rank rank, struct err *e)
{
    const struct registry *all = &w->session->registry;
    bool ok = true;
    for (int i = 0; ok && i < all->kernels; i++) {
        const struct registered *r = entry_of(all, i, type);
        if (!r || rank_of(r->kernel) != rank || !registry_match(w->globs ? w->globs : "", r->kernel->name))
            continue;
        if (r->kernel->op != w->op && !registry_named(w->globs, r->kernel->name))
            continue; /* another kernel's parameter may have this name */
        for (int j = from; ok && j < to; j++) {
            w->item = (struct batch_item){ .kernel = r,
                                           .type = type,
                                           .device = supports_device(w->session, r->kernel, w->device),
                                           .k = operations[w->op]->columns ? w->k.value[j] : 1 };
            ok = offer_threads(w, e);
        }
    }
    return ok;
}

static bool offer_all(struct wish *w, struct err *e)
{
    const int ks = operations[w->op]->columns ? w->k.count : 1, together = w->curves ? ks : 1;
    for (int t = 0; t < w->type.count; t++)
        for (int i = 0; i < ks; i += together)
            for (enum batch_rank rank = 0; rank < RANKS; rank++)
                if (!offer_kernels(w, (enum vtype)w->type.value[t], i, i + together, rank, e))
                    return false;
    return w->batch->count > 0 || err_set(e, ERR_UNSUPPORTED, "no chosen kernel supports this problem%s%s",
                                          w->dropped.code ? ": " : "", w->dropped.text);
}

/* A kernel that cannot run has no partner: the other would be measured in vain. */
static bool pair_runs(const struct batch_item *a, const struct batch_item *b, struct err *e)
{
    const struct batch_item *refused = a->state != ST_OK ? a : b->state != ST_OK ? b : NULL;
    return !refused || err_set(e, ERR_UNSUPPORTED, "nothing to compare: %s cannot run: %.400s",
                               refused->kernel->kernel->name, refused->why);
}

/* Two consecutive items for each type and k; a single kernel is compared with itself. */
static bool pairs_make(struct batch *b, struct err *e)
{
    struct batch pairs = { 0 };
    for (int i = 0, next; i < b->count; i = next) {
        const struct batch_item *first = &b->item[i];
        for (next = i + 1; next < b->count && b->item[next].type == first->type && b->item[next].k == first->k;)
            next++;
        if (next - i > 2)
            err_set(e, ERR_USAGE, "compare wants two runs for each type and k, and here are %d", next - i);
        if (next - i > 2 || !pair_runs(first, &b->item[next - 1], e) || !batch_add(&pairs, first, e) ||
            !batch_add(&pairs, &b->item[next - 1], e)) {
            batch_free(&pairs);
            return false;
        }
    }
    free(b->item);
    b->item = pairs.item;
    b->count = pairs.count;
    return true;
}

bool batch_make(struct session *s, const struct command *c, enum op op, struct batch *b, struct err *e)
{
    struct wish w = { .session = s, .batch = b, .command = c, .op = op };
    const char *cold = command_value(c, "cold");
    int64_t compares = 0, phases = 0;
    struct list caches;
    *b = (struct batch){ .op = op };
    bool ok = wish_parse(&w, e) && globs_check(&s->registry, w.globs, e) && params_check(&w, e) &&
              command_number(c, "samples", 1, MEASURE_SAMPLES, 0, &b->samples, e) &&
              command_number(c, "skip", 0, BATCH_SKIP_MAX, 0, &b->skip, e) &&
              list_parse("cold", cold ? cold : "0", 0, 1, NULL, &caches, e) &&
              command_number(c, "phases", 0, 1, 0, &phases, e) && command_number(c, "compare", 0, 1, 0, &compares, e) &&
              command_number(c, "patience", 0, INT32_MAX, -1, &b->patience_ms, e) &&
              command_number(c, "curves", 0, !compares, 0, &w.curves, e) && batch_until(c, &b->until, e) &&
              offer_all(&w, e) && (!compares || pairs_make(b, e));
    for (int i = 0; ok && i < caches.count; i++)
        b->caches |= 1u << caches.value[i];
    b->phases = phases;
    b->compares = compares;
    if (!ok)
        batch_free(b);
    return ok;
}

void batch_free(struct batch *b)
{
    free(b->item);
    *b = (struct batch){ 0 };
}

struct run_count batch_count(const struct batch *b, int count)
{
    struct run_count t = { .items = count };
    for (int i = 0; i < count; i++)
        t.runs += b->item[i].state == ST_OK;
    return t;
}

int64_t batch_k(const struct batch *b, enum vtype type)
{
    int64_t k = 0;
    for (int i = 0; i < b->count; i++)
        if (b->item[i].type == type && b->item[i].state == ST_OK && b->item[i].k > k)
            k = b->item[i].k;
    return k;
}
