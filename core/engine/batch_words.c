/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch_words: the operations and the type that a command names. */
#include "core/engine/batch_words.h"

#include <stdio.h>
#include <string.h>

bool batch_op(const struct command *c, enum op *op, struct err *e)
{
    const char *text = command_value(c, "op");
    *op = OP_MUL;
    return !text || operation_parse(text, op) ||
           err_set(e, ERR_USAGE, "op=%.60s: no operation is called that (list operations names them)", text);
}

bool batch_ops(const struct command *c, unsigned *ops, struct err *e)
{
    const char *at = command_value(c, "op");
    *ops = 0;
    for (bool more = true; more;) {
        char name[64];
        enum op op = OP_MUL;
        size_t n = at ? strcspn(at, ",") : 0;
        snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), at ? at : "");
        if (at && !operation_parse(name, &op))
            return err_set(e, ERR_USAGE, "op=%.60s: no operation is called that (list operations names them)", name);
        *ops |= 1u << op;
        more = at && at[n];
        at = more ? at + n + 1 : NULL;
    }
    return true;
}

bool batch_type(const struct command *c, enum vtype *type, struct err *e)
{
    const char *text = command_value(c, "type");
    *type = VT_F64;
    return !text || vtype_parse(text, type) || err_set(e, ERR_USAGE, "type=%.60s: f64 or f32", text);
}
