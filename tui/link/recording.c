/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recording: writes events with their times. */
#include "tui/link/tape.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/clock.h"
#include "core/base/file_save.h"

struct recording {
    FILE *file;
    char path[512];
    double start;
    int failed; /* errno of the first failed write; 0: none */
};

static FILE *create_file(const char *path, struct err *e)
{
    int fd = file_open_output(path, O_CREAT | O_TRUNC);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) {
        err_set(e, ERR_INPUT, "cannot write the recording %.300s: %s", path, err_reason(errno));
        if (fd >= 0)
            close(fd);
    }
    return f;
}

/* Whether a recording may begin there without loss: no file, or an empty one. */
static bool may_record(const char *path)
{
    struct stat st;
    return stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0;
}

struct recording *recording_begin(const char *path, bool force, struct err *e)
{
    struct recording *r = NULL;
    if (!force && !may_record(path))
        err_set(e, ERR_USAGE, "%.300s is there already; name another file, or give --force", path);
    else if (!(r = calloc(1, sizeof *r)))
        err_nomem(e, "a recording", sizeof *r);
    if (!r || !(r->file = create_file(path, e))) {
        free(r);
        return NULL;
    }
    snprintf(r->path, sizeof r->path, "%s", path);
    r->start = clock_s();
    return r;
}

void recording_add(struct recording *r, const json_t *event)
{
    char *text = r ? json_dumps(event, JSON_COMPACT) : NULL;
    /* Every event is an object with at least "ev", so a comma may follow the time. */
    if (r && (!text || fprintf(r->file, "{\"t\":%.6f,%s\n", clock_s() - r->start, text + 1) < 0))
        r->failed = text ? errno : ENOMEM;
    free(text);
}

void recording_flush(struct recording *r)
{
    if (r && fflush(r->file))
        r->failed = errno;
}

bool recording_end(struct recording *r, struct err *e)
{
    if (!r)
        return true;
    int failed = r->failed;
    if (fclose(r->file) != 0 && !failed)
        failed = errno;
    if (failed)
        err_set(e, ERR_INPUT, "the recording %.300s is not complete: it could not be written: %s", r->path,
                err_reason(failed));
    free(r);
    return !failed;
}
