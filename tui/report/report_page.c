/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_page: report.md: what was measured on what, claims, figures and tables, and what was left out. */
#include <ctype.h>
#include <stdarg.h>

#include "core/base/clock.h"
#include "core/base/file_save.h"
#include "core/base/scrub.h"
#include "tui/lines/table.h"
#include "tui/model/flags.h"
#include "tui/report/beside.h"
#include "tui/report/claim.h"
#include "tui/report/report_job.h"
#include "tui/results/machine.h"

/* ---- files beside the page: pictures, and the data of each ---- */

/* NULL: out of memory. */
static bool save(const struct report_job *job, const char *name, const char *text, struct err *e)
{
    char path[REPORT_PATH];
    snprintf(path, sizeof path, "%.2000s/%.200s", job->folder, name);
    return file_save_text(path, text, e);
}

static bool begin_data(struct report_job *job, struct err *e)
{
    job->data = open_memstream(&job->tsv, &job->tsv_bytes);
    return job->data || err_nomem(e, "a table", 1 << 16);
}

static void end_data(struct report_job *job)
{
    if (job->data)
        fclose(job->data);
    free(job->tsv);
    job->tsv = NULL;
}

bool report_data(struct report_job *job, const char *stem, struct err *e)
{
    char name[120];
    fflush(job->data);
    if (job->tsv_bytes == 0)
        return true;
    snprintf(name, sizeof name, "%.100s.tsv", stem);
    fprintf(job->page, "Data: [%s](%s)\n\n", name, name);
    const bool ok = save(job, name, job->tsv, e);
    end_data(job);
    return begin_data(job, e) && ok;
}

bool report_picture(struct report_job *job, const char *stem, const char *title, char *svg, struct err *e)
{
    char name[120];
    snprintf(name, sizeof name, "%.100s.svg", stem);
    fprintf(job->page, "![%s](%s)\n\n", title, name);
    const bool ok = save(job, name, svg, e);
    free(svg);
    return ok && report_data(job, stem, e);
}

/* ---- what is said on the page ---- */

void report_leave(struct report_job *job, const char *format, ...)
{
    char text[600];
    const json_t *o;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    JSON_EACH(o, job->left)
        if (strcmp(json_string_value(o), text) == 0)
            return;
    json_array_append_new(job->left, json_string(text));
}

bool report_nothing(const struct report_job *job)
{
    fputs("Nothing was measured for this here; \"Left out\" below says why.\n\n", job->page);
    return true;
}

bool report_has_word(const char *words, const char *word)
{
    return text_has(words, word, (int)strlen(word));
}

void report_caption(const struct report_job *job, const char *rows, const struct group_chart *c, char *out, size_t size)
{
    json_t *all = NULL;
    int twins = 0, matrices = 0;
    const json_t *a;
    JSON_EACH(a, job->measured) {
        bool meant = false;
        for (size_t j = 0; j < json_array_size(job->pool.pair) && (!c || report_group(c, take_string(a, "name")));
             j++) {
            const json_t *m = pool_run(&job->pool, j);
            if (strcmp(take_string(m, "matrix"), take_string(a, "name")) != 0 || !select_pair(rows, &job->pool, j))
                continue;
            machine_join(&all, m);
            meant = true;
        }
        matrices += meant;
        twins += meant && strcmp(take_string(a, "origin"), "twin") == 0;
    }
    machine_text(all, out, size);
    json_decref(all);
    if (matrices > 1)
        text_add(out, size, " · %d matrices, %d of them twins", matrices, twins);
    else if (twins)
        text_add(out, size, " · a twin");
}

/* ---- sections ---- */

/* One line for each device that something ran on, with all libraries. */
static void put_machines(FILE *f, const struct report_job *job)
{
    json_t *devices = json_object(), *m;
    const char *device;
    char text[400];
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        m = (json_t *)pool_run(&job->pool, i);
        device = take_string(m, "device");
        if (!*device || !*take_string(m, "processor"))
            continue;
        json_t *all = json_incref(json_object_get(devices, device));
        machine_join(&all, m);
        json_object_set_new(devices, device, all);
    }
    json_object_foreach(devices, device, m) {
        machine_text(m, text, sizeof text);
        fprintf(f, "- Ours, %s: %s%s%s\n", device, text, *take_string(m, "driver") ? " · driver " : "",
                take_string(m, "driver"));
    }
    json_decref(devices);
    if (*job->report->machine)
        fprintf(f, "- The report's: %s\n", job->report->machine);
    if (*job->report->published)
        fputs("- Speedups are over serial code of the same format, as those published are (over serial CSR where that "
              "was "
              "not measured); the column `speedup` of rows.tsv is over serial CSR\n",
              f);
}

static void count_up(json_t *counts, const char *name)
{
    json_object_set_new(counts, name, json_integer(take_whole(counts, name) + 1));
}

void report_put_roofs(FILE *f, const struct pool *pool)
{
    json_t *all = json_object(), *doubted = json_object(), *n;
    const char *device;
    for (size_t i = 0; i < json_array_size(pool->pair); i++) {
        const json_t *m = pool_run(pool, i);
        if (!take_ok(m) || !(take_double(m, "roof_frac") > 0))
            continue;
        count_up(all, take_string(m, "device"));
        if (flags_row_has(m, "roof"))
            count_up(doubted, take_string(m, "device"));
    }
    json_object_foreach(doubted, device, n)
        fprintf(f, "- The roof of %s is in doubt for %lld of %lld measurement%s: their shares of it are rough\n",
                device, (long long)json_integer_value(n), (long long)take_whole(all, device),
                text_plural(take_whole(all, device)));
    json_decref(all);
    json_decref(doubted);
}

static void put_claims(FILE *f, const struct report_job *job)
{
    const struct report *r = job->report;
    const struct pool theirs = beside_published(&job->published, r->published);
    int n = 0;
    char here[1200], there[1200];
    for (int i = 0; i < r->items; i++) {
        if (!r->item[i].claim)
            continue;
        if (n++ == 0)
            fputs(
                "## Claims\n\nA claim holds or fails only where intervals tell results apart; all else is unclear.\n\n"
                "| | what the report says | here | in our measurements | in the report's own figures |\n"
                "|---:|---|---|---|---|\n",
                f);
        const enum claim_outcome o = claim_judge_all(&r->item[i], &job->pool, here, sizeof here);
        claim_judge_all(&r->item[i], &theirs, there, sizeof there);
        fprintf(f, "| %d | %s | **%s** | %s | %s |\n", n, r->item[i].title, claim_word[o], here,
                strstr(there, "clearly") ? there : "");
    }
    fputs(n ? "\n" : "", f);
    json_decref(theirs.pair);
}

static bool is_section(const struct report_item *item)
{
    return strncmp(item->name, "Section ", 8) == 0;
}

void report_title(const struct report_item *item, char *out, size_t size)
{
    snprintf(out, size, "%s%s%s", is_section(item) ? "" : item->name, is_section(item) ? "" : ": ", item->title);
}

/* "Figure 3" → "figure-3", "Section spy" → "spy" */
static void stem_of(const struct report_item *item, int part, char *out, size_t size)
{
    size_t n = 0;
    for (const char *c = item->name + (is_section(item) ? 8 : 0); *c && n + 8 < size; c++)
        if (isalnum((unsigned char)*c))
            out[n++] = (char)tolower((unsigned char)*c);
        else if (n > 0 && out[n - 1] != '-')
            out[n++] = '-';
    out[n] = 0;
    if (part > 0 || strcmp(out, "rows") == 0) /* rows.tsv holds every measurement */
        snprintf(out + n, size - n, "-%c", 'a' + part);
}

static bool put_items(FILE *f, struct report_job *job, struct err *e)
{
    static report_part_writer *const writers[PART_COUNT] = {
        [PART_curve] = report_curve,   [PART_bars] = report_bars,           [PART_pivot] = report_pivot,
        [PART_beside] = report_beside, [PART_facts] = report_facts,         [PART_spy] = report_spy,
        [PART_phases] = report_phases, [PART_histogram] = report_histogram, [PART_formats] = report_formats,
        [PART_advice] = report_advice,
    };
    char title[300];
    bool ok = true;
    for (int i = 0; ok && i < job->report->items; i++) {
        const struct report_item *item = &job->report->item[i];
        if (item->claim)
            continue;
        job->item = item;
        report_title(item, title, sizeof title);
        fprintf(f, "## %s\n\n", title);
        for (int j = 0; ok && j < item->parts; j++) {
            stem_of(item, j, job->stem, sizeof job->stem);
            ok = writers[item->part[j].kind](job, &item->part[j], e);
        }
    }
    return ok;
}

static void put_left_out(FILE *f, const struct report_job *job)
{
    const json_t *o;
    if (json_array_size(job->left) == 0 && job->report->notes == 0)
        return;
    fputs("## Left out\n\n", f);
    JSON_EACH(o, job->left) {
        fputs("- ", f);
        text_put_markdown(f, json_string_value(o));
        fputc('\n', f);
    }
    for (int i = 0; i < job->report->notes; i++)
        fprintf(f, "- %s\n", job->report->note[i]);
    fputc('\n', f);
}

static void put_matrices(FILE *f, const struct report_job *job)
{
    const json_t *a;
    int twins = 0, real = 0;
    JSON_EACH(a, job->measured) {
        twins += strcmp(take_string(a, "origin"), "twin") == 0;
        real += strcmp(take_string(a, "origin"), "real") == 0;
    }
    if (json_array_size(job->measured) < 2)
        return;
    fprintf(f, "- %zu matrices: %d real, %d twins, %d generated\n", json_array_size(job->measured), real, twins,
            (int)json_array_size(job->measured) - real - twins);
}

static void put_head(FILE *f, const struct report_job *job)
{
    const struct report *r = job->report;
    char name[REPORT_PATH];
    fprintf(f, "# %s", r->title);
    text_put_markdown(f, *r->title ? "" : job->name);
    fputs("\n\n", f);
    if (*r->author)
        fprintf(f, "After %s; rerun here by `nzscope report %s%s%s`.\n\n", r->author,
                scrub_path(job->name, name, sizeof name), job->quick ? " --quick" : "",
                job->options->value[OPT_USE_TWINS] ? " --use-twins" : "");
    if (*job->stopped)
        fprintf(f, "**%s**: what follows is what was measured until then.\n\n", job->stopped);
    put_machines(f, job);
    report_put_roofs(f, &job->pool);
    put_matrices(f, job);
    if (job->quick)
        fputs("- `--quick`: matrices of at most 3 million nonzeros, six samples a measurement\n", f);
    fprintf(f, "- Took %.0f s. Every measurement: [rows.tsv](rows.tsv)\n\n", (clock_ms() - job->begin_ms) / 1000);
}

bool report_page(struct report_job *job, struct err *e)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return err_nomem(e, "the page", 1 << 16);
    job->page = f;
    put_head(f, job);
    put_claims(f, job);
    bool ok = begin_data(job, e) && put_items(f, job, e);
    put_left_out(f, job);
    fclose(f);
    end_data(job);
    ok = ok && save(job, "report.md", text, e);
    free(text);
    return ok;
}
