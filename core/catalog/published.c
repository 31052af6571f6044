/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalog/published.h"

#include "core/base/array.h"
#include "core/base/number.h"

/* Columns of the file, separated by tabs. */
#define HEADER "matrix\tnnz\top\tk\ttype\tkernel\tthreads\ttime_ms\tgflops\tspeedup\tmachine\tsource"
static const char no_header[] = "should name the columns: matrix, nnz, op, k, type, kernel, ...";
enum { MATRIX, NNZ, OP, K, TYPE, KERNEL, THREADS, TIME, GFLOPS, SPEEDUP, MACHINE, SOURCE, COLUMNS };

static bool take_text(const char *field, char *to, size_t size)
{
    snprintf(to, size, "%s", field);
    return strlen(field) < size;
}

static bool take_count(const char *field, int64_t *to)
{
    *to = 0;
    return !*field || (number_parse(field, to) && *to > 0);
}

static bool take_measure(const char *field, double *to)
{
    char *end;
    *to = 0;
    if (!*field)
        return true;
    *to = strtod(field, &end);
    return !*end && *to > 0 && *to < 1e300;
}

static bool split(char *line, char *field[COLUMNS])
{
    int n = 0;
    for (char *f; (f = strsep(&line, "\t")); n++)
        if (n < COLUMNS)
            field[n] = f;
    return n == COLUMNS;
}

/* "cpu.csr.omp LOOP=row" */
static bool take_kernel(const char *field, struct published_row *r)
{
    const size_t n = strcspn(field, " ");
    snprintf(r->kernel, sizeof r->kernel, "%.*s", (int)n, field);
    return n < sizeof r->kernel && take_text(field + n + (field[n] != 0), r->params, sizeof r->params);
}

/* What is wrong with a line; NULL: nothing. */
static const char *take_row(char *line, struct published_row *r)
{
    char *field[COLUMNS];
    int64_t threads;
    if (!split(line, field))
        return "wants 12 fields with tabs between them";
    if (!take_text(field[MATRIX], r->matrix, sizeof r->matrix) || !take_text(field[OP], r->op, sizeof r->op) ||
        !take_text(field[TYPE], r->type, sizeof r->type) || !take_kernel(field[KERNEL], r) ||
        !take_text(field[MACHINE], r->machine, sizeof r->machine) ||
        !take_text(field[SOURCE], r->source, sizeof r->source))
        return "has a name that is too long";
    if (!*r->matrix || !*r->kernel || !*r->machine || !*r->source)
        return "lacks the matrix, the kernel, the machine or the source";
    const bool product = strcmp(r->op, "mul") == 0; /* it has a k, and a speed in GFLOPS */
    if (!product && strcmp(r->op, "transpose") != 0)
        return "has an unknown op";
    if (!take_count(field[NNZ], &r->nnz) || !r->nnz || !take_count(field[K], &r->k) || product != (r->k > 0) ||
        !take_count(field[THREADS], &threads) || threads > 1 << 20)
        return "has an nnz, k or threads that is not a count (k: of a product, and only there)";
    if (!take_measure(field[TIME], &r->time_ms) || !take_measure(field[GFLOPS], &r->gflops) ||
        !(r->time_ms > 0 || (product && r->gflops > 0)))
        return "has neither a time nor GFLOPS, or one that is not a number above 0";
    if (!take_measure(field[SPEEDUP], &r->speedup))
        return "has a speedup that is not a number above 0";
    r->threads = (int)threads;
    return NULL;
}

static void set_rates(struct published_row *r)
{
    double k = r->k ? (double)r->k : 1;
    r->nnz_per_s = r->time_ms > 0 ? (double)r->nnz / r->time_ms * 1e3 : r->gflops * 1e9 / (2 * k);
    if (r->k && !(r->gflops > 0))
        r->gflops = 2 * k * r->nnz_per_s * 1e-9;
}

bool published_read(const char *path, struct published *p, struct err *e)
{
    char *line = NULL;
    size_t room = 0;
    bool ok = true, header = false;
    *p = (struct published){ 0 };
    FILE *f = fopen(path, "re");
    if (!f)
        return err_set(e, ERR_INPUT, "cannot read the published results %.300s: %s", path, strerror(errno));
    for (int at = 1; ok && getline(&line, &room, f) >= 0; at++) {
        struct published_row r = { 0 };
        line[strcspn(line, "\r\n")] = 0;
        if (*line == '#')
            continue;
        const char *wrong = header ? take_row(line, &r) : strcmp(line, HEADER) != 0 ? no_header : NULL;
        if (wrong)
            ok = err_set(e, ERR_INPUT, "%.300s:%d: %s", path, at, wrong);
        else if (header)
            ok = array_grow(&p->row, p->rows, sizeof r) || err_nomem(e, "published results", sizeof r);
        if (header && ok) {
            set_rates(&r);
            p->row[p->rows++] = r;
        }
        header = true;
    }
    if (ok && !header)
        ok = err_set(e, ERR_INPUT, "%.300s: is empty", path);
    free(line);
    fclose(f);
    if (!ok)
        published_free(p);
    return ok;
}

bool published_load(struct published *p, struct err *e)
{
    char folder[2048], path[2200];
    *p = (struct published){ 0 };
    if (!catalog_folder(CATALOG_OWN, folder, sizeof folder))
        return err_set(e, ERR_INPUT, "the folder with the published results is missing");
    snprintf(path, sizeof path, "%s/published.tsv", folder);
    if (!published_read(path, p, e))
        return false;
    if (catalog_load(&p->catalog, e))
        return true;
    published_free(p);
    return false;
}

void published_free(struct published *p)
{
    free(p->row);
    catalog_free(&p->catalog);
    *p = (struct published){ 0 };
}

/* ---- which kernel ---- */

bool published_variant(const struct published_row *r, const char *kernel, const char *params)
{
    if (strcmp(r->kernel, kernel) != 0)
        return false;
    const char *words = r->params;
    int n;
    for (const char *w; (w = text_word(&words, &n));)
        if (!text_has(params, w, n))
            return false;
    return true;
}

/* ---- which matrix ---- */

/* Graphs have another name at their source: "ddi" is "graph: ogbl-ddi". */
static bool is_called(const struct catalog_entry *c, const char *name)
{
    static const char graph[] = "graph: ";
    return strcasecmp(c->name, name) == 0 ||
           (strncmp(c->group, graph, sizeof graph - 1) == 0 && strcasecmp(c->group + sizeof graph - 1, name) == 0);
}

/* A random matrix of integers is "uniform:M:N:NNZ:MAX"; reports give M, N and NNZ. */
static void drop_maximum(char *name)
{
    enum { COLONS = 4 };
    char *at = strncmp(name, "uniform:", 8) == 0 ? name : NULL;
    for (int i = 0; at && i < COLONS; i++)
        at = strchr(at + (i > 0), ':');
    if (at)
        *at = 0;
}

const char *published_name(const struct published *p, const char *name, int64_t rows, int64_t cols, int64_t nnz,
                           bool *twin)
{
    char bare[160];
    *twin = catalog_bare(name, bare, sizeof bare);
    char *seed = strstr(bare, ":seed=");
    if (seed)
        *seed = 0;
    drop_maximum(bare);
    for (int i = 0; i < p->catalog.count; i++) {
        const struct catalog_entry *c = &p->catalog.entry[i];
        if (!is_called(c, bare))
            continue;
        if (c->rows != rows || c->cols != cols || c->nnz != nnz)
            return NULL; /* another matrix of that name */
        snprintf(bare, sizeof bare, "%s", c->name);
    }
    for (int i = 0; i < p->rows; i++)
        if (strcmp(p->row[i].matrix, bare) == 0)
            return p->row[i].matrix;
    return NULL;
}
