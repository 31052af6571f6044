/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_blocks: the entries of a file, read block by block on all threads. */
#pragma once

#include <stdatomic.h>

#include "core/base/arena.h"
#include "core/io/mm_entry.h"
#include "core/io/mm_rows.h"

struct mm_block {
    struct text text; /* of a piece; a plain file's blocks are read when their turn comes */
    struct coo part;
    struct mm_counts counts;
};

/* The reading of one file. */
struct mm_reader {
    char name[256]; /* the path, scrubbed */
    const char *path;
    const struct progress *progress;
    struct text_source source;
    struct mm_lines lines;
    struct mm_header header;
    struct bucket_plan plan;
    struct mm_block *block;
    int64_t blocks, room;
    uint64_t begin; /* of a plain file's entries */
    int threads;
    struct mm_scratch *scratch; /* one each for every thread */
    struct arena *arena;
    /* shared by the threads: the next block; whether to take none, and how many entries are read; the first failure */
    _Atomic int64_t next, entries;
    atomic_bool stop;
    int64_t failed; /* the number of a block, -1: none */
    struct err err;
    int64_t lower; /* entries below the diagonal */
    /* while they come in order, and one thread reads: entries go to `rows`; afterwards they are all there */
    bool in_order;
    struct mm_rows rows;
};

/* Reads all entries into r->rows if r->in_order, else into r->block, sorted by bucket as r->plan has it, and counts
   them in *a. The header has been read. On failure *e says where. */
bool mm_blocks_read(struct mm_reader *r, struct matrix *a, struct err *e);

/* The entries of the first b blocks, which came in order, become parts like all others. */
bool mm_blocks_part(struct mm_reader *r, int64_t b, struct err *e);

/* Puts "file:line: ", or "file: " when the line is 0, before the error; false. */
bool mm_fail_at(const struct mm_reader *r, int64_t line, struct err *e);
