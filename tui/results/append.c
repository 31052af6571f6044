/* SPDX-License-Identifier: GPL-3.0-or-later */
/* append: whole rows at the end of a table that several programs may write at once. */
#include "tui/results/rows.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

#include "core/base/file_save.h"
#include "core/base/file_text.h"

/* Writing a row takes an instant: a process that holds the lock for longer was stopped, and may hold it forever. Pipes
   and some network file systems have no lock: there O_APPEND must do. */
static bool lock(int fd, struct err *e)
{
    enum { WAIT_S = 3, STEPS_A_SECOND = 50 };
    for (int step = 0; flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; step++) {
        if (step == WAIT_S * STEPS_A_SECOND)
            return err_set(e, ERR_INPUT, "another program has had the table locked for %d s", WAIT_S);
        nanosleep(&(struct timespec){ .tv_nsec = 1000000000 / STEPS_A_SECOND }, NULL);
    }
    return true;
}

/* With the lock held: writes all of it or, in a file, nothing, since half a row is worse than none. */
static bool write_whole(int fd, const char *text, size_t length)
{
    struct stat st;
    const bool file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (file_write_whole(fd, text, length))
        return true;
    const int why = errno;
    if (file && ftruncate(fd, st.st_size) != 0)
        errno = why;
    return false;
}

/* Reads the first line of the table, and whether its last line is complete. */
static bool look(struct append *a, const char *path)
{
    FILE *f = file_text_open(path);
    bool ok = f && fgets(a->first, sizeof a->first, f) && fseek(f, -1, SEEK_END) == 0;
    a->whole = ok && fgetc(f) == '\n';
    a->first[strcspn(a->first, "\r\n")] = 0;
    if (f)
        fclose(f);
    return ok;
}

/* With the lock held: reads the table, or writes the header. */
static bool begin(struct append *a, const char *path, const char *header, struct err *e)
{
    struct stat st;
    bool ok = fstat(a->fd, &st) == 0;
    if (ok && S_ISREG(st.st_mode) && st.st_size > 0) {
        ok = look(a, path);
    } else if (ok) {
        snprintf(a->first, sizeof a->first, "%.*s", (int)strcspn(header, "\n"), header);
        a->whole = ok = write_whole(a->fd, header, strlen(header));
    }
    return ok || err_set(e, ERR_INPUT, "cannot append to %.300s: %s", path, err_reason(errno));
}

bool append_open(struct append *a, const char *path, const char *header, struct err *e)
{
    a->fd = file_open_output(path, O_APPEND | O_CREAT);
    if (a->fd < 0)
        return err_set(e, ERR_INPUT, "cannot append to %.300s: %s", path, err_reason(errno));
    bool ok = lock(a->fd, e) ? begin(a, path, header, e) : err_prefix(e, "cannot append to %.300s", path);
    flock(a->fd, LOCK_UN);
    if (!ok)
        append_close(a);
    return ok;
}

bool append_put(struct append *a, const char *rows, size_t length, struct err *e)
{
    if (!lock(a->fd, e))
        return err_prefix(e, "cannot append a row");
    const bool ok = write_whole(a->fd, rows, length);
    const int why = errno;
    flock(a->fd, LOCK_UN);
    return ok || err_set(e, ERR_INPUT, "cannot append a row: %s", err_reason(why));
}

void append_close(struct append *a)
{
    if (a->fd >= 0)
        close(a->fd);
    a->fd = -1;
}
