/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/batch_words.h"

#include <ctype.h>

#include "core/base/nearest.h"
#include "core/base/number.h"

static bool op_named(const char *name, enum op *op, struct err *e)
{
    struct nearest near = nearest_to(name);
    char all[200] = "", hint[100];
    if (operation_parse(name, op))
        return true;
    for (int i = 0; i < OP_COUNT; i++) {
        nearest_try(&near, operations[i]->name);
        text_join(all, sizeof all, ", ", "%s%s", *all ? "" : "there are ", operations[i]->name);
    }
    return err_set(e, ERR_USAGE, "op=%.60s: unknown operation; %s", name, nearest_hint(&near, all, hint, sizeof hint));
}

bool batch_op(const struct command *c, enum op *op, struct err *e)
{
    const char *text = command_value(c, "op");
    *op = OP_MUL;
    return !text || op_named(text, op, e);
}

bool batch_ops(const struct command *c, unsigned *ops, struct err *e)
{
    char name[64];
    enum op op;
    const char *list = command_value(c, "op");
    *ops = list ? 0 : 1u << OP_MUL;
    while (text_item(&list, name, sizeof name)) {
        if (!op_named(name, &op, e))
            return false;
        *ops |= 1u << op;
    }
    return true;
}

bool batch_type(const struct command *c, enum vtype *type, struct err *e)
{
    const char *text = command_value(c, "type");
    *type = VT_F64;
    return !text || vtype_parse(text, type) || err_set(e, ERR_USAGE, "type=%.60s: f64 or f32", text);
}

enum { PARAMS = 64, SHOWN = 5, NAMED = 16 };

/* The parameters of the chosen kernels, the first of each name. */
static int params_of(const struct registry *r, const char *globs, const struct param *out[PARAMS])
{
    int n = 0;
    for (int i = 0; i < r->kernels; i++) {
        const struct kernel *k = r->kernel[i].kernel;
        for (const struct param *p = k->params; p && p->name && registry_match(globs ? globs : "", k->name); p++) {
            int at = 0;
            while (at < n && strcmp(out[at]->name, p->name) != 0)
                at++;
            if (at == n && n < PARAMS)
                out[n++] = p;
        }
    }
    return n;
}

/* "NZ_PER_CHUNK=1..1048576", "LOOP=columns|row" */
static void param_text(const struct param *p, char *out, size_t size)
{
    snprintf(out, size, "%s=", p->name);
    if (!p->choices)
        text_add(out, size, "%lld..%lld", (long long)p->min, (long long)p->max);
    for (int i = 0; p->choices && p->choices[i]; i++)
        text_add(out, size, "%s%s", i > 0 ? "|" : "", p->choices[i]);
}

bool batch_no_param(const struct registry *r, const char *globs, const char *name, struct err *e)
{
    const struct param *param[PARAMS];
    const int n = params_of(r, globs, param);
    char typed[64], list[300] = "", text[200], hint[100];
    snprintf(typed, sizeof typed, "%.60s", name);
    for (char *c = typed; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    struct nearest near = nearest_to(typed);
    for (int i = 0; i < n; i++) {
        nearest_try(&near, param[i]->name);
        param_text(param[i], text, sizeof text);
        if (i < NAMED)
            text_join(list, sizeof list, ", ", "%s", n > SHOWN ? param[i]->name : text);
    }
    if (n > NAMED)
        text_add(list, sizeof list, " and %d more (list parameters)", n - NAMED);
    return err_set(e, ERR_USAGE, "%.60s: no chosen kernel has this parameter%s%s%s%s", name, near.best ? "; " : "",
                   nearest_hint(&near, ".", hint, sizeof hint), n > 0 ? " They have " : " They have none", list);
}

bool batch_until(const struct command *c, double *until, struct err *e)
{
    const char *text = command_value(c, "until");
    *until = 0;
    return !text || (number_share(text, until) && *until > 0 && *until < 1) ||
           err_set(e, ERR_USAGE, "until=%.60s: a target spread, 1%% for example", text);
}
