/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file_save.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "core/base/scrub.h"

/* The temporary file of PATH is PATH.tmp-XXXXXX, where mkostemp(3) replaces each X. */
#define MARK ".tmp-"
#define RANDOM "XXXXXX"

static bool fail(struct err *e, const char *path, const char *what)
{
    int reason = errno;
    char shown[300];
    const char *name = strcmp(path, "-") == 0 ? "the standard output" : scrub_path(path, shown, sizeof shown);

    return err_set(e, ERR_INPUT, "%s: %s: %s", name, what, err_reason(reason));
}

void file_save_abort(struct file_save *s)
{
    /* descriptor 0: a zeroed struct that has opened nothing */
    if (s->fd > 0 && s->fd != STDOUT_FILENO)
        close(s->fd);
    if (s->temporary)
        unlink(s->temporary);
    free(s->temporary);
    free(s->path);
    *s = (struct file_save){ 0 };
}

int file_open_output(const char *path, int flags)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags, 0666);

    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK); /* only opening must not wait */
    return fd;
}

/* Follows symbolic links, so that the rename replaces the file and not the link. */
static char *follow(const char *path)
{
    char *real = realpath(path, NULL);

    return real ? real : strdup(path);
}

/* The mode of the file replaced, else that of a new one. */
static mode_t mode_for(const char *path)
{
    struct stat st;

    if (stat(path, &st) == 0)
        return st.st_mode & 0777;
    FILE *f = fopen("/proc/self/status", "re");
    char line[128];
    unsigned mask = 077;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Umask: %o", &mask) == 1)
            break;
    if (f)
        fclose(f);
    return 0666 & ~(mode_t)mask;
}

/* A writer holds a lock on its temporary file: a free lock means that the writer is gone. */
static void remove_stale(int folder, const char *name)
{
    struct stat st;
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(fd);
}

/* Removes the temporary files that killed writers of this file left behind. */
static void remove_leftovers(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strlen(name);
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    DIR *d = folder ? opendir(folder) : NULL;

    for (struct dirent *x; d && (x = readdir(d));)
        if (strncmp(x->d_name, name, n) == 0 && strncmp(x->d_name + n, MARK, strlen(MARK)) == 0 &&
            strlen(x->d_name + n) == strlen(MARK RANDOM))
            remove_stale(dirfd(d), x->d_name);
    if (d)
        closedir(d);
    free(folder);
}

/* Makes and locks the temporary file; again if another process removed it before it was locked. */
static bool open_temporary(struct file_save *s, struct err *e)
{
    const size_t size = strlen(s->path) + sizeof MARK RANDOM;
    struct stat st;

    remove_leftovers(s->path);
    s->temporary = malloc(size);
    if (!s->temporary)
        return err_nomem(e, "a file name", size);
    do {
        if (s->fd >= 0)
            close(s->fd);
        snprintf(s->temporary, size, "%s" MARK RANDOM, s->path);
        s->fd = mkostemp(s->temporary, O_CLOEXEC);
        if (s->fd < 0) {
            fail(e, s->path, "cannot be created");
            free(s->temporary);
            s->temporary = NULL;
            return false;
        }
        flock(s->fd, LOCK_EX); /* may fail on a file system without locks; remove_stale fails there, too */
    } while (fstat(s->fd, &st) == 0 && st.st_nlink == 0);
    return fchmod(s->fd, mode_for(s->path)) == 0 || fail(e, s->path, "cannot be created");
}

/* Refuses a folder, a write-protected file, and a symbolic link that the kernel refuses to follow. */
static bool may_write(const char *path, bool folder, struct err *e)
{
    if (!folder && (access(path, W_OK) == 0 || errno == ENOENT))
        return true;
    if (folder)
        errno = EISDIR;
    return fail(e, path, "cannot be written");
}

bool file_save_open(struct file_save *s, const char *path, struct err *e)
{
    struct stat st;
    const bool to_stdout = strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
    const bool there = !to_stdout && stat(path, &st) == 0;
    const bool direct = to_stdout || (there && !S_ISREG(st.st_mode));

    *s = (struct file_save){ .fd = -1, .direct = direct, .path = to_stdout ? strdup("-") : follow(path) };
    bool ok = s->path || err_nomem(e, "a file name", strlen(path));
    ok = ok && (to_stdout || may_write(path, there && S_ISDIR(st.st_mode), e)) && (direct || open_temporary(s, e));
    if (ok && direct) {
        s->fd = to_stdout ? STDOUT_FILENO : file_open_output(path, 0);
        ok = s->fd >= 0 || fail(e, path, "cannot be written");
    }
    if (!ok)
        file_save_abort(s);
    return ok;
}

bool file_write_whole(int fd, const void *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        const ssize_t k = write(fd, (const char *)bytes + done, n - done);
        if (k < 0 && errno != EINTR)
            return false;
        done += k > 0 ? (size_t)k : 0;
    }
    return true;
}

bool file_save_put(struct file_save *s, const void *bytes, size_t n, struct err *e)
{
    return file_write_whole(s->fd, bytes, n) || fail(e, s->path, "cannot be written");
}

/* Closes the temporary file and renames it to its target. */
static bool put_in_place(struct file_save *s, struct err *e)
{
    const bool synced = fsync(s->fd) == 0 || fail(e, s->path, "cannot be written");
    const bool closed = close(s->fd) == 0;
    s->fd = -1;
    if (!synced)
        return false;
    if (!closed)
        return fail(e, s->path, "cannot be written");
    if (rename(s->temporary, s->path) != 0)
        return fail(e, s->path, "cannot be put in place");
    free(s->temporary);
    s->temporary = NULL;
    return true;
}

bool file_save_commit(struct file_save *s, struct err *e)
{
    const bool ok = s->direct || put_in_place(s, e);
    file_save_abort(s); /* what is left of it */
    return ok;
}

bool file_save_text(const char *path, const char *text, struct err *e)
{
    struct file_save f = { 0 };
    if (!text)
        return err_nomem(e, path, 1 << 20);
    if (!file_save_open(&f, path, e))
        return false;
    if (file_save_put(&f, text, strlen(text), e))
        return file_save_commit(&f, e);
    file_save_abort(&f);
    return false;
}
