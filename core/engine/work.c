/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work: the work of a kernel's workers, from its division of rows; nothing is prepared. */
#include "core/engine/batch.h"
#include "core/engine/orders.h"
#include "core/matrix/row_reuse.h"
#include "core/measure/division.h"

/* Up to EACH units are listed; BINS form the histogram. Within X_ROWS rows, a shared row of X is fetched once. */
enum { EACH = 256, BINS = 24, X_ROWS = 64 };

struct units {
    struct division d;
    const struct csr *a;
    int64_t padded; /* slots of each row; 0: only its entries */
};

/* Whether units are equal in rows plus entries: then that is their work. */
static bool has_rows(const struct units *w)
{
    return w->d.units > 1 && w->d.rows == 0 && !w->padded;
}

/* The work of unit u: its entries, with its rows where those are balanced too, or its slots. */
static int64_t work_of(const struct units *w, int64_t u)
{
    const int64_t rows = division_row(&w->d, w->a, u + 1) - division_row(&w->d, w->a, u);
    return w->padded ? w->padded * rows : division_entries(&w->d, w->a, u) + (has_rows(w) ? rows : 0);
}

/* work: [[first row, work]…] of each unit. */
static json_t *units_list(const struct units *w)
{
    json_t *list = json_array();
    for (int64_t u = 0; u < w->d.units; u++)
        json_array_append_new(list, event_pair(division_row(&w->d, w->a, u), work_of(w, u)));
    return list;
}

static void bins_fields(json_t *event, const struct units *w)
{
    int64_t most = 0, sum = 0, bin[BINS] = { 0 };
    for (int64_t u = 0; u < w->d.units; u++) {
        const int64_t work = work_of(w, u);
        most = work > most ? work : most;
        sum += work;
    }
    for (int64_t u = 0; u < w->d.units; u++) {
        const double share = most ? (double)work_of(w, u) / (double)most : 0;
        bin[share < 1 ? (int)(share * BINS) : BINS - 1]++;
    }
    json_t *bins = json_array();
    for (int b = 0; b < BINS; b++)
        json_array_append_new(bins, json_integer((json_int_t)bin[b]));
    EVENT_ADD(event, FIELD("most", most), FIELD("sum", sum), FIELD("bins", bins));
}

static int least_busy(const int64_t *share, int workers)
{
    int at = 0;
    for (int w = 1; w < workers; w++)
        at = share[w] < share[at] ? w : at;
    return at;
}

/* The largest worker's share over the mean. Dealt units go to the first free worker, others round robin. */
static double imbalance_of(const struct units *w, int workers)
{
    int64_t share[COMMAND_THREADS_MAX] = { 0 }, most = 0, sum = 0;
    for (int64_t u = 0; u < w->d.units; u++) {
        const int64_t work = work_of(w, u);
        int64_t *of = &share[w->d.dealt ? least_busy(share, workers) : u % workers];
        *of += work;
        most = *of > most ? *of : most;
        sum += work;
    }
    const double mean = (double)sum / workers;
    return (double)most > mean ? (double)most / mean : 1;
}

static void division_fields(const struct session *s, json_t *event, const struct batch_item *item)
{
    const struct kernel *k = item->kernel->kernel;
    const struct csr *a = &orders_current(s)->a[VT_F64];
    struct problem p = {
        .op = k->op, .a = a, .stats = &orders_current(s)->stats, .threads = item->threads, .device = item->device
    };
    struct units w = { .d = { .worker = "thread", .units = 1 }, .a = a };
    struct division *d = &w.d;
    operation_pose(operations[k->op], &p, item->k, k->layout);
    memcpy(p.param, item->param, sizeof p.param);
    if (k->divide)
        k->divide(&p, d);
    if (d->units == 1)
        d->rule = "all rows, one after the other";
    if (strncmp(k->format, "ell", 3) == 0) /* every row is padded to the longest */
        w.padded = p.stats->row_max;
    const int workers = k->serial || item->threads < 1 ? 1 : d->apart ? (int)d->units : item->threads;
    EVENT_ADD(event, FIELD("rule", d->rule), FIELD("worker", d->worker), FIELD("workers", workers),
              FIELD("units", d->units), FIELD_IF(d->rows > 0, "rows", d->rows), FLAG("dealt", d->dealt),
              FLAG("inside", d->inside), FIELD_IF(has_rows(&w), "counts", "rows and entries"),
              FIELD_IF(workers <= COMMAND_THREADS_MAX, "imbalance", imbalance_of(&w, workers)));
    bins_fields(event, &w);
    int64_t halo, halo_most;
    if (d->apart && division_halo(d, a, &halo, &halo_most, NULL))
        EVENT_ADD(event, FIELD("halo", halo), FIELD("halo_most", halo_most));
    EVENT_ADD(event, FIELD_IF(d->units <= EACH, "each", units_list(&w)));
}

bool do_work(struct session *s, const struct command *c, struct err *e)
{
    struct batch b;
    enum op op;
    double fetches = 1;
    if (!session_needs(s, true, e) || !batch_op(c, &op, e) || !batch_make(s, c, op, &b, e))
        return false;
    const struct batch_item *item = &b.item[0];
    const struct kernel *k = item->kernel->kernel;
    json_t *event = EVENT("work", s->cmd, FIELD("kernel", k->name), FIELD("format", k->format), FIELD("k", item->k),
                          FIELD("type", vtype_name(item->type)), FIELD("threads", item->threads));
    if (s->file.stats.row_max <= ROW_REUSE_LONG && row_reuse(&orders_current(s)->a[VT_F64], NULL, X_ROWS, &fetches, e))
        EVENT_ADD(event, FIELD("x_rows", X_ROWS), FIELD("x_fetched", fetches));
    if ((k->divide || k->serial) && item->device && orders_current(s)->a[VT_F64].m > 0)
        division_fields(s, event, item);
    event_send(s->events, event);
    batch_free(&b);
    return true;
}
