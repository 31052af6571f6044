/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: a format of matrix files: how to recognize it, and how to read it. */
#pragma once

#include "core/base/progress.h"
#include "core/matrix/matrix.h"

enum { READER_HEAD = 16 };

struct reader {
    /* Whether a file that begins with these bytes is of this format: READER_HEAD bytes, or the whole of a shorter file;
       of a gzipped file, the unpacked ones. NULL: this reader gets what no other recognizes. */
    bool (*probe)(const char *head, size_t n);
    /* Reads the file at `path` into *a, with at most `limit` bytes of memory. A bad file: ERR_INPUT, "file: what is
       wrong". Sizes over the limit: ERR_MEMORY before anything is allocated. On failure nothing is left. */
    bool (*read)(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);
};

/* Their tables. */
#define SUFFIX(suffix)
#define PACKED(suffix)
#define READER(name, what) extern const struct reader reader_##name;
#include "core/base/readers.list"
#undef READER
#undef PACKED
#undef SUFFIX

/* The reader for the file at `path`, by what the file holds. */
const struct reader *reader_of(const char *path);
