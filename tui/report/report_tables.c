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
    snprintf(axes, sizeof axes, "matrix,kernel,%.*s", text_has("rate", part->words, length) ? 0 : length, part->words);
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

/* Reads the word "I/N": the I-th of N parts. False: it is another. */
static bool take_share(const char *word, int length, int *part, int *parts)
{
    int end = 0;
    return sscanf(word, "%d/%d%n", part, parts, &end) == 2 && end == length && *part > 0 && *part <= *parts;
}

/* Whether a word after the first of `bars` or `curve` is valid. */
static bool is_known(enum report_kind kind, const char *word, int length)
{
    int part, parts;
    if (kind == PART_bars)
        return text_has("log", word, length) || take_share(word, length, &part, &parts);
    for (int i = 0; i < CURVE_QUANTITIES; i++)
        if (text_has(curve_quantity_name[i], word, length))
            return true;
    return text_has("log mean", word, length);
}

static bool check_part(const struct report_part *part, struct err *e)
{
    const bool bars = part->kind == PART_bars;
    const char *words = part->words;
    int length;
    if (bars || part->kind == PART_pivot) {
        struct pivot *p = pivot_asked(part, e);
        pivot_free(p);
        if (!p)
            return false;
    }
    if (!bars && part->kind != PART_curve)
        return true;
    text_word(&words, &length);
    for (const char *word; (word = text_word(&words, &length));)
        if (!is_known(part->kind, word, length))
            return err_set(e, ERR_INPUT, "%s has no '%.*s'", bars ? "bars" : "curve", length, word);
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
    if (!p)
        return false;
    char *text = pivot_text(p, ROWS_MD);
    bool ok = text || err_nomem(e, "a table", 1 << 16);
    if (text && *text) {
        fprintf(job->page, "%s\n", text);
        put_data(job, p);
        ok = report_data(job, job->stem, e);
    } else if (text) {
        report_nothing(job);
    }
    free(text);
    pivot_free(p);
    return ok;
}

/* Keeps the I-th of N parts of the groups, if "I/N" is among the words. */
static void keep_part(struct group_chart *c, const char *words)
{
    int part = 1, parts = 1, length;
    for (const char *word; (word = text_word(&words, &length)) && !take_share(word, length, &part, &parts);)
        ;
    const int from = c->groups * (part - 1) / parts, to = c->groups * part / parts;
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

/* A line for each selected published result; first those that we measured, too. The others are of kernels that need a
   GPU or that cuSPARSE has dropped; only those on our matrices count. Returns the number of lines. */
static int put_lines(const struct report_job *job, const struct report_part *part, bool *shown)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const struct published_row *r = report_published(job, part, i);
        if (!r)
            continue;
        put_line(job, n++, take_string(pool_run(&job->pool, i), "matrix"), pool_run(&job->pool, i), r);
        shown[r - job->published.row] = true;
    }
    if (strcmp(job->report->published, "*") == 0) /* of any source there are hundreds with other k */
        return n;
    const struct pool theirs = beside_published(&job->published, job->report->published);
    for (size_t i = 0; i < json_array_size(theirs.pair); i++) {
        const int64_t at = take_whole(pool_run(&theirs, i), "published");
        const struct published_row *r = &job->published.row[at];
        if (!shown[at] && select_pair(part->rows, &theirs, i) && is_measured(job, r->matrix))
            put_line(job, n++, r->matrix, NULL, r);
    }
    json_decref(theirs.pair);
    return n;
}

bool report_beside(struct report_job *job, const struct report_part *part, struct err *e)
{
    bool *shown = calloc((size_t)job->published.rows + 1, sizeof *shown);
    if (!shown)
        return err_nomem(e, "a table", (unsigned)job->published.rows);
    const int n = put_lines(job, part, shown);
    free(shown);
    fputs(n > 0
              ? "\nThe published figures were not checked here and come from another machine; a twin is not the matrix "
                "itself. "
              : "No result from here stands beside a published one.\n\n",
          job->page);
    return report_data(job, job->stem, e);
}
