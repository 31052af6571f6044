/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/inbox.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "core/base/base64.h"
#include "core/base/file_save.h"
#include "core/base/hash.h"
#include "core/base/scrub.h"
#include "core/base/user_path.h"

#define PREFIX "nzscope-inbox-"
#define RANDOM "XXXXXX"
enum { NAME_BYTES = 200 };

/* ---- the folder ---- */

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    return remove(path);
}

static void remove_folder(const char *path)
{
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* A killed engine leaves its folder behind, unlocked. */
static void remove_stale(void)
{
    char path[4096];
    DIR *all = opendir(user_path_temporary());
    for (struct dirent *d; all && (d = readdir(all));) {
        struct stat st;
        if (strncmp(d->d_name, PREFIX, strlen(PREFIX)) != 0 || strlen(d->d_name) != strlen(PREFIX RANDOM) ||
            snprintf(path, sizeof path, "%s/%s", user_path_temporary(), d->d_name) >= (int)sizeof path)
            continue;
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0)
            continue;
        if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
            remove_folder(path);
        close(fd);
    }
    if (all)
        closedir(all);
}

void inbox_begin(struct inbox *b)
{
    *b = (struct inbox){ .held = -1, .fd = -1 };
    remove_stale();
    pthread_mutex_init(&b->lock, NULL);
}

/* A starting engine may remove the folder before we lock it. */
static bool make_folder(struct inbox *b, struct err *e)
{
    struct stat st;
    bool gone = !b->folder[0];
    while (gone) {
        snprintf(b->folder, sizeof b->folder, "%s/" PREFIX RANDOM, user_path_temporary());
        if (!mkdtemp(b->folder)) {
            err_set(e, ERR_INPUT, "no place for received files: %.200s: %s", b->folder, err_reason(errno));
            b->folder[0] = 0;
            return false;
        }
        b->held = open(b->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        gone = b->held >= 0 && flock(b->held, LOCK_EX) == 0 && fstat(b->held, &st) == 0 && st.st_nlink == 0;
        if (gone)
            close(b->held);
    }
    return true;
}

void inbox_end(struct inbox *b)
{
    pthread_mutex_lock(&b->lock);
    b->closed = true;
    if (b->folder[0])
        remove_folder(b->folder);
    if (b->held >= 0)
        close(b->held);
    b->held = -1;
    b->folder[0] = 0;
    pthread_mutex_unlock(&b->lock);
}

/* ---- a file ---- */

static void drop(struct inbox *b)
{
    if (b->fd < 0)
        return;
    close(b->fd);
    unlink(b->path);
    b->fd = -1;
}

static bool no_room(struct inbox *b, struct err *e)
{
    char bytes[TEXT_SIZE];
    const int why = errno;
    drop(b);
    text_bytes(bytes, b->size);
    return err_set(e, ERR_INPUT, "%s do not fit in %.200s: %s (TMPDIR there names another folder)", bytes,
                   user_path_temporary(), err_reason(why));
}

/* Each file gets its own folder and keeps its name, which shows its format. */
static bool begin_file(struct inbox *b, const char *name, uint64_t size, struct err *e)
{
    char folder[4200];
    drop(b);
    if (!make_folder(b, e))
        return false;
    snprintf(folder, sizeof folder, "%s/%d", b->folder, ++b->files);
    if (snprintf(b->path, sizeof b->path, "%s/%s", folder, name) >= (int)sizeof b->path || mkdir(folder, 0700) != 0)
        return err_set(e, ERR_INPUT, "%.200s cannot be made: %s", folder, err_reason(errno));
    b->fd = open(b->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (b->fd < 0)
        return err_set(e, ERR_INPUT, "%.200s cannot be made: %s", b->path, err_reason(errno));
    b->size = size;
    b->used = 0;
    b->sum = HASH_FNV1A;
    if (size > 0 && fallocate(b->fd, 0, 0, (off_t)size) != 0 && errno != EOPNOTSUPP)
        return no_room(b, e);
    return true;
}

/* Its local name, with odd bytes as %XX so that events can carry it. False: unusable. */
static bool name_of(const char *path, char name[NAME_BYTES])
{
    scrub_path(basename(path), name, NAME_BYTES);
    return *name && *name != '.' && strlen(name) < NAME_BYTES - 4; /* longer ones may be cut */
}

static void send_file(const struct session *s, const char *path, uint64_t bytes, bool here)
{
    event_send(s->events, EVENT("file", s->cmd, FIELD("path", path), FIELD("bytes", bytes), FLAG("here", here)));
}

bool do_put(struct session *s, const struct command *c, struct err *e)
{
    struct inbox *b = s->inbox;
    const char *path = c->word[0];
    struct stat st;
    char shown[256], name[NAME_BYTES];
    int64_t size;
    if (!command_number(c, "size", 0, INT64_MAX, -1, &size, e))
        return false;
    if (stat(path, &st) == 0) {
        send_file(s, path, (uint64_t)st.st_size, true);
        return true;
    }
    if (!name_of(path, name))
        return err_set(e, ERR_INPUT, "%s is not a valid name for a file to send",
                       scrub_path(path, shown, sizeof shown));
    if (size < 0)
        return err_set(e, ERR_INPUT, "%s is not here", scrub_path(path, shown, sizeof shown));
    pthread_mutex_lock(&b->lock);
    bool ok = b->closed ? err_set(e, ERR_CANCELLED, "cancelled") : begin_file(b, name, (uint64_t)size, e);
    pthread_mutex_unlock(&b->lock);
    if (ok)
        send_file(s, b->path, (uint64_t)size, false);
    return ok;
}

bool do_piece(struct session *s, const struct command *c, struct err *e)
{
    struct inbox *b = s->inbox;
    char *bytes = c->word[0];
    size_t n;
    if (b->fd < 0)
        return err_set(e, ERR_USAGE, "no file is being sent (put)");
    if (!base64_decode(bytes, &n) || n > b->size - b->used) {
        drop(b);
        return err_set(e, ERR_USAGE, "this is not a piece of that file");
    }
    b->sum = hash_fnv1a(b->sum, bytes, n);
    if (!file_write_whole(b->fd, bytes, n))
        return no_room(b, e);
    b->used += n;
    return true;
}

bool do_seal(struct session *s, const struct command *c, struct err *e)
{
    struct inbox *b = s->inbox;
    char sum[24];
    if (b->fd < 0)
        return err_set(e, ERR_USAGE, "no file is being sent (put)");
    snprintf(sum, sizeof sum, "%016" PRIx64, b->sum);
    if (b->used != b->size || strcmp(sum, command_value(c, "sum")) != 0) {
        drop(b);
        return err_set(e, ERR_INPUT, "the file changed in transit: %" PRIu64 " of %" PRIu64 " bytes came", b->used,
                       b->size);
    }
    close(b->fd);
    b->fd = -1;
    return true;
}
