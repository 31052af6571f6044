/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_run: the measurements of a report: opens each matrix once, for all benches that name it. */
#include <fnmatch.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/words.h"
#include "core/measure/measure.h"
#include "tui/lines/bench.h"
#include "tui/model/model.h"
#include "tui/report/beside.h"
#include "tui/report/report_job.h"
#include "tui/results/rows.h"

enum { QUICK_NNZ = 3000000, QUICK_MS = 510000 };

/* A bench, prepared for each of its matrices. */
struct prepared_run {
    struct words words, quick;
    struct options options, changed;
    struct matrix_words matrices;
    char kernels[1000];
    char line[LINES_LINE];
};

struct report_plan {
    struct prepared_run run[REPORT_RUNS];
    int runs;
    struct report_matrix {
        const char *spec;
        int64_t nnz; /* 0: unknown until it is open */
    } * matrix;
    int matrices;
};

/* ---- the plan ---- */

/* Moves *at past this word, if it is there. */
static bool skip(const char **at, const char *word)
{
    const size_t length = strlen(word);
    const bool there = strncmp(*at, word, length) == 0;
    *at += there ? length : 0;
    return there;
}

/* "bench LINE" with {cores}, {2cores} and {matrix} substituted, for words_split. Allocated. */
static char *filled(const struct report_job *job, const char *line)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fputs("bench ", f);
    while (*line)
        if (skip(&line, "{cores}"))
            fprintf(f, "%d", job->pool.cores);
        else if (skip(&line, "{2cores}"))
            fprintf(f, "%d", 2 * job->pool.cores);
        else if (skip(&line, "{matrix}"))
            for (const char *c = job->name; *c; c++)
                fprintf(f, "\\%c", *c);
        else
            fputc(*line++, f);
    fclose(f);
    return text;
}

static bool parse(const struct report_job *job, const char *line, struct words *words, struct options *o, struct err *e)
{
    char *text = filled(job, line);
    bool ok = text ? words_split(text, words, e) && options_parse(words->word, words->count, PROMPT, o, e)
                   : err_nomem(e, "a bench", strlen(line));
    free(text);
    return ok;
}

/* The options of a bench, overridden by those of --quick or of the command itself. */
static void change(struct options *o, const struct options *by)
{
    for (int i = 0; i < OPT_COUNT; i++)
        o->value[i] = by->value[i] ? by->value[i] : o->value[i];
    if (by->sets > 0) {
        memcpy(o->set, by->set, sizeof by->set);
        o->sets = by->sets;
    }
}

static bool can_run(const struct report_job *job, const char *names)
{
    bool any = false;
    const json_t *k;
    JSON_EACH(k, job->lines->kernels)
        any |= !json_is_false(json_object_get(k, "ready")) && fnmatch(names, take_string(k, "name"), 0) == 0;
    return any;
}

/* Keeps the listed kernels that this engine has and can run. False: none. */
static bool keep_kernels(struct report_job *job, struct prepared_run *r)
{
    const char *list = r->options.value[OPT_KERNEL];
    char gpu[400] = "", unknown[400] = "";
    for (char one[100]; list && text_item(&list, one, sizeof one);)
        if (can_run(job, one))
            text_join(r->kernels, sizeof r->kernels, ",", "%s", one);
        else if (strncmp(one, "gpu.", 4) == 0 || strncmp(one, "peer.cu", 7) == 0)
            text_join(gpu, sizeof gpu, ", ", "%s", one);
        else
            text_join(unknown, sizeof unknown, ", ", "%s", one);
    if (*gpu)
        report_leave(job, "%s: no GPU here", gpu);
    if (*unknown)
        report_leave(job, "%s: not among the kernels here", unknown);
    if (*r->kernels)
        r->options.value[OPT_KERNEL] = r->kernels;
    return *r->kernels || !r->options.value[OPT_KERNEL];
}

static bool prepare(struct report_job *job, const struct report_run *from, struct prepared_run *r, struct err *e)
{
    if (!parse(job, from->line, &r->words, &r->options, e))
        return err_prefix(e, "run %.60s", from->line);
    if (job->quick && !parse(job, from->quick, &r->quick, &r->changed, e))
        return err_prefix(e, "quick %.60s", from->quick);
    const struct options *words = job->quick && r->changed.words > 0 ? &r->changed : &r->options;
    if (job->quick) {
        change(&r->options, &r->changed);
        if (!r->options.value[OPT_SAMPLES])
            r->options.value[OPT_SAMPLES] = "6";
    }
    change(&r->options, job->options);
    if (!keep_kernels(job, r))
        return true; /* without matrices */
    if (!matrix_words_take(&r->matrices, words->word, words->words, lines_absent(job->lines, job->options), e))
        return false;
    if (*r->matrices.why)
        report_leave(job, "%s", r->matrices.why);
    return bench_check(job->lines, &r->options, e) && bench_line(&r->options, r->line, sizeof r->line, e);
}

static int64_t known_nnz(const char *spec)
{
    struct catalog_entry entry;
    char name[160];
    snprintf(name, sizeof name, "%s", strncmp(spec, "gen:twin:", 9) == 0 ? spec + 9 : spec);
    name[strcspn(name, ":")] = 0;
    return catalog_find(name, &entry, NULL) ? entry.nnz : 0;
}

/* Adds a matrix to the plan, unless it is there or too large for --quick. */
static bool add_matrix(struct report_job *job, struct report_plan *p, const char *spec, struct err *e)
{
    const int64_t nnz = known_nnz(spec);
    if (job->quick && nnz > QUICK_NNZ) {
        report_leave(job, "--quick leaves out %s: %lld nonzeros", spec, (long long)nnz);
        return true;
    }
    int at = p->matrices;
    for (int i = 0; i < p->matrices; i++)
        if (strcmp(p->matrix[i].spec, spec) == 0)
            return true;
    if (!array_grow(&p->matrix, at, sizeof *p->matrix))
        return err_nomem(e, "the plan", sizeof *p->matrix);
    for (; at > 0 && p->matrix[at - 1].nnz > nnz; at--)
        p->matrix[at] = p->matrix[at - 1];
    p->matrix[at] = (struct report_matrix){ spec, nnz };
    p->matrices++;
    return true;
}

static bool make_plan(struct report_job *job, struct report_plan *p, struct err *e)
{
    for (int i = 0; i < job->report->runs; i++) {
        struct prepared_run *r = &p->run[p->runs++];
        if (!prepare(job, &job->report->run[i], r, e))
            return false;
        for (int j = 0; j < r->matrices.count; j++)
            if (!add_matrix(job, p, r->matrices.spec[j], e))
                return false;
    }
    return true;
}

static void free_plan(struct report_plan *p)
{
    for (int i = 0; i < p->runs; i++) {
        options_free(&p->run[i].options);
        options_free(&p->run[i].changed);
        words_free(&p->run[i].words);
        words_free(&p->run[i].quick);
        matrix_words_free(&p->run[i].matrices);
    }
    free(p->matrix);
}

/* ---- measuring ---- */

static void take_measurement(void *arg, const json_t *event)
{
    struct report_job *job = arg;
    const enum err_code code = measure_named_code(take_string(event, "status"));
    if (code != ERR_NONE && code != ERR_CANCELLED)
        report_leave(job, "%s on %s: %s", take_string(event, "kernel"), take_string(event, "matrix"),
                     take_string(event, "text"));
    if (json_object_get(event, "unasked"))
        return;
    if (code != ERR_CANCELLED)
        json_array_append_new(job->pool.pair, json_pack("[O,O?]", event, job->matrix));
    if (rows_writes(job->rows) && !rows_put(job->rows, event))
        client_send(job->lines->client, "stop");
}

/* "S1, matrix 3 of 21, cora: run 2 of 12, cpu.csr.omp"; with one matrix, which of its benches. */
static void show_progress(const struct report_job *job, const json_t *run)
{
    int nth = 0, runs = 0;
    const char *kernel = take_string(run, "kernel"), *matrix = take_string(job->lines->matrix, "name");
    model_run_count(run, &nth, &runs);
    if (job->one)
        lines_progress(job->lines, "%.24s, bench %d of %d: run %d of %d, %.24s", matrix, job->bench, job->benches, nth,
                       runs, kernel);
    else
        lines_progress(job->lines, "%.12s, matrix %d of %d, %.16s: run %d of %d, %.24s", job->name, job->done + 1,
                       job->steps, matrix, nth, runs, kernel);
}

static void on_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct report_job *job = arg;
    if (strcmp(take_string(event, "ev"), "run") == 0)
        show_progress(job, event);
    late_take(&job->late, event, take_measurement, job);
}

static bool names(const struct prepared_run *r, const char *spec)
{
    for (int i = 0; i < r->matrices.count; i++)
        if (strcmp(r->matrices.spec[i], spec) == 0)
            return true;
    return false;
}

/* Whether run `at` applies to this matrix, and no earlier run requests the same. */
static bool is_asked(const struct report_plan *p, int at, const char *spec)
{
    bool asked = names(&p->run[at], spec);
    for (int i = 0; i < at && asked; i++)
        asked = !names(&p->run[i], spec) || strcmp(p->run[i].line, p->run[at].line) != 0;
    return asked;
}

/* The kept record of a bench of this matrix, if all of them are kept: the matrix need not be opened, unless it is the
   only one, of which there are pictures, too. */
static const json_t *all_kept(const struct report_job *job, const struct report_plan *p, const char *spec)
{
    const json_t *kept = NULL;
    for (int i = 0; i < p->runs && p->matrices > 1; i++)
        if (is_asked(p, i, spec) && !(kept = report_kept(job, spec, p->run[i].line)))
            return NULL;
    return kept;
}

/* Opens the matrix, unless kept records do. */
static enum err_code open_matrix(struct report_job *job, const struct report_plan *p, const char *spec)
{
    struct err e = { 0 };
    const json_t *kept = all_kept(job, p, spec);
    const bool ok = kept || lines_open(job->lines, spec, &e);
    const bool named = strncmp(e.text, spec, strlen(spec)) == 0;
    if (!ok && e.code != ERR_CANCELLED)
        report_leave(job, "%s%s%s", named ? "" : spec, named ? "" : ": ", e.text);
    job->matrix = kept ? json_object_get(kept, "opened") : job->lines->matrix;
    if (!kept)
        report_stamp(job->matrix, job->stamp);
    if (ok)
        json_array_append(job->measured, (json_t *)job->matrix);
    return e.code;
}

/* Runs a bench, or uses its kept record. */
static enum err_code run_bench(struct report_job *job, const char *line, const char *spec)
{
    const json_t *kept = report_kept(job, spec, line), *m;
    const size_t from = json_array_size(job->pool.pair);
    struct err e = { 0 };
    if (kept) {
        JSON_EACH(m, json_object_get(kept, "measured"))
            take_measurement(job, m);
        return ERR_NONE;
    }
    lines_ask(job->lines, line, on_event, job, &e);
    late_end(&job->late, take_measurement, job);
    if (e.code == ERR_ENGINE)
        report_leave(job, "%s: %s", spec, e.text);
    /* an unsupported problem, or lack of memory, is in the kernel's row */
    if (e.code == ERR_CANCELLED || job->lines->gone || job->lines->killed)
        return e.code;
    if (e.code != ERR_ENGINE)
        report_keep(job, spec, line, from);
    return ERR_NONE;
}

/* False: nothing more can be measured. */
static bool measure_matrix(struct report_job *job, const struct report_plan *p, const char *spec)
{
    enum err_code status = open_matrix(job, p, spec);
    for (int i = 0; i < p->runs && status == ERR_NONE; i++) {
        job->bench = i + 1;
        if (is_asked(p, i, spec))
            status = run_bench(job, p->run[i].line, spec);
    }
    if (job->lines->gone || job->lines->killed || !rows_writes(job->rows) || status == ERR_CANCELLED) {
        snprintf(job->stopped, sizeof job->stopped, "%s after %d of %d matri%s",
                 job->lines->gone ? "The engine was lost" : "Interrupted", job->done, job->steps,
                 job->steps == 1 ? "x" : "ces");
        return false;
    }
    job->done++;
    return true;
}

/* Whether the kernel has a measurement, or a reason to have none. */
static bool is_told(const struct report_job *job, const char *kernel)
{
    const json_t *text;
    bool told = false;
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++)
        told |= strcmp(take_string(pool_run(&job->pool, i), "kernel"), kernel) == 0;
    JSON_EACH(text, job->left)
        told |= text_has(json_string_value(text), kernel, (int)strlen(kernel));
    return told;
}

/* Names the kernels that were left out without a reason of their own. */
static void leave_others(struct report_job *job)
{
    char names[500] = "";
    const json_t *k;
    JSON_EACH(k, job->lines->kernels)
        if (strcmp(take_string(k, "op"), "mul") == 0 && !json_is_false(json_object_get(k, "ready")) &&
            !is_told(job, take_string(k, "name")))
            text_join(names, sizeof names, ", ", "%s", take_string(k, "name"));
    if (*names)
        report_leave(job, "%s: %s", names,
                     job->options->value[OPT_KERNEL] ? "not among those of --kernel"
                     : job->quick                    ? "left out by --quick; --kernel runs them"
                                                     : "not for this matrix; --kernel with the name in full says why");
}

bool report_measure(struct report_job *job, struct err *e)
{
    struct report_plan *p = calloc(1, sizeof *p);
    const json_t *cpu = json_array_get(job->lines->devices, 0);
    take_int(cpu, "threads", &job->pool.cores);
    take_int(cpu, "cores", &job->pool.cores);
    job->pool.cores = job->pool.cores > 0 ? job->pool.cores : 1;
    job->begin_ms = clock_ms();
    bool ok = p ? make_plan(job, p, e) : err_nomem(e, "the plan", sizeof *p);
    job->steps = ok ? p->matrices : 0;
    job->benches = job->report->runs;
    for (int i = 0; ok && i < p->matrices; i++)
        if (job->quick && clock_ms() - job->begin_ms > QUICK_MS)
            report_leave(job, "--quick has no time left for %s", p->matrix[i].spec);
        else if (!measure_matrix(job, p, p->matrix[i].spec))
            break;
    if (ok && job->one && !*job->stopped && json_array_size(job->pool.pair) > 0)
        leave_others(job);
    if (*job->report->published)
        beside_base(&job->pool);
    if (p)
        free_plan(p);
    free(p);
    return ok;
}
