/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/report/beside.h"

#include "core/protocol/event.h"
#include "tui/lines/lines_command.h"
#include "tui/results/results.h"

/* "*": any source. */
static bool is_of(const struct published_row *r, const char *source)
{
    return strcmp(source, "*") == 0 || strcmp(r->source, source) == 0;
}

/* "peer.cusparse.csr2" counts as cusparse. */
static bool is_kernel(const struct published_row *r, const json_t *m)
{
    const char *kernel = take_string(m, "kernel");
    static const char peer[] = "peer.";
    const size_t n = strlen(r->kernel);
    if (published_variant(r, kernel, take_string(m, "params")))
        return true;
    return strncmp(kernel, peer, sizeof peer - 1) == 0 && strncmp(kernel + sizeof peer - 1, r->kernel, n) == 0 &&
           kernel[sizeof peer - 1 + n] == '.';
}

static bool same_problem(const struct published_row *r, const json_t *m)
{
    return strcmp(r->op, take_string(m, "op")) == 0 && r->k == take_whole(m, "k") &&
           (!*r->type || strcmp(r->type, take_string(m, "type")) == 0);
}

/* Whether another measurement represents the same result better: with more threads, or a library's faster algorithm. */
static bool is_outdone(const struct published_row *r, const struct pool *p, const char *meant, size_t at)
{
    const json_t *m = pool_run(p, at);
    for (size_t i = 0; i < json_array_size(p->pair); i++) {
        const json_t *o = pool_run(p, i);
        if (i == at || !take_ok(o) || !is_kernel(r, o) || !same_problem(r, o) ||
            strcmp(take_string(o, "matrix"), take_string(m, "matrix")) != 0 || !select_pair(meant, p, i))
            continue;
        const double more = take_double(o, "threads") - take_double(m, "threads"),
                     faster = take_double(m, "time_ms") - take_double(o, "time_ms");
        if (more > 0 || (more == 0 && (faster > 0 || (faster == 0 && i < at))))
            return true;
    }
    return false;
}

const struct published_row *beside_row(const struct published *p, const char *source, const struct pool *ours,
                                       const char *meant, size_t at)
{
    const json_t *pair = json_array_get(ours->pair, at), *m = json_array_get(pair, 0), *a = json_array_get(pair, 1);
    if (!take_ok(m) || strcmp(take_string(m, "cache"), "cold") == 0 || !select_pair(meant, ours, at))
        return NULL;
    const char *name = lines_published_name(p, take_string(m, "matrix"), a);
    for (int i = 0; name && i < p->rows; i++) {
        const struct published_row *r = &p->row[i];
        if (is_of(r, source) && strcmp(r->matrix, name) == 0 && same_problem(r, m) && is_kernel(r, m))
            return is_outdone(r, ours, meant, at) ? NULL : r;
    }
    return NULL;
}

static const struct catalog_entry *entry_of(const struct published *p, const char *name)
{
    for (int i = 0; i < p->catalog.count; i++)
        if (strcmp(p->catalog.entry[i].name, name) == 0)
            return &p->catalog.entry[i];
    return NULL;
}

struct pool beside_published(const struct published *p, const char *source)
{
    struct pool out = { .pair = json_array() };
    for (int i = 0; i < p->rows; i++) {
        const struct published_row *r = &p->row[i];
        const struct catalog_entry *c = entry_of(p, r->matrix);
        const double work = 2.0 * (double)r->nnz * (double)(r->k ? r->k : 1),
                     ms = r->time_ms > 0 ? r->time_ms : work / r->gflops * 1e-6;
        if (!is_of(r, source))
            continue;
        json_t *m =
            EVENT_OBJECT(FIELD("status", "ok"), FIELD("matrix", r->matrix), FIELD("op", r->op), FIELD("type", r->type),
                         FIELD("kernel", r->kernel), FIELD("params", r->params), FIELD("nnz", r->nnz),
                         FIELD("time_ms", ms), FIELD("ci_lo_ms", ms), FIELD("ci_hi_ms", ms), FIELD_IF(r->k, "k", r->k),
                         FIELD_IF(r->threads, "threads", r->threads),
                         FIELD("device", strncmp(r->kernel, "cpu.", 4) == 0 ? "cpu" : "gpu"), FIELD("published", i));
        json_t *a = json_object();
        if (c)
            EVENT_ADD(a, FIELD("rows", c->rows), FIELD("m", c->rows),
                      FIELD("row_mean", c->rows ? (double)c->nnz / (double)c->rows : 0.0),
                      FIELD_IF(c->row_std >= 0, "row_std", c->row_std));
        out.cores = r->threads > out.cores ? r->threads : out.cores;
        json_array_append_new(out.pair, json_pack("[o,o]", m, a));
    }
    return out;
}

/* Whether o is the serial kernel of m's format on the same problem; "ell" and "ell.col" count as one. */
static bool is_base(const json_t *o, const json_t *m)
{
    static const char *const same[] = { "matrix", "op", "type", "k", "reorder", "cache", NULL };
    const char *format = take_string(m, "format"), *kernel = take_string(o, "kernel");
    const int n = (int)strcspn(format, ".");
    char serial[80];
    snprintf(serial, sizeof serial, "cpu.%.*s.serial", n, format);
    return take_ok(o) && strcmp(kernel, serial) == 0 && take_alike(o, m, same);
}

void beside_base(struct pool *p)
{
    for (size_t i = 0; i < json_array_size(p->pair); i++) {
        json_t *m = (json_t *)pool_run(p, i);
        for (size_t j = 0; j < json_array_size(p->pair); j++)
            if (take_ok(m) && is_base(pool_run(p, j), m))
                model_speedup(m, pool_run(p, j));
    }
}
