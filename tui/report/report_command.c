/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_command: reruns the experiments of a report, or examines one matrix from all sides, and writes a page with
   figures and tables into a folder. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/matrix/spy.h"
#include "core/measure/measure.h"
#include "tui/lines/lines_command.h"
#include "tui/report/report_job.h"
#include "tui/results/rows.h"

/* Counts the entries of the folder. False: one of its files has another link, which would change, too. */
static bool look_around(DIR *d, const char *path, int *entries, struct err *e)
{
    const struct dirent *entry;
    struct stat st;
    while ((entry = readdir(d))) {
        *entries += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
        if (fstatat(dirfd(d), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(st.st_mode) &&
            (S_ISLNK(st.st_mode) || st.st_nlink > 1))
            return err_set(e, ERR_USAGE, "%.300s/%.100s is a link; report writes into no folder with links", path,
                           entry->d_name);
    }
    return true;
}

/* A folder that is new or empty, or holds the same report unfinished, unless --force is given. */
static bool make_folder(const struct options *o, struct err *e)
{
    const char *path = o->value[OPT_OUT];
    char unfinished[REPORT_PATH];
    struct stat st;
    int entries = 0;
    if (!path || !*path || strlen(path) > 2000)
        return err_set(e, ERR_USAGE, "report wants -o DIR, a folder for the page and its figures");
    if (mkdir(path, 0777) == 0)
        return true;
    DIR *d = errno == EEXIST ? opendir(path) : NULL;
    if (!d)
        return err_set(e, ERR_INPUT, "cannot make the folder %.300s: %s", path, err_reason(errno));
    const bool apart = look_around(d, path, &entries, e);
    closedir(d);
    if (!apart)
        return false;
    report_kept_path(path, o->word[0], unfinished);
    if (o->value[OPT_FORCE])
        unlink(unfinished);
    const bool ours = lstat(unfinished, &st) == 0 && S_ISREG(st.st_mode); /* not a pipe, which could block */
    return entries == 0 || o->value[OPT_FORCE] || ours ||
           err_set(e, ERR_USAGE, "%.300s is not empty; name another folder, or give --force", path);
}

static void on_look(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct report_job *job = arg;
    const char *name = take_string(event, "ev");
    if (strcmp(name, "advice") == 0)
        json_array_append(job->advice, (json_t *)event);
    if (strcmp(name, "spy") != 0)
        return;
    json_decref(job->spy);
    job->spy = json_incref((json_t *)event);
}

/* What a report on a matrix has besides its bench: the picture, and the advice. */
static void look(struct report_job *job)
{
    const struct lines *l = job->lines;
    struct err e = { 0 };
    char line[100];
    double rows = take_double(l->matrix, "rows"), cols = take_double(l->matrix, "cols");
    if (*job->stopped || !l->matrix || rows < 1 || cols < 1)
        return;
    snprintf(line, sizeof line, "spy rows=%d cols=%d", rows < 160 ? (int)rows : 160, cols < 160 ? (int)cols : 160);
    lines_ask(job->lines, line, on_look, job, &e);
    e = (struct err){ 0 };
    if (!lines_ask(job->lines, "advise k=1", on_look, job, &e) && e.code == ERR_CANCELLED)
        snprintf(job->stopped, sizeof job->stopped, "Interrupted before the advice");
}

/* A wrong result outweighs all else; an interrupted report is still written. */
static void judge(const struct report_job *job, struct err *e)
{
    for (size_t i = 0; i < json_array_size(job->pool.pair); i++) {
        const json_t *m = pool_run(&job->pool, i);
        if (measure_named_code(take_string(m, "status")) == ERR_CHECK) {
            err_set(e, ERR_CHECK, "%s on %s: %s", take_string(m, "kernel"), take_string(m, "matrix"),
                    take_string(m, "text"));
            return;
        }
    }
    if (*job->stopped)
        err_set(e, job->lines->gone ? ERR_ENGINE : ERR_CANCELLED,
                "%s; what was measured is in %.300s/report.md, and the same command goes on; it begins an unfinished "
                "matrix again",
                job->stopped, job->folder);
}

static bool write_all(struct report_job *job, struct err *e)
{
    char path[REPORT_PATH];
    snprintf(path, sizeof path, "%.2000s/rows.tsv", job->folder);
    unlink(path);
    if (!(job->rows = rows_open(path, true, ROWS_TSV, e))) {
        unlink(path); /* a full disk has room for its name */
        return false;
    }
    report_kept_read(job);
    bool ok = report_measure(job, e);
    if (ok && job->one)
        look(job);
    const bool whole = rows_close(job->rows, e);
    lines_clear(job->lines);
    const bool none = ok && job->one && json_array_size(job->measured) == 0 && !*job->stopped;
    if (!ok || none) { /* the folder is as empty as before */
        unlink(path);
        if (json_array_size(job->kept) == 0)
            report_kept_end(job);
    }
    if (none)
        return err_set(e, ERR_INPUT, "%s",
                       json_string_value(json_array_get(job->left, json_array_size(job->left) - 1)));
    ok = ok && whole && report_page(job, e);
    if (ok && !*job->stopped)
        report_kept_end(job);
    return ok;
}

/* Kernels, threads and parameters chosen for the page on a matrix: both benches take them, and its curve shows them.
   The experiments of a report are what its claims rest on. */
static bool choose(const struct options *o, struct report *r, bool one, struct err *e)
{
    const bool chosen = o->value[OPT_KERNEL] || o->value[OPT_THREADS] || o->sets > 0;
    if (chosen && !one)
        return err_set(e, ERR_USAGE,
                       "--kernel, --threads and --set are for the report on a matrix: %.300s is a report "
                       "whose experiments are fixed",
                       o->word[0]);
    for (int i = 0; i < r->items && o->value[OPT_KERNEL]; i++)
        for (int j = 0; j < r->item[i].parts; j++)
            if (r->item[i].part[j].kind == PART_curve)
                r->item[i].part[j].rows = "";
    return true;
}

bool lines_report(struct lines *l, const struct options *o, struct err *e)
{
    char path[REPORT_PATH];
    const bool one = !report_find(o->word[0], path, sizeof path);
    struct report *report = report_read(one ? NULL : path, e);
    if (!report || !report_words(report, e) || !choose(o, report, one, e) || !make_folder(o, e) || !lines_ready(l, e)) {
        report_free(report);
        return false;
    }
    struct report_job job = { .lines = l,
                              .options = o,
                              .report = report,
                              .name = o->word[0],
                              .folder = o->value[OPT_OUT],
                              .quick = o->value[OPT_QUICK] != NULL,
                              .one = one };
    job.pool.pair = json_array();
    job.measured = json_array();
    job.left = json_array();
    job.advice = json_array();
    published_load(&job.published, NULL);
    lines_log(l, true);
    if (write_all(&job, e)) {
        judge(&job, e);
        snprintf(path, sizeof path, "%.2000s/report.md", job.folder);
        if (e->code == ERR_NONE)
            lines_wrote(l, path, "");
    }
    lines_log(l, false);
    json_t *const own[] = { job.pool.pair, job.measured, job.kept, job.left, job.advice, job.spy };
    for (size_t i = 0; i < COUNT(own); i++)
        json_decref(own[i]);
    published_free(&job.published);
    report_free(report);
    return e->code == ERR_NONE;
}
