/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/unzip.h"

#ifdef HAVE_LIBZIP

#include <zip.h>

#include "core/io/file_read.h"

/* deflate compresses 1032:1 at most. */
enum { DEFLATE_RATIO = 1032 };

struct unzip {
    zip_t *archive;
    zip_file_t *member;
    uint64_t size; /* of the archive */
};

static bool damaged(struct err *e, const char *what)
{
    return err_set(e, ERR_INPUT, "is damaged: %s; save or fetch it again", what);
}

static bool failed(zip_error_t *error, struct err *e)
{
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY)
        return err_nomem(e, "unpacking", 1 << 15);
    if (zip_error_code_zip(error) == ZIP_ER_CRC)
        return damaged(e, "its checksum is wrong");
    return damaged(e, zip_error_strerror(error));
}

struct unzip *unzip_open(const char *path, struct err *e)
{
    struct unzip *z = calloc(1, sizeof *z);
    int code = 0;

    if (!z) {
        err_nomem(e, "unpacking", sizeof *z);
        return NULL;
    }
    const int fd = file_open(path, &z->size, e);
    z->archive = fd >= 0 ? zip_fdopen(fd, 0, &code) : NULL; /* takes fd over */
    if (z->archive)
        return z;
    if (fd >= 0) {
        zip_error_t error;
        close(fd);
        zip_error_init_with_code(&error, code);
        failed(&error, e);
        zip_error_fini(&error);
    }
    free(z);
    return NULL;
}

void unzip_close(struct unzip *z)
{
    if (!z)
        return;
    if (z->member)
        zip_fclose(z->member);
    zip_discard(z->archive);
    free(z);
}

/* The last member of that name, the one that Python reads; an archive may hold older ones. -1: none. */
static zip_int64_t locate(const struct unzip *z, const char *name)
{
    zip_int64_t at = zip_get_num_entries(z->archive, 0);

    while (--at >= 0) {
        const char *own = zip_get_name(z->archive, (zip_uint64_t)at, 0);
        if (own && strcmp(own, name) == 0)
            break;
    }
    return at;
}

bool unzip_has(const struct unzip *z, const char *name)
{
    return locate(z, name) >= 0;
}

static bool check_stat(const struct unzip *z, const zip_stat_t *s, struct err *e)
{
    const zip_uint64_t all = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;

    if ((s->valid & all) != all)
        return damaged(e, "its size is missing");
    if (s->encryption_method != ZIP_EM_NONE)
        return err_set(e, ERR_INPUT, "is encrypted");
    if (s->comp_method != ZIP_CM_STORE && s->comp_method != ZIP_CM_DEFLATE)
        return err_set(e, ERR_INPUT, "is compressed in a way that NumPy does not use");
    uint64_t ratio = s->comp_method == ZIP_CM_STORE ? 1 : DEFLATE_RATIO;
    if (s->comp_size > z->size || s->size / ratio > s->comp_size)
        return damaged(e, "it declares more bytes than the archive can hold");
    return true;
}

bool unzip_begin(struct unzip *z, const char *name, uint64_t *size, struct err *e)
{
    zip_stat_t s;

    const zip_int64_t at = locate(z, name);
    zip_stat_init(&s);
    if (at < 0)
        return err_set(e, ERR_INPUT, "is missing");
    if (zip_stat_index(z->archive, (zip_uint64_t)at, 0, &s) != 0)
        return failed(zip_get_error(z->archive), e);
    if (!check_stat(z, &s, e))
        return false;
    z->member = zip_fopen_index(z->archive, (zip_uint64_t)at, 0);
    *size = s.size;
    return z->member || failed(zip_get_error(z->archive), e);
}

bool unzip_read(struct unzip *z, void *to, size_t n, struct err *e)
{
    for (char *p = to; n > 0;) {
        zip_int64_t got = zip_fread(z->member, p, n);
        if (got < 0)
            return failed(zip_file_get_error(z->member), e);
        if (got == 0)
            return damaged(e, "it ends too early");
        p += got;
        n -= (size_t)got;
    }
    return true;
}

void unzip_leave(struct unzip *z)
{
    zip_fclose(z->member);
    z->member = NULL;
}

/* libzip compares the sum at the end. */
bool unzip_end(struct unzip *z, struct err *e)
{
    char more;
    zip_int64_t got = zip_fread(z->member, &more, 1);
    bool ok =
        got == 0 || (got > 0 ? damaged(e, "it is longer than declared") : failed(zip_file_get_error(z->member), e));

    unzip_leave(z);
    return ok;
}

#endif
