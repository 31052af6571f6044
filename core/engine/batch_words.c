/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/batch_words.h"

#include "core/base/number.h"

static bool op_named(const char *name, enum op *op, struct err *e)
{
    return operation_parse(name, op) ||
           err_set(e, ERR_USAGE, "op=%.60s: unknown operation (see nzscope list operations)", name);
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

bool batch_until(const struct command *c, double *until, struct err *e)
{
    const char *text = command_value(c, "until");
    *until = 0;
    return !text || (number_share(text, until) && *until > 0 && *until < 1) ||
           err_set(e, ERR_USAGE, "until=%.60s: a target spread, 1%% for example", text);
}
