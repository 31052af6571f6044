/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_kept: the measurements of an unfinished report: a file in its folder, one line per bench and matrix, from
   which the same command resumes. An incomplete line is ignored. */
#include <sys/stat.h>

#include "core/base/file_text.h"
#include "tui/link/frame.h"
#include "tui/report/report_job.h"

void report_kept_path(const char *folder, const char *name, char path[REPORT_PATH])
{
    const char *slash = strrchr(name, '/');
    snprintf(path, REPORT_PATH, "%.2000s/%.100s.unfinished", folder, slash ? slash + 1 : name);
}

void report_kept_read(struct report_job *job)
{
    char path[REPORT_PATH], *line = NULL;
    size_t room = 0;
    report_kept_path(job->folder, job->name, path);
    FILE *f = fopen(path, "a"); /* from now on the folder holds an unfinished report */
    if (f)
        fclose(f);
    f = file_text_open(path);
    job->kept = json_array();
    for (ssize_t n; f && (n = getline(&line, &room, f)) > 0;) {
        json_t *one = parse_event(line, (size_t)n, NULL);
        if (one && json_is_object(json_object_get(one, "opened")) && json_is_array(json_object_get(one, "measured")))
            json_array_append(job->kept, one);
        json_decref(one);
    }
    free(line);
    if (f)
        fclose(f);
}

const char *report_stamp(const json_t *matrix, char out[REPORT_STAMP])
{
    const char *source = take_string(matrix, "source");
    struct stat st;
    out[0] = 0;
    if (stat(source + (strncmp(source, "lower:", 6) == 0 ? 6 : 0), &st) == 0)
        snprintf(out, REPORT_STAMP, "%lld %lld.%09ld", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                 st.st_mtim.tv_nsec);
    return out;
}

const json_t *report_kept(const struct report_job *job, const char *spec, const char *line)
{
    char stamp[REPORT_STAMP];
    const json_t *one;
    JSON_EACH(one, job->kept)
        if (strcmp(take_string(one, "spec"), spec) == 0 && strcmp(take_string(one, "line"), line) == 0 &&
            strcmp(take_string(one, "file"), report_stamp(json_object_get(one, "opened"), stamp)) == 0)
            return one;
    return NULL;
}

void report_keep(const struct report_job *job, const char *spec, const char *line, size_t from)
{
    char path[REPORT_PATH];
    json_t *measured = json_array();
    for (size_t i = from; i < json_array_size(job->pool.pair); i++)
        json_array_append(measured, (json_t *)pool_run(&job->pool, i));
    json_t *one = json_pack("{s:s,s:s,s:s,s:s,s:O,s:o}", "ev", "kept", "spec", spec, "line", line, "file", job->stamp,
                            "opened", job->lines->matrix, "measured", measured);
    char *text = one ? json_dumps(one, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;
    report_kept_path(job->folder, job->name, path);
    FILE *f = text ? fopen(path, "a") : NULL;
    if (f) {
        fprintf(f, "\n%s", text); /* starts a new line, in case a kill cut the last one */
        fclose(f);
    }
    free(text);
    json_decref(one);
}

void report_kept_end(const struct report_job *job)
{
    char path[REPORT_PATH];
    report_kept_path(job->folder, job->name, path);
    unlink(path);
}
