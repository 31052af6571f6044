/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/file_read.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/base/minmax.h"
#include "core/base/nearest.h"
#include "core/base/scrub.h"

enum { MOST = 1 << 30 }; /* Linux reads no more than 2 GB at once */

static bool check_kind(int fd, struct stat *st, struct err *e)
{
    if (fstat(fd, st))
        return err_set(e, ERR_INPUT, "cannot be read: %s", strerror(errno));
    if (S_ISDIR(st->st_mode))
        return err_set(e, ERR_INPUT, "is a folder; name a .mtx file in it");
    if (S_ISFIFO(st->st_mode) || S_ISSOCK(st->st_mode))
        return err_set(e, ERR_INPUT,
                       "is a pipe, and a matrix is read from a file; .mtx.gz and .tar.gz need not be unpacked");
    if (!S_ISREG(st->st_mode))
        return err_set(e, ERR_INPUT, "is a device, not a file");
    return st->st_size > 0 || err_set(e, ERR_INPUT, "is empty");
}

/* The file in that folder that is probably meant, ".gz" left out or not: "...; did you mean bcsstk13.mtx.gz?" */
static void say_absent(const char *path, struct err *e)
{
    const char *file = basename(path);
    char folder[4096], bare[256], meant[256] = "", shown[3 * 256], hint[4 * 256] = "";
    struct nearest near = nearest_to(file);
    near.distance = int_min(near.distance, (int)strcspn(file, ".")); /* b.mtx is not a.mtx */
    snprintf(folder, sizeof folder, "%.*s", file > path ? (int)(file - path) : 2, file > path ? path : "./");
    DIR *d = opendir(folder);
    for (struct dirent *f; d && (f = readdir(d));) {
        snprintf(bare, sizeof bare, "%s", f->d_name);
        if (text_ends_in(bare, ".gz"))
            bare[strlen(bare) - 3] = 0;
        nearest_try(&near, bare);
        if (near.best == bare) {
            snprintf(meant, sizeof meant, "%s", f->d_name);
            near.best = meant;
        }
    }
    if (d)
        closedir(d);
    if (near.best)
        near.best = scrub_path(meant, shown, sizeof shown);
    err_set(e, ERR_INPUT, "cannot be opened: %s%s%s", strerror(ENOENT), near.best ? "; " : "",
            nearest_hint(&near, "", hint, sizeof hint));
}

int file_open(const char *path, uint64_t *size, struct err *e)
{
    struct stat st = { 0 };
    /* O_NONBLOCK: opening a FIFO must not wait for a writer */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0 && errno == ENOENT)
        say_absent(path, e);
    else if (fd < 0)
        err_set(e, ERR_INPUT, "cannot be opened: %s", strerror(errno));
    else if (!check_kind(fd, &st, e)) {
        close(fd);
        fd = -1;
    }
    *size = (uint64_t)st.st_size;
    return fd;
}

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
