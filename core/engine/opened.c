/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_open: reading a matrix, and telling what it is. */

#include "core/base/clock.h"
#include "core/base/limit.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/engine/open.h"
#include "core/engine/session.h"

void session_forget(struct session *s)
{
    inputs_free(s);
    orders_forget(s);
    speed_forget(s);
    if (s->open)
        matrix_free(&s->matrix);
    s->open = false;
}

/* ---- telling ---- */

static void tell_notice(const struct session *s, const char *name, const char *what, int64_t count)
{
    char line[300], number[TEXT_SIZE];
    if (count == 0)
        return;
    snprintf(line, sizeof line, "%s: %s: %s", name, what, text_count(number, count));
    json_t *event = event_new("notice", s->cmd);
    event_text(event, "text", line);
    event_send(s->events, event);
}

void session_tell_notices(const struct session *s, const struct matrix *a)
{
    tell_notice(s, a->name, "duplicate entries, summed", a->duplicates);
    tell_notice(s, a->name, "entries above the diagonal of a symmetric file, mirrored like those below", a->upper);
    tell_notice(s, a->name, "values too large for f64, now Inf", a->overflowed);
    tell_notice(s, a->name, "values that are NaN or Inf", a->nonfinite);
}

static json_t *stats_hist(const struct stats *t)
{
    json_t *bins = json_array();
    for (int b = 0; b < t->bins; b++)
        json_array_append_new(bins, json_pack("[I,I]", (json_int_t)t->bin_rows[b], (json_int_t)t->bin_nnz[b]));
    return bins;
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
    event_add(event, "hist", stats_hist(t));
}

static void tell_matrix(const struct session *s)
{
    const struct matrix *a = &s->matrix;
    struct err why;
    bool runnable = session_needs(s, true, &why);
    json_t *event = event_new("matrix", s->cmd);
    event_text(event, "name", a->name);
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
                  json_pack("{sI sI sI}", "bandwidth_lower", (json_int_t)s->stats.bandwidth_lower, "bandwidth_upper",
                            (json_int_t)s->stats.bandwidth_upper, "profile", (json_int_t)s->stats.profile));
    }
    event_flag(event, "runnable", runnable);
    if (!runnable)
        event_text(event, "why", why.text);
    tell_stats(event, session_stats(s));
    event_send(s->events, event);
}

void session_tell_view(struct session *s)
{
    struct err e;
    tell_matrix(s);
    session_tell_problem(s, OP_MUL, VT_F64, 1, 0, NULL);
    if (!session_tell_whole(s, &e)) /* a matrix without its picture is open all the same */
        event_log(s->events, e.text);
}

/* ---- commands ---- */

/* A matrix that has been read and is not open yet. */
struct newcomer {
    struct matrix matrix;
    struct stats stats;
    double ms;
};

/* Within what the limit leaves beside all that is open. */
static bool newcomer_read(struct session *s, const char *spec, struct newcomer *n, struct err *e)
{
    struct progress progress = session_progress(s);
    double start = clock_ms();
    if (!matrix_open(spec, inputs_left(s), &progress, &n->matrix, e))
        return false;
    if (!progress_step(&progress, "statistics", 0, 0, e) || !stats_compute(&n->matrix.csr, &n->stats, e)) {
        matrix_free(&n->matrix);
        return false;
    }
    n->ms = clock_ms() - start;
    return true;
}

static bool step_refuse(void *arg, const char *what, uint64_t done, uint64_t total)
{
    (void)arg;
    (void)what;
    (void)done;
    (void)total;
    return false;
}

/* Whether the limit would let the matrix in if nothing else were open: readers compare its size with the limit before
   their first step, which is refused here. */
static bool fits_alone(const struct session *s, const char *spec, struct err *e)
{
    const struct progress none = { .report = step_refuse };
    struct matrix a;
    bool read = matrix_open(spec, s->limit, &none, &a, e);
    if (read)
        matrix_free(&a);
    return read || e->code == ERR_CANCELLED;
}

static void close_matrix(struct session *s, const char *why)
{
    json_t *event = event_new("closed", s->cmd);
    event_text(event, "name", s->matrix.name);
    if (why)
        event_text(event, "text", why);
    session_forget(s);
    event_send(s->events, event);
}

/* What is open goes only when the other is there, or when there is no room for both. */
bool session_open(struct session *s, const struct command *c, struct err *e)
{
    const char *spec = c->word[0];
    struct newcomer n;
    bool ok = newcomer_read(s, spec, &n, e);
    if (!ok && e->code == ERR_MEMORY && s->open && fits_alone(s, spec, e)) {
        close_matrix(s, "the memory limit has no room for the next one beside it (--mem-limit raises it)");
        ok = newcomer_read(s, spec, &n, e);
    }
    if (!ok)
        return false;
    session_forget(s);
    s->matrix = n.matrix;
    s->stats = n.stats;
    s->open_ms = n.ms;
    s->open = true;
    session_tell_notices(s, &s->matrix);
    session_tell_view(s);
    return true;
}

bool session_close(struct session *s, const struct command *c, struct err *e)
{
    (void)c;
    (void)e;
    if (s->open)
        close_matrix(s, NULL);
    return true;
}

bool session_limit(struct session *s, const struct command *c, struct err *e)
{
    int64_t bytes;
    if (!number_parse(c->word[0], &bytes) || bytes < 0)
        return err_set(e, ERR_USAGE, "limit %.60s: a number of bytes, 0 for the default", c->word[0]);
    s->limited = bytes > 0;
    s->limit = bytes > 0 ? (uint64_t)bytes : limit_default();
    return true;
}
