/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edge_block: parses whole lines of an edge list, on one thread. */
#pragma once

#include "core/io/mm_line.h"
#include "core/io/text_source.h"
#include "core/matrix/coo.h"
#include "core/matrix/matrix.h"

struct edge_seen {
    int64_t lines;
    int32_t low, high;       /* of the vertices */
    int64_t plain, weighted; /* the first line with an edge without and with a weight, from 1; 0: none */
};

struct edge_block {
    struct text text;
    struct coo coo;
    struct edge_seen seen;
    struct matrix counts;
    struct err err;
};

static inline bool edge_ends_word(char c)
{
    return ends_token(c) || c == ',';
}

/* Reads the text, which ends in a line end, up to the first error: *err. */
void edge_block_read(struct edge_block *);
