/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file_text.h"

#include <fcntl.h>
#include <sys/stat.h>

FILE *file_text_open(const char *path)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *f = fd >= 0 && fcntl(fd, F_SETFL, O_RDONLY) == 0 ? fdopen(fd, "r") : NULL;
    const int why = errno;
    if (!f && fd >= 0)
        close(fd);
    errno = why;
    return f;
}

bool file_text_is_file(const char *path, const char *what, struct err *e)
{
    struct stat st;
    return stat(path, &st) != 0 || !(S_ISFIFO(st.st_mode) || S_ISCHR(st.st_mode)) ||
           err_set(e, ERR_INPUT, "%.300s is a pipe or a device: %s is a file", path, what);
}

FILE *file_text_open_file(const char *path, const char *what, struct err *e)
{
    if (!file_text_is_file(path, what, e))
        return NULL;
    FILE *f = file_text_open(path);
    if (!f)
        err_set(e, ERR_INPUT, "cannot read %.300s: %s", path, err_reason(errno));
    return f;
}

bool file_text_line(FILE *f, char line[FILE_TEXT_LINE], struct err *e)
{
    size_t n = 0;
    int c;
    while ((c = getc(f)) != EOF && c != '\n') {
        if (n == FILE_TEXT_LINE - 1)
            return err_set(e, ERR_INPUT, "a line of more than %d bytes", FILE_TEXT_LINE - 1);
        if (c == 0)
            return err_set(e, ERR_INPUT, "a line with NUL bytes");
        line[n++] = (char)c;
    }
    if (ferror(f))
        return err_set(e, ERR_INPUT, "cannot be read: %s", err_reason(errno));
    const bool more = c != EOF || n > 0;
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
        n--;
    line[n] = 0;
    const size_t mark = text_bom(line, n);
    memmove(line, line + mark, n + 1 - mark);
    return more;
}
