/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export: streams results and matrices as Matrix Market text or packed. */
#include "core/base/number.h"
#include "core/engine/inputs.h"
#include "core/engine/item.h"
#include "core/engine/open.h"
#include "core/engine/opened.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"
#include "core/io/mm_dense.h"
#include "core/io/nzs.h"
#include "core/io/show.h"

enum { STREAM_PIECE = 1 << 16 };

/* A stream sent in pieces, each a `data` event. */
struct stream {
    struct session *session;
    const char *name;
    size_t used;
    char piece[STREAM_PIECE];
};

static void stream_flush(struct stream *t)
{
    if (t->used > 0)
        event_data(t->session->events, t->session->cmd, t->name, t->piece, t->used);
    t->used = 0;
}

static bool stream_put(void *arg, const char *bytes, size_t n, struct err *e)
{
    struct stream *t = arg;
    while (n > 0) {
        size_t part = n < STREAM_PIECE - t->used ? n : STREAM_PIECE - t->used;
        memcpy(t->piece + t->used, bytes, part);
        t->used += part;
        bytes += part;
        n -= part;
        if (t->used == STREAM_PIECE)
            stream_flush(t);
    }
    return session_goes_on(t->session, e);
}

static struct mm_sink stream_open(struct stream *t, struct session *s, const char *name)
{
    t->session = s;
    t->name = name;
    t->used = 0;
    return (struct mm_sink){ .put = stream_put, .arg = t };
}

/* Always sent; `whole`, returned, goes into `done`: whether the stream is complete. */
static bool stream_end(struct stream *t, bool whole, int64_t rows, int64_t cols, int64_t entries)
{
    stream_flush(t);
    event_data_end(t->session->events, t->session->cmd, t->name, rows, cols, entries);
    return whole;
}

static bool send_csr(struct session *s, const char *name, const struct csr *a, enum field field, const char *comment,
                     struct err *e)
{
    struct stream t;
    const bool whole = mm_write_csr(a, field, comment, stream_open(&t, s, name), session_progress(s), e);
    return stream_end(&t, whole, a->m, a->n, a->nnz);
}

static bool send_dense(struct session *s, const char *name, const struct dense *x, const char *comment, struct err *e)
{
    struct stream t;
    const bool whole = mm_write_dense(x, comment, stream_open(&t, s, name), session_progress(s), e);
    return stream_end(&t, whole, x->n, x->k, x->n * x->k);
}

/* ---- one checked run ---- */

/* Finds the named kernel, or the first of several or on CSR that supports the problem. */
static bool once_kernel(struct session *s, const struct command *c, enum op op, struct batch_item *item, struct err *e)
{
    const char *name = command_value(c, "kernel"), *device = command_value(c, "device");
    uint64_t bytes;
    struct err why = { 0 };
    bool known = false;
    int threads = item->threads;
    if (device && !registry_asked(&s->registry, device, e))
        return false;
    for (int i = 0; i < s->registry.kernels; i++) {
        const struct registered *r = &s->registry.kernel[i];
        bool wanted = name ? registry_match(name, r->kernel->name) : strcmp(r->kernel->format, "csr") == 0;
        known = known || wanted;
        if (!wanted || r->kernel->op != op || r->kernel->type != item->type)
            continue;
        *item = supports_initial(r, supports_device(s, r->kernel, device), item->k, threads);
        if (supports_item(s, item, &bytes, &why))
            return true;
    }
    if (!known)
        return registry_unknown(&s->registry, name ? name : "csr", e);
    if (!*why.text)
        err_set(&why, ERR_UNSUPPORTED, "it has no %s for %s", operations[op]->name, vtype_name(item->type));
    return err_set(e, why.code ? why.code : ERR_UNSUPPORTED, "%s does not support this problem: %s",
                   name ? name : "any kernel", why.text);
}

/* Parses type= and threads=. */
static bool once_parse(struct session *s, const struct command *c, struct batch_item *item, struct err *e)
{
    int64_t threads;
    *item = (struct batch_item){ .k = 1 };
    if (!session_needs(s, true, e) || !batch_type(c, &item->type, e) ||
        !command_number(c, "threads", 1, COMMAND_THREADS_MAX, 0, &threads, e))
        return false;
    item->threads = (int)threads;
    return true;
}

/* Chooses the kernel, runs it once, checks and reports; true: *result is right. */
static bool once_run(struct session *s, const struct command *c, enum op op, const struct given *g,
                     struct batch_item *item, struct result *result, struct err *e)
{
    struct reporter reporter = { .session = s, .item = item, .at = { 1, 1 }, .of = { 1, 1 } };
    struct measure_options options = measure_defaults();
    struct measurement m;
    options.samples = 0;
    if (!once_kernel(s, c, op, item, e))
        return false;
    reporter.id = ++s->runs;
    if (!item_measure(&reporter, g, options, result, &m, e))
        return false;
    reporter_measurement(&reporter, &m);
    return m.state == ST_OK || err_set(e, measure_state_code(m.state), "%s: %s", item->kernel->kernel->name, m.text);
}

static bool mul_read_x(struct session *s, const struct command *c, enum vtype type, struct dense *x, struct err *e)
{
    const char *path = command_value(c, "x"), *k = command_value(c, "k");
    if (!mm_read_dense(path, room_left(s), session_progress(s), type, x, e))
        return false;
    int64_t columns;
    if (x->n == s->matrix.csr.n && (!k || (number_parse(k, &columns) && columns == x->k)))
        return true;
    if (x->n != s->matrix.csr.n)
        err_set(e, ERR_INPUT, "%.200s is %lld × %lld; A*X needs %lld rows", path, (long long)x->n, (long long)x->k,
                (long long)s->matrix.csr.n);
    else
        err_set(e, ERR_INPUT, "%.200s has %lld column%s, so k cannot be %.20s: leave out k, which X gives", path,
                (long long)x->k, text_plural(x->k), k);
    dense_free(x);
    return false;
}

static bool mul_make_x(struct session *s, const struct command *c, enum vtype type, struct dense *x, struct err *e)
{
    int64_t k, seed;
    if (!command_number(c, "k", 1, COMMAND_K_MAX, 1, &k, e) || !command_number(c, "seed", 0, INT64_MAX, 1, &seed, e))
        return false;
    *x = dense_shape(s->matrix.csr.n, k, type, ROW_MAJOR);
    if (!room_fits(s, "X", dense_bytes(x), e) || !dense_alloc(x, s->matrix.csr.n, k, type, ROW_MAJOR, e))
        return false;
    dense_random(x, (uint64_t)seed);
    return true;
}

/* Makes A in this type, X, and its reference; *g is zeroed at first. */
static bool mul_inputs(struct session *s, const struct command *c, enum vtype type, struct given *g, struct err *e)
{
    const struct csr *a = &s->file.a[type];
    return orders_matrix(s, OP_MUL, type, e) &&
           (command_value(c, "x") ? mul_read_x(s, c, type, &g->x, e) : mul_make_x(s, c, type, &g->x, e)) &&
           room_fits(s, "the reference result", reference_cost(a, g->x.k), e) &&
           operations[OP_MUL]->reference(a, g, session_progress(s), e);
}

/* Makes the order of reorder= current; Y is still returned in the file's order. */
static bool mul_order(struct session *s, const struct command *c, struct err *e)
{
    unsigned wanted;
    if (!orders_wanted(s, c, OP_MUL, &wanted, e))
        return false;
    if (wanted & (wanted - 1))
        return err_set(e, ERR_USAGE, "reorder=%.60s: one ordering", command_value(c, "reorder"));
    return orders_use(s, reorders[__builtin_ctz(wanted)], e);
}

bool do_mul(struct session *s, const struct command *c, struct err *e)
{
    struct batch_item item;
    struct given g = { 0 };
    struct result result = { 0 };
    int64_t savex;
    bool ok = once_parse(s, c, &item, e) && command_number(c, "savex", 0, 1, 0, &savex, e) && mul_order(s, c, e) &&
              mul_inputs(s, c, item.type, &g, e);
    item.k = g.x.k;
    ok = ok && once_run(s, c, OP_MUL, &g, &item, &result, e) &&
         send_dense(s, "y", &result.y, "Y = A*X, computed and checked by nzscope", e) &&
         (!savex || send_dense(s, "x", &g.x, "X of Y = A*X", e));
    orders_restore(s);
    result_free(&result);
    given_free(&g);
    return ok;
}

/* ---- transpose, write, pack, show ---- */

/* What the file of the transpose says of itself, with what reading A has changed. */
static void transpose_comment(const struct matrix *a, char *out, size_t size)
{
    char count[TEXT_SIZE];
    snprintf(out, size, "the transpose, computed and checked by nzscope");
    if (a->rounded)
        text_add(out, size, "; integers of 2^53 or more, which f64 may have rounded: %s",
                 text_count(count, a->rounded));
    if (a->overflowed)
        text_add(out, size, "; values too large for f64, now Inf: %s", text_count(count, a->overflowed));
}

bool do_transpose(struct session *s, const struct command *c, struct err *e)
{
    struct batch_item item;
    struct result result = { 0 };
    char comment[200];
    transpose_comment(&s->matrix, comment, sizeof comment);
    bool ok = once_parse(s, c, &item, e) && inputs_make(s, OP_TRANSPOSE, item.type, 1, e) &&
              once_run(s, c, OP_TRANSPOSE, &s->given[OP_TRANSPOSE][item.type], &item, &result, e) &&
              send_csr(s, "at", &result.t, s->matrix.field, comment, e);
    result_free(&result);
    return ok;
}

/* The matrix of spec=, read into *other, else the open one; NULL: neither. */
static const struct matrix *matrix_asked(struct session *s, const struct command *c, struct matrix *other,
                                         struct err *e)
{
    const char *spec = command_value(c, "spec");
    if (!spec)
        return session_needs(s, false, e) ? &s->matrix : NULL;
    if (!matrix_open(spec, room_left(s), session_progress(s), other, e))
        return NULL;
    opened_notices(s, other);
    return other;
}

bool do_write(struct session *s, const struct command *c, struct err *e)
{
    struct matrix other = { 0 };
    const struct matrix *a = matrix_asked(s, c, &other, e);
    bool ok = a != NULL;
    if (ok && a->field == FIELD_COMPLEX)
        ok = err_set(e, ERR_UNSUPPORTED, "%s is complex, and only magnitudes are kept: it cannot be written", a->name);
    ok = ok && send_csr(s, "a", &a->csr, a->field, *a->title ? a->title : NULL, e);
    matrix_free(&other);
    return ok;
}

bool do_pack(struct session *s, const struct command *c, struct err *e)
{
    struct matrix other = { 0 };
    struct stream t;
    const struct matrix *a = matrix_asked(s, c, &other, e);
    bool ok = a && stream_end(&t, nzs_write(a, stream_open(&t, s, "nzs"), session_progress(s), e), a->csr.m, a->csr.n,
                              a->csr.nnz);
    matrix_free(&other);
    return ok;
}

bool do_show(struct session *s, const struct command *c, struct err *e)
{
    struct matrix a = { 0 };
    struct stream t;
    bool ok = matrix_open(c->word[0], room_left(s), session_progress(s), &a, e) && show_allowed(&a, e);
    if (ok) {
        opened_notices(s, &a);
        ok = stream_end(&t, show_matrix(&a, stream_open(&t, s, "text"), e), a.csr.m, a.csr.n, a.csr.nnz);
    }
    matrix_free(&a);
    return ok;
}
