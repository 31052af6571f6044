/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/room.h"

#include "core/base/number.h"

/* ptr, ind and val; a cast copy shares the first two. */
static uint64_t csr_held(const struct csr *a)
{
    const uint64_t nnz = (uint64_t)a->nnz, width = vtype_size(a->type);
    return a->shares ? size_mul(nnz, width) : size_csr((uint64_t)a->m, nnz, width);
}

static uint64_t ordered_held(const struct ordered *o)
{
    uint64_t bytes = o->method ? size_mul(4, (uint64_t)o->order.m) : 0;
    for (int t = 0; t < VT_COUNT; t++)
        bytes = size_add(bytes, o->a[t].ptr ? csr_held(&o->a[t]) : 0);
    return bytes;
}

static uint64_t held_bytes(const struct session *s)
{
    uint64_t bytes = size_add(ordered_held(&s->file), size_add(ordered_held(&s->view), ordered_held(&s->transient)));
    for (int t = 0; t < VT_COUNT; t++)
        for (int op = 0; op < OP_COUNT; op++)
            if (s->given[op][t].k > 0)
                bytes = size_add(bytes, given_bytes(operations[op], &s->file.a[t], s->given[op][t].k));
    return bytes;
}

uint64_t room_left(const struct session *s)
{
    uint64_t held = held_bytes(s);
    return held < s->limit ? s->limit - held : 1;
}

bool room_fits(const struct session *s, const char *what, uint64_t bytes, struct err *e)
{
    if (bytes <= room_left(s))
        return true;
    char want[TEXT_SIZE], left[TEXT_SIZE] = "nothing", limit[TEXT_SIZE];
    if (held_bytes(s) < s->limit)
        text_bytes(left, room_left(s));
    return err_set(e, ERR_MEMORY, "%s would take %s; of the memory limit of %s, %s is left (--mem-limit raises it)",
                   what, text_bytes(want, bytes), text_bytes(limit, s->limit), left);
}

uint64_t room_on(struct session *s, struct device *d, uint64_t reserved)
{
    uint64_t bytes, left = room_left(s);
    if (device_is_cpu(d->kind) || !d->ops->memory_free)
        return left > reserved ? left - reserved : 1;
    if (!d->ops->memory_free(d, &bytes, NULL))
        bytes = d->memory;
    bytes -= bytes / 10; /* for the driver and fragmentation */
    return s->limited && s->limit < bytes ? s->limit : bytes;
}

bool do_limit(struct session *s, const struct command *c, struct err *e)
{
    int64_t bytes;
    if (!number_parse(c->word[0], &bytes) || bytes < 0)
        return err_set(e, ERR_USAGE, "limit %.60s: a number of bytes, 0 for the default", c->word[0]);
    s->limited = bytes > 0;
    s->limit = bytes > 0 ? (uint64_t)bytes : limit_default();
    return true;
}
