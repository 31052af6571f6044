/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_files: the files beside the page of a report: pictures, and the data of each. */
#include "core/base/file_save.h"
#include "tui/report/report_job.h"

bool report_save(const struct report_job *job, const char *name, const char *text, struct err *e)
{
    char path[REPORT_PATH];
    snprintf(path, sizeof path, "%.2000s/%.200s", job->folder, name);
    return file_save_text(path, text, e);
}

bool report_data_begin(struct report_job *job, struct err *e)
{
    job->data = open_memstream(&job->tsv, &job->tsv_bytes);
    return job->data || err_nomem(e, "a table", 1 << 16);
}

void report_data_end(struct report_job *job)
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
    const bool ok = report_save(job, name, job->tsv, e);
    report_data_end(job);
    return report_data_begin(job, e) && ok;
}

bool report_picture(struct report_job *job, const char *stem, const char *title, char *svg, struct err *e)
{
    char name[120];
    snprintf(name, sizeof name, "%.100s.svg", stem);
    fprintf(job->page, "![%s](%s)\n\n", title, name);
    const bool ok = report_save(job, name, svg, e);
    free(svg);
    return ok && report_data(job, stem, e);
}
