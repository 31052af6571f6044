/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look: events about the matrix. */
#include "core/engine/look.h"

#include <math.h>
#include <string.h>

#include "core/engine/batch.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"
#include "core/engine/window.h"
#include "core/matrix/format.h"
#include "core/matrix/spy.h"

enum {
    BINS_MAX = 256,
    SPY_CELLS = 128 /* a raster of this size is told unasked */
};

/* ---- the matrix ---- */

/* [[rows, nnz]…] */
static json_t *bins_array(const int64_t *rows, const int64_t *nnz, int bins)
{
    json_t *array = json_array();
    for (int b = 0; b < bins; b++)
        json_array_append_new(array, json_pack("[I,I]", (json_int_t)rows[b], (json_int_t)nnz[b]));
    return array;
}

static void tell_stats(json_t *event, const struct stats *t)
{
    event_number(event, "row_mean", t->row_mean);
    event_number(event, "row_std", t->row_std);
    event_integer(event, "row_median", t->row_median);
    event_integer(event, "row_max", t->row_max);
    event_integer(event, "row_min", t->row_min);
    event_integer(event, "empty_rows", t->empty_rows);
    event_integer(event, "empty_cols", t->empty_cols);
    event_integer(event, "col_max", t->col_max);
    event_integer(event, "bandwidth_lower", t->bandwidth_lower);
    event_integer(event, "bandwidth_upper", t->bandwidth_upper);
    event_integer(event, "profile", t->profile);
    event_integer(event, "diagonal", t->diagonal);
    if (t->pattern_symmetry >= 0) { /* square */
        event_number(event, "pattern_symmetry", t->pattern_symmetry);
        event_number(event, "value_symmetry", t->value_symmetry);
        event_number(event, "value_skew", t->value_skew);
    }
    event_integer(event, "diagonals", t->diagonals);
    event_integer(event, "blocks3", t->blocks3);
    event_integer(event, "sell_slots", t->sell_slots);
    event_integer(event, "hyb_width", t->hyb_width);
    event_integer(event, "hyb_tail", t->hyb_tail);
    event_add(event, "hist", bins_array(t->bin_rows, t->bin_nnz, t->bins));
}

/* The share of the entries that loops over rows, `lanes` entries a step, leave to their remainders. */
static double remainder_of(const struct csr *a, int lanes)
{
    int64_t left = 0;
    for (int64_t i = 0; i < a->m; i++)
        left += (a->ptr[i + 1] - a->ptr[i]) % lanes;
    return a->nnz ? (double)left / (double)a->nnz : 0;
}

static void tell_matrix(const struct session *s)
{
    const struct matrix *a = &s->matrix;
    struct err why;
    bool runnable = session_needs(s, true, &why);
    json_t *event = event_new("matrix", s->cmd);
    event_text(event, "name", a->name);
    event_text(event, "origin", matrix_origin(a));
    event_text(event, "source", a->source);
    event_text(event, "title", a->title);
    event_text(event, "field", field_name(a->field));
    event_text(event, "symmetry", symmetry_name(a->symmetry));
    event_flag(event, "array", a->array);
    event_integer(event, "rows", a->csr.m);
    event_integer(event, "cols", a->csr.n);
    event_integer(event, "nnz", a->csr.nnz);
    event_integer(event, "stored", a->stored);
    event_integer(event, "duplicates", a->duplicates);
    event_integer(event, "zeros", a->zeros);
    event_integer(event, "nonfinite", a->nonfinite);
    event_integer(event, "overflowed", a->overflowed);
    event_integer(event, "upper", a->upper);
    event_size(event, "bytes", kernel_csr_bytes(&a->csr));
    event_number(event, "open_ms", s->open_ms);
    if (s->now) {
        event_text(event, "reorder", s->now->method->name);
        event_number(event, "reorder_ms", s->now->ms);
        event_add(event, "was",
                  json_pack("{sI sI sI}", "bandwidth_lower", (json_int_t)s->file.stats.bandwidth_lower,
                            "bandwidth_upper", (json_int_t)s->file.stats.bandwidth_upper, "profile",
                            (json_int_t)s->file.stats.profile));
    }
    event_flag(event, "runnable", runnable);
    if (!runnable)
        event_text(event, "why", why.text);
    event_number(event, "remainder4", remainder_of(&a->csr, 4));
    event_number(event, "remainder8", remainder_of(&a->csr, 8));
    tell_stats(event, &orders_seen(s)->stats);
    event_send(s->events, event);
}

/* ---- formats ---- */

static json_t *format_item(const struct session *s, const struct format *f, enum vtype type)
{
    const struct ordered *o = orders_seen(s);
    const struct csr *a = &o->a[VT_F64];
    struct err why = { 0 };
    struct format_cost cost;
    const char *verdict = format_verdict(f, a, &o->stats, type, room_left(s), &cost, &why);
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
        const struct batch_item asked = supports_initial(r, supports_device(s, r->kernel, device), k, threads);
        bool ok = supports_item(s, &asked, &bytes, &why);
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

static void tell_problem(struct session *s, enum op op, enum vtype type, int64_t k, int threads, const char *device)
{
    tell_formats(s, type);
    tell_supports(s, op, type, k, threads, device);
}

bool look_problem(struct session *s, const struct command *c, struct err *e)
{
    enum op op;
    enum vtype type;
    int64_t k, threads;
    if (!session_needs(s, false, e) || !batch_op(c, &op, e) || !batch_type(c, &type, e) ||
        !command_number(c, "k", 1, BATCH_K_MAX, 1, &k, e) ||
        !command_number(c, "threads", 1, BATCH_THREADS_MAX, 0, &threads, e))
        return false;
    tell_problem(s, op, type, k, (int)threads, command_value(c, "device"));
    return true;
}

/* ---- rasters and histograms ---- */

static bool tell_spy(struct session *s, int rows, int cols, const int64_t from[2], const int64_t to[2], struct err *e)
{
    struct spy spy;
    if (!spy_make(&orders_seen(s)->a[VT_F64], rows, cols, from[0], to[0], from[1], to[1], &spy, e))
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
    if (spy.to_i - spy.from_i <= WINDOW_MAX && spy.to_j - spy.from_j <= WINDOW_MAX)
        event_add(event, "entries",
                  window_entries(&orders_seen(s)->a[VT_F64], (int64_t[]){ spy.from_i, spy.from_j },
                                 (int64_t[]){ spy.to_i, spy.to_j }));
    event_send(s->events, event);
    spy_free(&spy);
    return true;
}

static bool tell_whole(struct session *s, struct err *e)
{
    const struct csr *a = &s->matrix.csr;
    return tell_spy(s, SPY_CELLS, SPY_CELLS, (int64_t[]){ 0, 0 }, (int64_t[]){ a->m, a->n }, e);
}

void look_tell(struct session *s)
{
    struct err e;
    tell_matrix(s);
    tell_problem(s, OP_MUL, VT_F64, 1, 0, NULL);
    if (!tell_whole(s, &e)) /* a matrix without its picture is open all the same */
        event_log(s->events, e.text);
}

static bool in_order(const int64_t from[2], const int64_t to[2], struct err *e)
{
    return (from[0] <= to[0] && from[1] <= to[1]) ||
           err_set(e, ERR_USAGE, "from=%lld,%lld to=%lld,%lld: a part begins before it ends", (long long)from[0],
                   (long long)from[1], (long long)to[0], (long long)to[1]);
}

bool look_spy(struct session *s, const struct command *c, struct err *e)
{
    int64_t rows, cols, from[2] = { 0, 0 }, to[2] = { s->matrix.csr.m, s->matrix.csr.n };
    return session_needs(s, false, e) && command_number(c, "rows", 1, SPY_MAX, 1, &rows, e) &&
           command_number(c, "cols", 1, SPY_MAX, 1, &cols, e) && command_pair(c, "from", from, e) &&
           command_pair(c, "to", to, e) && in_order(from, to, e) && tell_spy(s, (int)rows, (int)cols, from, to, e);
}

bool look_linear(struct session *s, const struct command *c, struct err *e)
{
    int64_t bins, rows[BINS_MAX], nnz[BINS_MAX];
    if (!session_needs(s, false, e) || !command_number(c, "bins", 1, BINS_MAX, 1, &bins, e))
        return false;
    stats_linear(&orders_seen(s)->a[VT_F64], s->file.stats.row_max, (int)bins, rows, nnz);
    json_t *event = event_new("histogram", s->cmd);
    event_integer(event, "max", s->file.stats.row_max);
    event_add(event, "bins", bins_array(rows, nnz, (int)bins));
    event_send(s->events, event);
    return true;
}

/* Another order to look at; on failure all stays as it was. */
bool look_reorder(struct session *s, const struct command *c, struct err *e)
{
    const struct reorder *method = reorder_find(c->word[0], e);
    if (!method || !session_needs(s, false, e))
        return false;
    if (!orders_use(s, method, e)) {
        orders_restore(s);
        return false;
    }
    orders_keep(s);
    look_tell(s);
    return true;
}
