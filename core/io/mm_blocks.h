/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_blocks: reads the entries of a file block by block on all threads. */
#pragma once

#include <stdatomic.h>

#include "core/io/mm_entry.h"
#include "core/io/mm_rows.h"

/* Where entries go: by bucket as soon as the order of another way breaks (mm_blocks_sort). */
enum mm_way {
    MM_BUCKETS, /* sorted by bucket into their `part` */
    MM_PARTS,   /* unsorted into their `part`: each block comes in order of rows; sorted at the end (mm_concat.h) */
    MM_ROWS,    /* straight into `rows`: all come in order, to one thread */
};

struct mm_block {
    struct text text; /* of an unpacked piece; a plain file's blocks are read by the threads */
    struct coo part;
    struct mm_counts counts;
};

struct mm_reader {
    char name[256]; /* the path, scrubbed */
    const char *path;
    const struct progress *progress;
    struct text_source source;
    struct mm_lines lines;
    struct mm_header header;
    struct bucket_plan plan;
    struct mm_block *block;
    int64_t blocks;
    uint64_t begin; /* where a plain file's entries begin */
    int threads;
    struct mm_scratch *scratch; /* one per thread */
    struct arena *arena;
    /* shared by the threads: the next block; the stop flag, the entries read; the first failure */
    _Atomic int64_t next, entries;
    atomic_bool stop;
    _Atomic enum mm_way way;
    int64_t failed; /* block of the first failure; -1: none */
    struct err err;
    int64_t lower; /* entries below the diagonal */
    struct mm_rows rows;
};

/* Reads all entries into r->rows if r->way is MM_ROWS at the end, else into r->block, sorted by bucket as r->plan says
   or in order of rows, and counts them in *a. The header has been read. On failure *e says where. */
bool mm_blocks_read(struct mm_reader *r, struct matrix *a, struct err *e);

/* Goes over to MM_BUCKETS; the entries of the first b blocks, if they are in `rows`, move to the parts of these. */
bool mm_blocks_sort(struct mm_reader *r, int64_t b, struct err *e);

/* Prefixes the error with "file:line: "; returns false. Line 0 is unknown: reader_use names the file. */
bool mm_fail_at(const struct mm_reader *r, int64_t line, struct err *e);
