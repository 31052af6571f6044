/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_text: opens a text file for reading. */
#include "core/base/file_text.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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
