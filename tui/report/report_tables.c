/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_tables: measurements of a report as tables, as bars, and beside published results. */
#include "core/measure/device.h"
#include "tui/lines/lines_command.h"
#include "tui/lines/pivot.h"
#include "tui/model/figure.h"
#include "tui/report/beside.h"
#include "tui/report/report_job.h"
#include "tui/views/curve.h"

const struct published_row *report_published(const struct report_job *job, const struct report_part *part, size_t i)
{
    return beside_row(&job->published, job->report->published, &job->pool, part->rows, i);
}

/* The empty pivot for the words of a `pivot` or `bars`. */
static struct pivot *pivot_asked(const struct report_part *part, struct err *e)
{
    char axes[80];
    const int length = (int)strcspn(part->words, " ");
    const bool rate = length == 0 || (length == 4 && strncmp(part->words, "rate", 4) == 0);
    snprintf(axes, sizeof axes, "matrix,kernel%s%.*s", rate ? "" : ",", rate ? 0 : length, part->words);
    return pivot_new(part->kind == PART_bars ? axes : part->words, e);
}

static struct pivot *pivot_of(const struct report_job *job, const struct report_part *part, struct err *e)
{
    struct pivot *p = pivot_asked(part, e);
    for (size_t i = 0; p && i < json_array_size(job->pool.pair); i++)
        if (select_pair(part->rows, &job->pool, i))
            pivot_add(p, pool_run(&job->pool, i), json_array_get(json_array_get(job->pool.pair, i), 1));
    return p;
}

/* Whether a word after the first of `bars` or `curve` is valid. */
static bool is_known(enum report_kind kind, const char *word, size_t length)
{
    char one[40];
    int part, parts, end = 0;
    snprintf(one, sizeof one, "%.*s", (int)length, word);
    if (kind == PART_bars)
        return strcmp(one, "log") == 0 ||
               (sscanf(one, "%d/%d%n", &part, &parts, &end) == 2 && !one[end] && part > 0 && part <= parts);
    bool known = strcmp(one, "log") == 0 || strcmp(one, "mean") == 0;
    for (int i = 0; i < CURVE_QUANTITIES; i++)
        known |= strcmp(one, curve_quantity_name[i]) == 0;
    return known;
}

static bool check_part(const struct report_part *part, struct err *e)
{
    const char *word = part->words + strcspn(part->words, " ");
    if (part->kind == PART_pivot || part->kind == PART_bars) {
        struct pivot *p = pivot_asked(part, e);
        pivot_free(p);
        if (!p)
            return false;
    }
    for (word += strspn(word, " "); part->kind == PART_bars || part->kind == PART_curve; word += strspn(word, " ")) {
        const size_t n = strcspn(word, " ");
        if (n == 0)
            break;
        if (!is_known(part->kind, word, n))
            return err_set(e, ERR_INPUT, "%s has no '%.*s'", part->kind == PART_bars ? "bars" : "curve", (int)n, word);
        word += n;
    }
    return true;
}

bool report_words(const struct report *r, struct err *e)
{
    for (int i = 0; i < r->items; i++)
        for (int j = 0; j < r->item[i].parts; j++)
            if (!check_part(&r->item[i].part[j], e))
                return err_prefix(e, "%s", r->item[i].name);
    return true;
}

static void put_data(const struct report_job *job, struct pivot *p)
{
    char *tsv = pivot_text(p, ROWS_TSV);
    fputs(tsv ? tsv : "", job->data);
    free(tsv);
}

bool report_pivot(struct report_job *job, const struct report_part *part, struct err *e)
{
    struct pivot *p = pivot_of(job, part, e);
    char *text = p ? pivot_text(p, ROWS_MD) : NULL;
    bool ok = text || !p || err_nomem(e, "a table", 1 << 16);
    if (text && *text) {
        fprintf(job->page, "%s\n", text);
        put_data(job, p);
        ok = report_data(job, job->stem, e);
    } else if (text) {
        report_nothing(job);
    }
    free(text);
    pivot_free(p);
    return ok && p;
}

/* Keeps the I-th of N parts of the groups, for "I/N" among the words. */
static void keep_part(struct group_chart *c, const char *words)
{
    int part, parts, length, n = 0;
    for (const char *w; (w = text_word(&words, &length));)
        if (sscanf(w, "%d/%d", &part, &parts) == 2 && parts > 0 && part > 0)
            n = parts;
    if (n == 0)
        return;
    const int from = c->groups * (part - 1) / n, to = c->groups * part / n;
    memmove(c->group, c->group + from, (size_t)(to - from) * sizeof *c->group);
    c->groups = to - from;
}

struct bar_group *report_group(const struct group_chart *c, const char *matrix)
{
    char bare[GROUPS_NAME];
    catalog_bare(matrix, bare, sizeof bare);
    const size_t n = strlen(bare);
    for (int i = 0; i < c->groups; i++)
        if (strncmp(c->group[i].name, bare, n) == 0 && (c->group[i].name[n] == 0 || c->group[i].name[n] == ' '))
            return &c->group[i];
    return NULL;
}

/* Published speeds beside ours, as outlines. */
static void add_published(const struct report_job *job, const struct report_part *part, struct group_chart *c)
{
    char name[GROUPS_NAME];
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const json_t *m = pool_run(&job->pool, i);
        const struct published_row *r = report_published(job, part, i);
        if (!r)
            continue;
        const double value = strcmp(c->unit, "ms") == 0 ? r->time_ms : r->k ? r->gflops : r->nnz_per_s * 1e-9;
        snprintf(name, sizeof name, "report, %.40s: %.40s", r->machine, take_string(m, "kernel"));
        const int bar = groups_series(c, name, true);
        struct bar_group *g = report_group(c, take_string(m, "matrix"));
        if (bar >= 0 && g)
            g->bar[bar].value = value > 0 ? value : (double)NAN;
    }
}

bool report_bars(struct report_job *job, const struct report_part *part, struct err *e)
{
    char name[120];
    bool ok = true;
    struct pivot *p = pivot_of(job, part, e);
    struct group_chart c = { 0 };
    if (!p)
        return false;
    int n = 0;
    for (; ok && pivot_groups(p, n, &c); n++) {
        keep_part(&c, part->words);
        if (*job->report->published)
            add_published(job, part, &c);
        c.log = report_has_word(part->words, "log");
        snprintf(name, sizeof name, n ? "%.100s-%d" : "%.100s", job->stem, n + 1);
        snprintf(c.note, sizeof c.note, "%.190s", c.title);
        report_title(job->item, c.title, sizeof c.title);
        report_caption(job, part->rows, &c, c.caption, sizeof c.caption);
        if (n == 0)
            put_data(job, p);
        if (c.bars > 0)
            ok = report_picture(job, name, job->item->title, groups_to_svg(&c), e);
        groups_free(&c);
    }
    pivot_free(p);
    return n > 0 ? ok : report_nothing(job);
}

/* ---- ours beside published ones ---- */

/* A cell; empty if the figure is unknown. */
static void put_figure(FILE *f, double value, bool tsv)
{
    char text[TEXT_SIZE] = "";
    if (value > 0)
        figure_number(text, value);
    fprintf(f, tsv ? "\t%s" : " %s |", text);
}

/* `m`: our measurement; NULL: none. */
static void put_beside(FILE *f, const char *matrix, const json_t *m, const struct published_row *r, bool tsv)
{
    const double ms = take_double(m, "time_ms"), rate = take_double(m, "gflops");
    char ours[24] = "", theirs[24] = "";
    if (device_is_cpu(take_string(m, "device")))
        snprintf(ours, sizeof ours, tsv ? "%d" : " ×%d", take_threads(m));
    if (r->threads)
        snprintf(theirs, sizeof theirs, tsv ? "%d" : " ×%d", r->threads);
    fprintf(f, tsv ? "%s\t%s\t%s" : "| %s | %s %s |", matrix, m ? take_string(m, "kernel") : r->kernel, r->params);
    fprintf(f, tsv ? "\t%lld" : " %lld |", (long long)r->k);
    put_figure(f, ms, tsv);
    put_figure(f, r->time_ms, tsv);
    put_figure(f, r->time_ms > 0 && ms > 0 ? r->time_ms / ms : r->gflops > 0 ? rate / r->gflops : 0, tsv);
    put_figure(f, rate, tsv);
    put_figure(f, r->gflops, tsv);
    put_figure(f, r->speedup > 0 ? take_double(m, "speedup") : 0, tsv);
    put_figure(f, r->speedup, tsv);
    fprintf(f, tsv ? "\t%s\t%s\t%s\t%s\n" : " %s%s | %s%s |\n", take_string(m, "processor"), ours, r->machine, theirs);
}

/* Line n of both tables; the page's table begins with the first. */
static void put_line(const struct report_job *job, int n, const char *matrix, const json_t *m,
                     const struct published_row *r)
{
    if (n == 0) {
        fputs("| matrix | kernel | k | ours, ms | report, ms | times as fast | ours, GFLOPS | report, GFLOPS | "
              "ours, times serial | report, times serial | ours on | report on |\n"
              "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---|\n",
              job->page);
        fputs("matrix\tkernel\tparams\tk\tours_ms\treport_ms\ttimes_as_fast\tours_gflops\treport_gflops\t"
              "ours_speedup\treport_speedup\tours_on\tours_threads\treport_on\treport_threads\n",
              job->data);
    }
    put_beside(job->page, matrix, m, r, false);
    put_beside(job->data, matrix, m, r, true);
}

static bool is_measured(const struct report_job *job, const char *matrix)
{
    const json_t *a;
    JSON_EACH(a, job->measured) {
        const char *name = lines_published_name(&job->published, take_string(a, "name"), a);
        if (name && strcmp(name, matrix) == 0)
            return true;
    }
    return false;
}

/* Results of the report on matrices that are here, without a measurement of ours: a kernel that needs a GPU, or that
   cuSPARSE has dropped; below n lines. Returns the number of lines. */
static int put_theirs(const struct report_job *job, const struct report_part *part, const bool *told, int n)
{
    const struct pool theirs = beside_published(&job->published, job->report->published);
    for (size_t i = 0; i < json_array_size(theirs.pair); i++) {
        const int64_t at = take_whole(pool_run(&theirs, i), "published");
        const struct published_row *r = &job->published.row[at];
        if (!told[at] && select_pair(part->rows, &theirs, i) && is_measured(job, r->matrix))
            put_line(job, n++, r->matrix, NULL, r);
    }
    json_decref(theirs.pair);
    return n;
}

/* Both tables, with a line for each selected published result. Returns how many. */
static int put_all(const struct report_job *job, const struct report_part *part, bool *told)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const struct published_row *r = report_published(job, part, i);
        if (!r)
            continue;
        put_line(job, n++, take_string(pool_run(&job->pool, i), "matrix"), pool_run(&job->pool, i), r);
        told[r - job->published.row] = true;
    }
    /* from any source: there are hundreds with other k */
    return strcmp(job->report->published, "*") == 0 ? n : put_theirs(job, part, told, n);
}

bool report_beside(struct report_job *job, const struct report_part *part, struct err *e)
{
    bool *told = calloc((size_t)job->published.rows + 1, sizeof *told);
    if (!told)
        return err_nomem(e, "a table", (unsigned)job->published.rows);
    const int n = put_all(job, part, told);
    free(told);
    fputs(n > 0
              ? "\nThe published figures were not checked here and come from another machine; a twin is not the matrix "
                "itself. "
              : "No result from here stands beside a published one.\n\n",
          job->page);
    return report_data(job, job->stem, e);
}
