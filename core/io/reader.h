/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: a format of matrix files: how to recognize and read it. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/matrix.h"

enum { READER_HEAD = 16 };

struct reader {
    /* Whether a file that begins with these bytes (READER_HEAD, or all of a shorter file; unpacked if gzipped) has this
       format. NULL: the reader for files that no other recognizes. */
    bool (*probe)(const char *head, size_t n);
    /* Reads the file into *a, which is empty, with at most `limit` bytes of memory. A bad file: ERR_INPUT, "what is
       wrong" or "file:line: what is wrong". Sizes over the limit: ERR_MEMORY before anything is allocated. After a
       failure, reader_use frees *a. */
    bool (*read)(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);
};

#define READER(name, what) extern const struct reader reader_##name;
#include "core/base/readers.list"

/* The reader for the contents of the file at `path`. */
const struct reader *reader_of(const char *path);

/* Reads a file of this format, or of any. *e begins with the file's name; on failure nothing is left. */
bool reader_use(const struct reader *, const char *path, uint64_t limit, const struct progress *p, struct matrix *a,
                struct err *e);
bool reader_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);
