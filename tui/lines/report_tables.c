/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_tables: measurements of a report as tables, as bars, and beside what was published. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tui/lines/pivot.h"
#include "tui/lines/report_job.h"
#include "tui/link/take.h"
#include "tui/report/beside.h"
#include "tui/views/figure.h"

static const json_t *measurement(const struct report_job *job, size_t i)
{
    return json_array_get(json_array_get(job->pool.pair, i), 0);
}

const struct published_row *report_published(const struct report_job *job, const struct report_part *part, size_t i)
{
    return select_pair(part->rows, &job->pool, i) ? beside_row(&job->published, job->report->published, &job->pool, i)
                                                  : NULL;
}

static struct pivot *pivot_of(const struct report_job *job, const struct report_part *part, const char *axes,
                              struct err *e)
{
    struct pivot *p = pivot_new(axes, e);
    for (size_t i = 0; p && i < json_array_size(job->pool.pair); i++)
        if (select_pair(part->rows, &job->pool, i))
            pivot_add(p, measurement(job, i), json_array_get(json_array_get(job->pool.pair, i), 1));
    return p;
}

bool report_pivot(struct report_job *job, const struct report_part *part, const struct report_item *item,
                  const char *stem, FILE *page, struct err *e)
{
    char name[120];
    (void)item;
    struct pivot *p = pivot_of(job, part, part->words, e);
    if (!p)
        return false;
    char *text = pivot_text(p, ROWS_MD), *tsv = pivot_text(p, ROWS_TSV);
    bool ok = text && tsv;
    snprintf(name, sizeof name, "%s.tsv", stem);
    if (!ok)
        err_nomem(e, "a table", 1 << 16);
    else if (!*text)
        report_nothing(page);
    else
        fprintf(page, "%s\nData: [%s](%s)\n\n", text, name, name);
    if (ok && *text) {
        ok = report_save(job, name, tsv, e);
        tsv = NULL;
    }
    free(text);
    free(tsv);
    pivot_free(p);
    return ok;
}

/* Keeps the I-th of N parts of the groups, "I/N" among the words. */
static void keep_part(struct group_chart *c, const char *words)
{
    int part, parts, n = 0;
    for (const char *w = words; *w; w += strcspn(w, " "), w += strspn(w, " "))
        if (sscanf(w, "%d/%d", &part, &parts) == 2 && parts > 0 && part > 0)
            n = parts;
    if (n == 0)
        return;
    const int from = c->groups * (part - 1) / n, to = c->groups * part / n;
    memmove(c->group, c->group + from, (size_t)(to - from) * sizeof *c->group);
    c->groups = to - from;
}

/* Published speeds beside ours, as outlines. */
static void add_published(const struct report_job *job, const struct report_part *part, struct group_chart *c)
{
    char name[GROUPS_NAME], bare[GROUPS_NAME];
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const json_t *m = measurement(job, i);
        const struct published_row *r = report_published(job, part, i);
        if (!r)
            continue;
        const double value = strcmp(c->unit, "ms") == 0 ? r->time_ms : r->k ? r->gflops : r->nnz_per_s * 1e-9;
        snprintf(name, sizeof name, "report, %.40s: %.40s", r->machine, take_string(m, "kernel"));
        const int bar = groups_series(c, name, true);
        select_bare(take_string(m, "matrix"), bare, sizeof bare);
        for (int j = 0; j < c->groups && bar >= 0; j++) {
            const size_t n = strlen(bare);
            if (strncmp(c->group[j].name, bare, n) == 0 && (c->group[j].name[n] == 0 || c->group[j].name[n] == ' '))
                c->group[j].bar[bar].value = value > 0 ? value : (double)NAN;
        }
    }
}

bool report_bars(struct report_job *job, const struct report_part *part, const struct report_item *item,
                 const char *stem, FILE *page, struct err *e)
{
    char axes[80], name[120];
    const char *value = part->words;
    bool ok = true;
    const size_t length = strcspn(value, " ");
    if (length == 0 || strncmp(value, "rate", length) == 0)
        snprintf(axes, sizeof axes, "matrix,kernel");
    else
        snprintf(axes, sizeof axes, "matrix,kernel,%.*s", (int)length, value);
    struct pivot *p = pivot_of(job, part, axes, e);
    struct group_chart c = { 0 };
    if (!p)
        return false;
    int n = 0;
    for (; ok && pivot_groups(p, n, &c); n++) {
        keep_part(&c, part->words);
        if (*job->report->published)
            add_published(job, part, &c);
        c.log = report_has_word(part->words, "log");
        snprintf(name, sizeof name, n ? "%.100s-%d" : "%.100s", stem, n + 1);
        snprintf(c.note, sizeof c.note, "%.190s", c.title);
        report_title(item, c.title, sizeof c.title);
        report_caption(job, part->rows, c.caption, sizeof c.caption);
        if (c.bars > 0)
            ok = report_picture(job, name, item->title, groups_to_svg(&c), n ? NULL : pivot_text(p, ROWS_TSV), page, e);
        groups_free(&c);
    }
    pivot_free(p);
    return n > 0 ? ok : report_nothing(page);
}

/* ---- ours beside theirs ---- */

/* A cell; empty where the figure is not known. */
static void put_figure(FILE *f, double value, bool tsv)
{
    char text[TEXT_SIZE] = "";
    if (value > 0)
        figure_number(text, value);
    fprintf(f, tsv ? "\t%s" : " %s |", text);
}

static void put_beside(FILE *f, const json_t *m, const struct published_row *r, bool tsv)
{
    const double ms = take_double(m, "time_ms"), rate = take_double(m, "gflops");
    char ours[24] = "", theirs[24] = "";
    int threads = 0;
    take_int(m, "threads", &threads);
    if (strcmp(take_string(m, "device"), "cpu") == 0)
        snprintf(ours, sizeof ours, tsv ? "%d" : " ×%d", threads);
    if (r->threads)
        snprintf(theirs, sizeof theirs, tsv ? "%d" : " ×%d", r->threads);
    fprintf(f, tsv ? "%s\t%s\t%s" : "| %s | %s %s |", take_string(m, "matrix"), take_string(m, "kernel"), r->params);
    fprintf(f, tsv ? "\t%lld" : " %lld |", (long long)r->k);
    put_figure(f, ms, tsv);
    put_figure(f, r->time_ms, tsv);
    put_figure(f, r->time_ms > 0 ? r->time_ms / ms : r->gflops > 0 ? rate / r->gflops : 0, tsv);
    put_figure(f, rate, tsv);
    put_figure(f, r->gflops, tsv);
    put_figure(f, r->speedup > 0 ? take_double(m, "speedup") : 0, tsv);
    put_figure(f, r->speedup, tsv);
    fprintf(f, tsv ? "\t%s\t%s\t%s\t%s\n" : " %s%s | %s%s |\n", take_string(m, "processor"), ours, r->machine, theirs);
}

bool report_beside(struct report_job *job, const struct report_part *part, const struct report_item *item,
                   const char *stem, FILE *page, struct err *e)
{
    char name[120], *tsv = NULL;
    size_t size;
    FILE *f = open_memstream(&tsv, &size);
    int n = 0;
    (void)item;
    if (!f)
        return err_nomem(e, "a table", 1 << 16);
    fputs("matrix\tkernel\tparams\tk\tours_ms\treport_ms\ttimes_as_fast\tours_gflops\treport_gflops\tours_speedup\t"
          "report_speedup\tours_on\t"
          "ours_threads\treport_on\treport_threads\n",
          f);
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const struct published_row *r = report_published(job, part, i);
        if (!r)
            continue;
        if (n++ == 0)
            fputs("| matrix | kernel | k | ours, ms | report, ms | times as fast | ours, GFLOPS | report, GFLOPS | "
                  "ours, times serial | report, times serial | ours on | report on |\n"
                  "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---|\n",
                  page);
        put_beside(page, measurement(job, i), r, false);
        put_beside(f, measurement(job, i), r, true);
    }
    fclose(f);
    snprintf(name, sizeof name, "%s.tsv", stem);
    if (n > 0) {
        fprintf(page,
                "\nThe published figures were not checked here and come from another machine; a twin is not the matrix "
                "itself. Data: [%s](%s)\n\n",
                name, name);
        return report_save(job, name, tsv, e);
    }
    free(tsv);
    fputs("No result from here stands beside a published one.\n\n", page);
    return true;
}
