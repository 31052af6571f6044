/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opened: holds one matrix; two only while one replaces the other. */
#include "core/engine/opened.h"

#include "core/base/clock.h"
#include "core/engine/inputs.h"
#include "core/engine/look.h"
#include "core/engine/open.h"
#include "core/engine/orders.h"
#include "core/engine/room.h"

void opened_forget(struct session *s)
{
    inputs_forget(s);
    orders_forget(s);
    s->times = 0; /* no run is one of it any more */
    if (s->open)
        matrix_free(&s->matrix);
    s->open = false;
}

static void notice_count(const struct session *s, const char *name, const char *what, int64_t count)
{
    char line[300], number[TEXT_SIZE];
    if (count == 0)
        return;
    snprintf(line, sizeof line, "%s: %s: %s", name, what, text_count(number, count));
    session_notice(s, line);
}

void opened_notices(const struct session *s, const struct matrix *a)
{
    if (a->bannerless) {
        char line[450];
        snprintf(line, sizeof line, "%s: no %%%%MatrixMarket banner: read as %s", a->name, a->title);
        session_notice(s, line);
    }
    notice_count(s, a->name, "duplicate entries, summed", a->duplicates);
    notice_count(s, a->name, "entries above the diagonal of a symmetric file, mirrored like those below", a->upper);
    notice_count(s, a->name, "values too large for f64, now Inf", a->overflowed);
    notice_count(s, a->name, "integers of 2^53 or more, which f64 may have rounded", a->rounded);
    notice_count(s, a->name, "values that are NaN or Inf", a->nonfinite);
}

/* A matrix that is read but not yet open. */
struct newcomer {
    struct matrix matrix;
    struct stats stats;
    double ms;
};

/* Limited to what all that is open leaves. */
static bool newcomer_read(struct session *s, const char *spec, struct newcomer *n, struct err *e)
{
    double start = clock_ms();
    if (!matrix_open(spec, room_left(s), session_progress(s), &n->matrix, e))
        return false;
    if (!progress_step(session_progress(s), "statistics", 0, 0, e) || !stats_compute(&n->matrix.csr, &n->stats, e)) {
        matrix_free(&n->matrix);
        return false;
    }
    n->ms = clock_ms() - start;
    return true;
}

static bool step_refuse(void *arg, const char *what, uint64_t done, uint64_t total)
{
    return false;
}

/* Whether the matrix would fit if nothing else were open: readers check that before their first step, refused here. */
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
    json_t *event = EVENT("closed", s->cmd, FIELD("name", s->matrix.name), FIELD_IF(why, "text", why));
    opened_forget(s);
    event_send(s->events, event);
}

/* Closes the open matrix once the new one is read, or before that if there is no room for both. */
bool do_open(struct session *s, const struct command *c, struct err *e)
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
    opened_forget(s);
    s->matrix = n.matrix;
    s->file = (struct ordered){ .a[VT_F64] = n.matrix.csr, .stats = n.stats };
    s->open_ms = n.ms;
    s->open = true;
    opened_notices(s, &s->matrix);
    look_report(s);
    return true;
}

bool do_close(struct session *s, const struct command *c, struct err *e)
{
    if (s->open)
        close_matrix(s, NULL);
    return true;
}
