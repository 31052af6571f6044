/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_view: looking at the matrix without computing with it: costs, support, rasters, histograms. */
#include <math.h>
#include <string.h>

#include "core/engine/batch.h"
#include "core/engine/session.h"
#include "core/matrix/format.h"
#include "core/matrix/spy.h"

enum {
    BINS_MAX = 256,
    SPY_CELLS = 128 /* a raster of this size is told unasked */
};

/* ---- formats ---- */

static json_t *format_item(const struct session *s, const struct format *f, enum vtype type)
{
    const struct csr *a = session_csr(s);
    struct err why = { 0 };
    struct format_cost cost;
    const char *verdict = format_verdict(f, a, session_stats(s), type, inputs_left(s), &cost, &why);
    bool possible = strcmp(verdict, "no") != 0;
    json_t *item = json_object();
    event_text(item, "name", f->name);
    if (possible) {
        event_size(item, "bytes", cost.bytes);
        event_size(item, "slots", cost.slots == INT64_MAX ? UINT64_MAX : (uint64_t)cost.slots);
    }
    if (possible && a->nnz > 0)
        event_number(item, "padding", cost.slots == INT64_MAX ? INFINITY : (double)cost.slots / (double)a->nnz);
    event_text(item, "verdict", verdict);
    if (*why.text)
        event_text(item, "why", why.text);
    return item;
}

static void tell_formats(const struct session *s, enum vtype type)
{
    json_t *items = json_array();
    for (int i = 0; formats[i].name; i++)
        json_array_append_new(items, format_item(s, &formats[i], type));
    json_t *event = event_new("formats", s->cmd);
    event_text(event, "type", vtype_name(type));
    event_add(event, "items", items);
    event_send(s->events, event);
}

/* ---- support ---- */

static void tell_supports(struct session *s, enum op op, enum vtype type, int64_t k, int threads, const char *device)
{
    json_t *items = json_array();
    for (int i = 0; i < s->registry.kernels; i++) {
        const struct registered *r = &s->registry.kernel[i];
        if (r->kernel->op != op || r->kernel->type != type)
            continue;
        uint64_t bytes;
        struct err why = { 0 };
        bool ok = session_supports(s, r, session_device(s, r->kernel, device), k, threads, NULL, &bytes, &why);
        json_t *item = json_object();
        event_text(item, "name", r->kernel->name);
        event_flag(item, "ok", ok);
        if (!ok)
            event_text(item, "why", why.text);
        if (bytes > 0)
            event_size(item, "bytes", bytes);
        json_array_append_new(items, item);
    }
    json_t *event = event_new("supports", s->cmd);
    event_text(event, "op", operations[op]->name);
    event_integer(event, "k", k);
    event_text(event, "type", vtype_name(type));
    if (threads > 0)
        event_integer(event, "threads", threads);
    event_add(event, "items", items);
    event_send(s->events, event);
}

void session_tell_problem(struct session *s, enum op op, enum vtype type, int64_t k, int threads, const char *device)
{
    tell_formats(s, type);
    tell_supports(s, op, type, k, threads, device);
}

bool session_problem(struct session *s, const struct command *c, struct err *e)
{
    enum op op;
    enum vtype type;
    int64_t k, threads;
    if (!session_needs(s, false, e) || !batch_op(c, &op, e) || !batch_type(c, &type, e) ||
        !command_number(c, "k", 1, BATCH_K_MAX, 1, &k, e) ||
        !command_number(c, "threads", 1, BATCH_THREADS_MAX, 0, &threads, e))
        return false;
    session_tell_problem(s, op, type, k, (int)threads, command_value(c, "device"));
    return true;
}

/* ---- rasters and histograms ---- */

static bool tell_spy(struct session *s, int rows, int cols, const int64_t from[2], const int64_t to[2], struct err *e)
{
    struct spy spy;
    if (!spy_make(session_csr(s), rows, cols, from[0], to[0], from[1], to[1], &spy, e))
        return false;
    json_t *cells = json_array();
    for (int r = 0; r < spy.rows; r++)
        json_array_append_new(cells, json_string(spy_line(&spy, r)));
    json_t *event = event_new("spy", s->cmd);
    event_integer(event, "rows", spy.rows);
    event_integer(event, "cols", spy.cols);
    event_pair(event, "from", spy.from_i, spy.from_j);
    event_pair(event, "to", spy.to_i, spy.to_j);
    event_integer(event, "max", spy.max);
    event_add(event, "cells", cells);
    event_send(s->events, event);
    spy_free(&spy);
    return true;
}

bool session_tell_whole(struct session *s, struct err *e)
{
    const struct csr *a = &s->matrix.csr;
    return tell_spy(s, SPY_CELLS, SPY_CELLS, (int64_t[]){ 0, 0 }, (int64_t[]){ a->m, a->n }, e);
}

static bool in_order(const int64_t from[2], const int64_t to[2], struct err *e)
{
    return (from[0] <= to[0] && from[1] <= to[1]) ||
           err_set(e, ERR_USAGE, "from=%lld,%lld to=%lld,%lld: a part begins before it ends", (long long)from[0],
                   (long long)from[1], (long long)to[0], (long long)to[1]);
}

bool session_spy(struct session *s, const struct command *c, struct err *e)
{
    int64_t rows, cols, from[2] = { 0, 0 }, to[2] = { s->matrix.csr.m, s->matrix.csr.n };
    return session_needs(s, false, e) && command_number(c, "rows", 1, SPY_MAX, 1, &rows, e) &&
           command_number(c, "cols", 1, SPY_MAX, 1, &cols, e) && command_pair(c, "from", from, e) &&
           command_pair(c, "to", to, e) && in_order(from, to, e) && tell_spy(s, (int)rows, (int)cols, from, to, e);
}

bool session_linear(struct session *s, const struct command *c, struct err *e)
{
    int64_t bins, rows[BINS_MAX], nnz[BINS_MAX];
    if (!session_needs(s, false, e) || !command_number(c, "bins", 1, BINS_MAX, 1, &bins, e))
        return false;
    stats_linear(session_csr(s), s->stats.row_max, (int)bins, rows, nnz);
    json_t *array = json_array();
    for (int b = 0; b < bins; b++)
        json_array_append_new(array, json_pack("[I,I]", (json_int_t)rows[b], (json_int_t)nnz[b]));
    json_t *event = event_new("histogram", s->cmd);
    event_integer(event, "max", s->stats.row_max);
    event_add(event, "bins", array);
    event_send(s->events, event);
    return true;
}
