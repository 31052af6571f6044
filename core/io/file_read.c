/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/file_read.h"

enum { MOST = 1 << 30 }; /* Linux reads no more than 2 GB at once */

bool file_read(int fd, void *to, size_t n, uint64_t at, size_t *got, struct err *e)
{
    for (*got = 0; *got < n;) {
        ssize_t k = pread(fd, (char *)to + *got, n - *got < MOST ? n - *got : MOST, (off_t)(at + *got));
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return err_set(e, ERR_INPUT, "cannot be read: %s", strerror(errno));
        if (k == 0)
            break;
        *got += (size_t)k;
    }
    return true;
}

bool file_read_all(int fd, void *to, size_t n, uint64_t at, struct err *e)
{
    size_t got;

    return file_read(fd, to, n, at, &got, e) &&
           (got == n || err_set(e, ERR_INPUT, "it ends too early: it was cut off, or is still being written"));
}
