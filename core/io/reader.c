/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/reader.h"

#include <fcntl.h>

#include "core/base/scrub.h"
#include "core/io/gunzip.h"

static const struct reader *const readers[] = {
#define READER(name, what) &reader_##name,
#include "core/base/readers.list"
};

enum { READERS = COUNT(readers) };

/* The first bytes of a file, unpacked; 0: it cannot be read. */
static size_t head_of(const char *path, char head[READER_HEAD])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    ssize_t n = fd >= 0 ? pread(fd, head, READER_HEAD, 0) : 0;
    size_t got = n > 0 ? (size_t)n : 0;

    if (got > 2 && memcmp(head, "\x1F\x8B", 2) == 0) {
        struct gunzip *g = gunzip_open(fd, true, (uint64_t)lseek(fd, 0, SEEK_END), NULL);
        if (!g || (!gunzip_read(g, head, READER_HEAD, &got, NULL) && got == 0))
            got = 0;
        gunzip_close(g);
    }
    if (fd >= 0)
        close(fd);
    const size_t mark = text_bom(head, got);
    memmove(head, head + mark, got -= mark);
    return got;
}

const struct reader *reader_of(const char *path)
{
    char head[READER_HEAD];
    size_t n = head_of(path, head);
    const struct reader *rest = NULL;

    for (int i = 0; i < READERS; i++)
        if (!readers[i]->probe)
            rest = readers[i];
        else if (readers[i]->probe(head, n))
            return readers[i];
    return rest;
}

/* Integers from 2^53 on: f64 holds only some of them. */
static int64_t count_large(const struct csr *a)
{
    const double *val = a->val;
    int64_t large = 0;
    for (int64_t p = 0; p < a->nnz; p++)
        large += fabs(val[p]) >= 0x1p53;
    return large;
}

bool reader_use(const struct reader *r, const char *path, uint64_t limit, const struct progress *p, struct matrix *a,
                struct err *e)
{
    char name[256];
    struct err here = { 0 };

    *a = (struct matrix){ 0 };
    if (r->read(path, limit, p, a, &here)) {
        a->rounded = a->field == FIELD_INTEGER ? count_large(&a->csr) : 0;
        return true;
    }
    matrix_free(a);
    const size_t n = strlen(scrub_path(path, name, sizeof name));
    const bool named = strncmp(here.text, name, n) == 0 && here.text[n] == ':'; /* a file may be named "is" */
    if (here.code != ERR_CANCELLED && !named)
        err_prefix(&here, "%s", name);
    if (e)
        *e = here;
    return false;
}

bool reader_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    return reader_use(reader_of(path), path, limit, p, a, e);
}
