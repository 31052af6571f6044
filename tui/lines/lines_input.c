/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_input: a matrix from the standard input, which the engine, another process, cannot read: it becomes a file. */
#include <fcntl.h>

#include "core/base/file_save.h"
#include "core/base/user_path.h"
#include "tui/lines/lines_parts.h"

static bool make_file(struct lines *l, int *fd, struct err *e)
{
    snprintf(l->input, sizeof l->input, "%s/nzscope-XXXXXX", user_path_temporary());
    if (!mkdtemp(l->input)) {
        err_set(e, ERR_INPUT, "no place for the matrix: %.200s: %s", l->input, err_reason(errno));
        l->input[0] = 0;
        return false;
    }
    strcat(l->input, "/" LINES_INPUT);
    *fd = open(l->input, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return *fd >= 0 || err_set(e, ERR_INPUT, "%.200s: %s", l->input, err_reason(errno));
}

/* Waits for the engine and for signals, too. */
static bool copy_input(struct lines *l, int fd, struct err *e)
{
    char bytes[1 << 16];
    ssize_t n = 1;
    while (n != 0) {
        if (!lines_wait(l, STDIN_FILENO, e))
            return false;
        if (l->killed || l->interrupted)
            return err_set(e, ERR_CANCELLED, "stopped");
        n = l->readable ? read(STDIN_FILENO, bytes, sizeof bytes) : -1;
        if (n < 0 && l->readable && errno != EINTR && errno != EAGAIN)
            return err_set(e, ERR_INPUT, "cannot read the standard input: %s", err_reason(errno));
        if (n > 0 && !file_write_whole(fd, bytes, (size_t)n))
            return err_set(e, ERR_INPUT, "%.200s: %s", l->input, err_reason(errno));
    }
    return true;
}

bool lines_input(struct lines *l, char path[LINES_SPEC], struct err *e)
{
    int fd = -1;
    bool ok = l->input[0] || (make_file(l, &fd, e) && copy_input(l, fd, e));
    if (fd >= 0 && close(fd) != 0 && ok)
        ok = err_set(e, ERR_INPUT, "%.200s: %s", l->input, err_reason(errno));
    snprintf(path, LINES_SPEC, "%s", l->input);
    if (!ok) /* a part of a matrix is none */
        lines_input_remove(l);
    return ok;
}

void lines_input_named(const struct lines *l, struct err *e)
{
    char *at = l->input[0] ? strstr(e->text, l->input) : NULL;
    if (at)
        memmove(at, at + strlen(l->input) - strlen(LINES_INPUT),
                strlen(at) + 1 - strlen(l->input) + strlen(LINES_INPUT));
}

void lines_input_remove(struct lines *l)
{
    char *name = l->input[0] ? strrchr(l->input, '/') : NULL;
    if (!name)
        return;
    unlink(l->input);
    *name = 0;
    rmdir(l->input);
    l->input[0] = 0;
}
