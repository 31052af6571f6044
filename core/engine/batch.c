/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/batch.h"

/* What the command asks for, before it is multiplied out. */
struct batch_wish {
    const struct command *command;
    enum op op;
    unsigned ops;                 /* all that the command asks for */
    struct list k, type, threads; /* no threads: as many as the device has */
    const char *globs, *device;
};

static bool wish_list(const struct command *c, const char *name, const char *initial, int64_t min, int64_t max,
                      const char *const *choices, struct list *out, struct err *e)
{
    const char *text = command_value(c, name);
    out->count = 0;
    return (!text && !initial) || list_parse(name, text ? text : initial, min, max, choices, out, e);
}

static bool wish_parse(const struct session *s, const struct command *c, enum op op, struct batch_wish *w,
                       struct err *e)
{
    static const char *const types[] = { [VT_F64] = "f64", [VT_F32] = "f32", [VT_COUNT] = NULL };
    w->command = c;
    w->op = op;
    w->globs = command_value(c, "kernel");
    w->device = command_value(c, "device");
    if (w->device && !registry_asked(&s->registry, w->device, e))
        return false;
    return batch_ops(c, &w->ops, e) && wish_list(c, "k", "1", 1, BATCH_K_MAX, NULL, &w->k, e) &&
           wish_list(c, "type", "f64", 0, VT_COUNT - 1, types, &w->type, e) &&
           wish_list(c, "threads", NULL, 1, BATCH_THREADS_MAX, NULL, &w->threads, e);
}

/* Every item of the list names a kernel or matches one: a slip of the pen is reported, not passed over. */
static bool globs_check(const struct session *s, const char *globs, struct err *e)
{
    char item[128];
    while (text_item(&globs, item, sizeof item)) {
        bool found = !*item;
        for (int i = 0; i < s->registry.kernels && !found; i++)
            found = registry_match(item, s->registry.kernel[i].kernel->name);
        if (!found)
            return registry_unknown(&s->registry, item, e);
    }
    return true;
}

/* ---- one item ---- */

static bool batch_add(struct batch *b, const struct batch_item *item, struct err *e)
{
    if (b->count == BATCH_MAX)
        return err_set(e, ERR_USAGE, "more than %d runs; ask for fewer kernels or shorter lists", BATCH_MAX);
    if (b->count == b->room) {
        int room = b->room ? 2 * b->room : 32;
        struct batch_item *longer = realloc(b->item, (size_t)room * sizeof *longer);
        if (!longer)
            return err_nomem(e, "the list of runs", (size_t)room * sizeof *longer);
        b->item = longer;
        b->room = room;
    }
    b->item[b->count++] = *item;
    return true;
}

/* A kernel that was named in full stays, with the reason; others are left out. */
static bool batch_refuse(struct batch *b, const struct batch_wish *w, struct batch_item *item, const struct err *why,
                         struct err *e)
{
    const struct kernel *kernel = item->kernel->kernel;
    bool later = kernel->op != w->op && w->ops & 1u << kernel->op; /* or sooner: in its own operation's batch */
    if (later || !registry_named(w->globs, kernel->name))
        return true;
    supports_refuse(item, why);
    return batch_add(b, item, e);
}

static bool batch_offer(struct session *s, struct batch *b, const struct batch_wish *w, struct batch_item *item,
                        struct err *e)
{
    const struct kernel *kernel = item->kernel->kernel;
    struct err why = { 0 };
    uint64_t bytes;
    bool ok = true;
    if (kernel->op != w->op)
        ok = err_set(&why, ERR_UNSUPPORTED, "%s does not support op=%s", kernel->name, operations[w->op]->name);
    else if (kernel->type != item->type)
        ok = err_set(&why, ERR_UNSUPPORTED, "%s does not support type=%s", kernel->name, vtype_name(item->type));
    else
        ok = supports_item(s, item, &bytes, &why);
    return ok ? batch_add(b, item, e) : batch_refuse(b, w, item, &why, e);
}

/* ---- parameters ---- */

/* The values of a kernel's parameter: those of set.NAME=, whatever the case of NAME, else its initial one. */
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

static bool offer_params(struct session *s, struct batch *b, const struct batch_wish *w, struct batch_item *item,
                         int at, struct err *e)
{
    const struct param *p = item->kernel->kernel->params;
    if (!p || at == PARAM_MAX || !p[at].name)
        return batch_offer(s, b, w, item, e);
    struct list values;
    struct err why = { 0 };
    if (!param_values(w->command, &p[at], &values, &why))
        return batch_refuse(b, w, item, &why, e);
    bool ok = true;
    for (int i = 0; ok && i < values.count; i++) {
        item->param[at] = values.value[i];
        ok = offer_params(s, b, w, item, at + 1, e);
    }
    return ok;
}

/* Whether a kernel has a parameter of this name that takes these values; else *why, unless it has none. */
static bool takes_param(const struct kernel *k, const char *name, const char *value, struct err *why)
{
    struct list values;
    for (const struct param *p = k->params; p && p->name; p++)
        if (strcasecmp(p->name, name) == 0)
            return list_parse(p->name, value, p->min, p->max, p->choices, &values, why);
    return false;
}

/* Every set.NAME= is a parameter of some kernel that is chosen, and one of them takes its values. */
static bool params_check(const struct session *s, const struct batch_wish *w, struct err *e)
{
    for (int i = 0; i < w->command->arguments; i++) {
        const char *name = w->command->argument[i].name, *value = w->command->argument[i].value;
        bool taken = strncmp(name, "set.", 4) != 0;
        struct err why;
        err_set(&why, ERR_USAGE,
                "%.60s: no kernel that is chosen has a parameter of this name (list kernels names them)", name);
        for (int j = 0; j < s->registry.kernels && !taken; j++) {
            const struct kernel *k = s->registry.kernel[j].kernel;
            taken = registry_match(w->globs ? w->globs : "", k->name) && takes_param(k, name + 4, value, &why);
        }
        if (!taken) {
            *e = why;
            return false;
        }
    }
    return true;
}

/* ---- multiplying out ---- */

/* Kernels without a team and serial ones are run once. */
static bool offer_threads(struct session *s, struct batch *b, const struct batch_wish *w, struct batch_item *item,
                          struct err *e)
{
    const struct kernel *kernel = item->kernel->kernel;
    bool fixed = kernel->serial || !kernel_has_team(kernel) || w->threads.count == 0;
    bool ok = true;
    for (int i = 0; ok && i < (fixed ? 1 : w->threads.count); i++) {
        int all = item->device ? item->device->threads : 1;
        item->threads = kernel->serial ? 1 : fixed ? all : (int)w->threads.value[i];
        ok = offer_params(s, b, w, item, 0, e);
    }
    return ok;
}

/* The kernel of registry entry `at` in this type, or the entry itself when its name has none and stands there first;
   NULL: another entry is the one. */
static const struct registered *entry_of(const struct session *s, int at, enum vtype type)
{
    const struct registered *r = &s->registry.kernel[at], *typed = registry_kernel(&s->registry, r->kernel->name, type);
    if (typed)
        return typed == r ? r : NULL;
    bool first = at == 0 || strcmp(s->registry.kernel[at - 1].kernel->name, r->kernel->name) != 0;
    return first ? r : NULL;
}

/* The kernels that others are compared with come first: serial ones of our own, then peers. */
enum batch_rank { RANK_SERIAL, RANK_PEER, RANK_OTHER, RANKS };

static enum batch_rank rank_of(const struct kernel *k)
{
    return k->peer ? RANK_PEER : k->serial ? RANK_SERIAL : RANK_OTHER;
}

static bool offer_kernels(struct session *s, struct batch *b, const struct batch_wish *w, enum vtype type, int64_t k,
                          enum batch_rank rank, struct err *e)
{
    bool ok = true;
    for (int i = 0; ok && i < s->registry.kernels; i++) {
        const struct registered *r = entry_of(s, i, type);
        if (!r || rank_of(r->kernel) != rank || !registry_match(w->globs ? w->globs : "", r->kernel->name))
            continue;
        if (r->kernel->op != w->op && !registry_named(w->globs, r->kernel->name))
            continue; /* its parameters may have the names of others' */
        struct batch_item item = { .kernel = r,
                                   .type = type,
                                   .device = supports_device(s, r->kernel, w->device),
                                   .k = operations[w->op]->columns ? k : 1 };
        ok = offer_threads(s, b, w, &item, e);
    }
    return ok;
}

static bool offer_all(struct session *s, struct batch *b, const struct batch_wish *w, struct err *e)
{
    int ks = operations[w->op]->columns ? w->k.count : 1;
    for (int t = 0; t < w->type.count; t++) {
        for (int i = 0; i < ks; i++) {
            enum vtype type = (enum vtype)w->type.value[t];
            for (enum batch_rank rank = 0; rank < RANKS; rank++)
                if (!offer_kernels(s, b, w, type, w->k.value[i], rank, e))
                    return false;
        }
    }
    return b->count > 0 ||
           err_set(e, ERR_UNSUPPORTED,
                   "no kernel that is chosen supports this problem (one that is named in full says why)");
}

static bool same_problem(const struct batch_item *a, const struct batch_item *b)
{
    return a->type == b->type && a->k == b->k;
}

/* Two items for each type and k, which follow one another; a single one is compared with itself. */
static bool pairs_make(struct batch *b, struct err *e)
{
    struct batch pairs = { 0 };
    for (int i = 0, next; i < b->count; i = next) {
        for (next = i + 1; next < b->count && same_problem(&b->item[i], &b->item[next]);)
            next++;
        if (next - i > 2)
            err_set(e, ERR_USAGE, "compare wants two runs for each type and k, and here are %d", next - i);
        if (next - i > 2 || !batch_add(&pairs, &b->item[i], e) || !batch_add(&pairs, &b->item[next - 1], e)) {
            batch_free(&pairs);
            return false;
        }
    }
    free(b->item);
    b->item = pairs.item;
    b->count = pairs.count;
    b->room = pairs.room;
    return true;
}

bool batch_make(struct session *s, const struct command *c, enum op op, struct batch *b, struct err *e)
{
    struct batch_wish w;
    int64_t cold, compares, phases;
    *b = (struct batch){ 0 };
    bool ok = wish_parse(s, c, op, &w, e) && globs_check(s, w.globs, e) && params_check(s, &w, e) &&
              command_number(c, "samples", 1, MEASURE_SAMPLES, 0, &b->samples, e) &&
              command_number(c, "cold", 0, 1, 0, &cold, e) && command_number(c, "phases", 0, 1, 0, &phases, e) &&
              command_number(c, "compare", 0, 1, 0, &compares, e) && batch_until(c, &b->until, e) &&
              offer_all(s, b, &w, e) && (!compares || pairs_make(b, e));
    if (ok) {
        b->op = w.op;
        b->cold = cold != 0;
        b->phases = phases != 0;
        b->compares = compares != 0;
    } else {
        batch_free(b);
    }
    return ok;
}

void batch_free(struct batch *b)
{
    free(b->item);
    *b = (struct batch){ 0 };
}

int64_t batch_k(const struct batch *b, enum vtype type)
{
    int64_t k = 0;
    for (int i = 0; i < b->count; i++)
        if (b->item[i].type == type && b->item[i].state == ST_OK && b->item[i].k > k)
            k = b->item[i].k;
    return k;
}
