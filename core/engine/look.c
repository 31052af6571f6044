/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/look.h"

#include "core/engine/batch.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"
#include "core/engine/window.h"
#include "core/matrix/format.h"
#include "core/matrix/spy.h"
#include "core/protocol/queue.h"

enum { SPY_CELLS = 128 }; /* a raster of this size is sent unasked */

/* [[rows, nnz]…] */
static json_t *bins_array(const int64_t *rows, const int64_t *nnz, int bins)
{
    json_t *array = json_array();
    for (int b = 0; b < bins; b++)
        json_array_append_new(array, json_pack("[I,I]", (json_int_t)rows[b], (json_int_t)nnz[b]));
    return array;
}

static void send_stats(json_t *event, const struct stats *t)
{
    const bool square = t->pattern_symmetry >= 0;
    EVENT_ADD(event, FIELD("row_mean", t->row_mean), FIELD("row_std", t->row_std), FIELD("row_median", t->row_median),
              FIELD("row_max", t->row_max), FIELD("row_min", t->row_min), FIELD("empty_rows", t->empty_rows),
              FIELD("empty_cols", t->empty_cols), FIELD("col_max", t->col_max),
              FIELD("bandwidth_lower", t->bandwidth_lower), FIELD("bandwidth_upper", t->bandwidth_upper),
              FIELD("profile", t->profile), FIELD("diagonal", t->diagonal),
              FIELD_IF(square, "pattern_symmetry", t->pattern_symmetry),
              FIELD_IF(square, "value_symmetry", t->value_symmetry), FIELD_IF(square, "value_skew", t->value_skew),
              FIELD("diagonals", t->diagonals), FIELD("bsr_side", t->bsr_side), FIELD("bsr_blocks", t->bsr_blocks),
              FIELD("sell_slots", t->sell_slots), FIELD("hyb_width", t->hyb_width), FIELD("hyb_tail", t->hyb_tail),
              FIELD("hist", bins_array(t->bin_rows, t->bin_nnz, t->bins)));
}

/* The share of the entries that loops with `lanes` entries a step leave to their remainders. */
static double remainder_of(const struct csr *a, int lanes)
{
    int64_t left = 0;
    for (int64_t i = 0; i < a->m; i++)
        left += row_length(a, i) % lanes;
    return a->nnz ? (double)left / (double)a->nnz : 0;
}

static void send_matrix(const struct session *s)
{
    const struct matrix *a = &s->matrix;
    struct err why;
    bool runnable = session_needs(s, true, &why);
    json_t *event = EVENT(
        "matrix", s->cmd, FIELD("name", a->name), FIELD("origin", matrix_origin(a)), FIELD("source", a->source),
        FIELD("title", a->title), FIELD("field", field_names[a->field]), FIELD("symmetry", symmetry_names[a->symmetry]),
        FLAG("array", a->array), FIELD("rows", a->csr.m), FIELD("cols", a->csr.n), FIELD("nnz", a->csr.nnz),
        FIELD("stored", a->stored), FIELD("duplicates", a->duplicates), FIELD("zeros", a->zeros),
        FIELD("nonfinite", a->nonfinite), FIELD("overflowed", a->overflowed), FIELD("upper", a->upper),
        FIELD("bytes", kernel_csr_bytes(&a->csr)), FIELD("open_ms", s->open_ms));
    if (s->current)
        EVENT_ADD(event, FIELD("reorder", s->current->method->name), FIELD("reorder_ms", s->current->took.ms),
                  FIELD("was", EVENT_OBJECT(FIELD("bandwidth_lower", s->file.stats.bandwidth_lower),
                                            FIELD("bandwidth_upper", s->file.stats.bandwidth_upper),
                                            FIELD("profile", s->file.stats.profile))));
    EVENT_ADD(event, FLAG("runnable", runnable), FIELD_IF(!runnable, "why", why.text),
              FIELD("remainder4", remainder_of(&a->csr, 4)), FIELD("remainder8", remainder_of(&a->csr, 8)));
    send_stats(event, &orders_current(s)->stats);
    event_send(s->events, event);
}

static json_t *format_item(const struct session *s, const struct format *f, enum vtype type)
{
    const struct ordered *o = orders_current(s);
    const struct csr *a = &o->a[VT_F64];
    struct err why = { 0 };
    struct format_cost cost;
    const char *verdict = format_verdict(f, a, &o->stats, type, room_left(s), &cost, &why);
    const bool possible = strcmp(verdict, "no") != 0, endless = cost.slots == INT64_MAX;
    return EVENT_OBJECT(
        FIELD("name", f->name), FIELD_IF(possible, "bytes", cost.bytes),
        FIELD_IF(possible, "slots", endless ? UINT64_MAX : (uint64_t)cost.slots),
        FIELD_IF(possible && cost.block > 0, "block", cost.block),
        FIELD_IF(possible && a->nnz > 0, "padding", endless ? INFINITY : (double)cost.slots / (double)a->nnz),
        FIELD("verdict", verdict), FIELD_IF(*why.text, "why", why.text));
}

static void send_formats(const struct session *s, enum vtype type)
{
    json_t *items = json_array();
    for (int i = 0; formats[i].name; i++)
        json_array_append_new(items, format_item(s, &formats[i], type));
    event_send(s->events, EVENT("formats", s->cmd, FIELD("type", vtype_name(type)), FIELD("items", items)));
}

static void send_supports(struct session *s, enum op op, enum vtype type, int64_t k, int threads, const char *device)
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
        json_t *item = EVENT_OBJECT(FIELD("name", r->kernel->name), FLAG("ok", ok), FIELD_IF(!ok, "why", why.text),
                                    FIELD_IF(bytes > 0, "bytes", bytes));
        json_array_append_new(items, item);
    }
    event_send(s->events, EVENT("supports", s->cmd, FIELD("op", operations[op]->name), FIELD("k", k),
                                FIELD("type", vtype_name(type)), FIELD_IF(threads > 0, "threads", threads),
                                FIELD("items", items)));
}

bool do_problem(struct session *s, const struct command *c, struct err *e)
{
    enum op op;
    enum vtype type;
    int64_t k, threads;
    if (!session_needs(s, false, e) || !batch_op(c, &op, e) || !batch_type(c, &type, e) ||
        !command_number(c, "k", 1, COMMAND_K_MAX, 1, &k, e) ||
        !command_number(c, "threads", 1, COMMAND_THREADS_MAX, 0, &threads, e))
        return false;
    send_formats(s, type);
    send_supports(s, op, type, k, (int)threads, command_value(c, "device"));
    return true;
}

/* ---- rasters and histograms ---- */

static bool send_spy(struct session *s, int rows, int cols, const int64_t from[2], const int64_t to[2], struct err *e)
{
    struct spy spy;
    if (!spy_make(&orders_current(s)->a[VT_F64], rows, cols, from[0], to[0], from[1], to[1], &spy, e))
        return false;
    json_t *cells = json_array();
    for (int r = 0; r < spy.rows; r++)
        json_array_append_new(cells, json_string(spy_line(&spy, r)));
    event_send(s->events,
               EVENT("spy", s->cmd, FIELD("rows", spy.rows), FIELD("cols", spy.cols),
                     FIELD("from", event_pair(spy.from_i, spy.from_j)), FIELD("to", event_pair(spy.to_i, spy.to_j)),
                     FIELD("max", spy.max), FIELD("cells", cells),
                     FIELD_IF(spy.to_i - spy.from_i <= WINDOW_MAX && spy.to_j - spy.from_j <= WINDOW_MAX, "entries",
                              window_entries(&orders_current(s)->a[VT_F64], (int64_t[]){ spy.from_i, spy.from_j },
                                             (int64_t[]){ spy.to_i, spy.to_j }))));
    spy_free(&spy);
    return true;
}

void look_report(struct session *s)
{
    const int64_t from[2] = { 0, 0 }, to[2] = { s->matrix.csr.m, s->matrix.csr.n };
    struct err e;
    send_matrix(s);
    send_formats(s, VT_F64);
    send_supports(s, OP_MUL, VT_F64, 1, 0, NULL);
    if (!send_spy(s, SPY_CELLS, SPY_CELLS, from, to, &e)) /* the matrix is open even without its picture */
        event_log(s->events, e.text);
}

static bool in_order(const int64_t from[2], const int64_t to[2], struct err *e)
{
    return (from[0] <= to[0] && from[1] <= to[1]) ||
           err_set(e, ERR_USAGE, "from=%lld,%lld to=%lld,%lld: a part begins before it ends", (long long)from[0],
                   (long long)from[1], (long long)to[0], (long long)to[1]);
}

bool do_spy(struct session *s, const struct command *c, struct err *e)
{
    int64_t rows, cols, from[2] = { 0, 0 }, to[2] = { s->matrix.csr.m, s->matrix.csr.n };
    return session_needs(s, false, e) && command_number(c, "rows", 1, SPY_MAX, 1, &rows, e) &&
           command_number(c, "cols", 1, SPY_MAX, 1, &cols, e) && command_pair(c, "from", from, e) &&
           command_pair(c, "to", to, e) && in_order(from, to, e) && send_spy(s, (int)rows, (int)cols, from, to, e);
}

/* All bins have the same integer width, so there may be fewer of them, and the last may end past the longest row. */
bool do_histogram(struct session *s, const struct command *c, struct err *e)
{
    int64_t bins, rows[COMMAND_BINS_MAX], nnz[COMMAND_BINS_MAX];
    if (!session_needs(s, false, e) || !command_number(c, "bins", 1, COMMAND_BINS_MAX, 1, &bins, e))
        return false;
    const int64_t lengths = s->file.stats.row_max + 1, width = (lengths + bins - 1) / bins;
    bins = (lengths + width - 1) / width;
    const int64_t max = width * bins - 1;
    stats_linear(&orders_current(s)->a[VT_F64], max, (int)bins, rows, nnz);
    event_send(s->events,
               EVENT("histogram", s->cmd, FIELD("max", max), FIELD("bins", bins_array(rows, nnz, (int)bins))));
    return true;
}

/* Changes the order of the view; on failure nothing changes. */
bool do_reorder(struct session *s, const struct command *c, struct err *e)
{
    const struct reorder *method = reorder_find(c->word[0], e);
    if (!method || !session_needs(s, false, e))
        return false;
    if (!orders_use(s, method, e)) {
        orders_restore(s);
        return false;
    }
    orders_keep(s);
    look_report(s);
    return true;
}

/* ---- between runs ---- */

void look_meanwhile(struct session *s)
{
    static session_command *const looks[VERB_COUNT] = {
#define LOOK(verb, arguments, help) [VERB_##verb] = do_##verb,
#define COMMAND(verb, arguments, help)
#include "core/protocol/commands.list"
    };
    const int running = s->cmd;
    uint64_t verbs = 0;
    for (int verb = 0; verb < VERB_COUNT && orders_viewed(s); verb++)
        verbs |= (uint64_t)(looks[verb] != NULL) << verb;
    for (struct command *c; (c = queue_pop_of(s->queue, verbs)); command_free(c)) {
        struct err e = { 0 };
        s->cmd = c->number;
        const bool done = session_goes_on(s, &e) && looks[c->verb](s, c, &e);
        event_done(s->events, s->cmd, done ? NULL : &e);
    }
    s->cmd = running;
}
