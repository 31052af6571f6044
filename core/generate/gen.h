/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen: generates matrices from a line of text, `family:arg:…[:seed=S]`, the same on every machine. */
#pragma once

#include "core/base/hash.h"
#include "core/base/progress.h"
#include "core/matrix/matrix.h"

enum { GEN_ARGS = 4, GEN_ROWS = -1, GEN_SPEC = 200 };

struct gen_args {
    const struct generator *family;
    int count;
    int64_t value[GEN_ARGS];
    uint64_t seed; /* 1 unless given */
};

/* The size of a matrix before it is generated. */
struct gen_size {
    uint64_t m, n, nnz; /* nnz: an upper bound; UINT64_MAX: exceeds 64 bits */
};

/* Row i under construction: columns come in ascending order. */
struct gen_row {
    const struct gen_args *args;
    int64_t i, count;
    int32_t *ind; /* NULL: entries are only counted */
    double *val;
};

static inline void gen_put(struct gen_row *r, int64_t j, double value)
{
    if (r->ind) {
        r->ind[r->count] = (int32_t)j;
        r->val[r->count] = value;
    }
    r->count++;
}

/* A family. Most are defined by rows; others leave `row` NULL and make `nnz` entries one by one. */
struct generator {
    const char *name;                 /* "stencil27" */
    const char *form;                 /* "stencil27:N", "uniform:M:N:NNZ[:MAX]": the names of the arguments */
    const char *help;                 /* what the arguments are */
    const char *example;              /* "stencil27:32" */
    const char *what;                 /* one line: what it shows */
    enum field field, field_optional; /* without and with optional arguments */
    struct {
        int64_t least, most; /* of each argument; most 0: no limit, GEN_ROWS: value[0] */
    } range[GEN_ARGS];
    /* NULL: with `entry`, value[0] × value[1] and value[2] entries; else square with value[0]^dimensions rows (0: 1) of
       at most per_row entries (0: value[1]) */
    struct gen_size (*size)(const struct gen_args *);
    int dimensions, per_row;
    /* NULL, or checks arguments that are each in range */
    bool (*check)(const struct gen_args *, struct err *);
    void (*row)(struct gen_row *);
    void (*entry)(const struct gen_args *, int64_t e, int32_t *row, int32_t *col, double *val);
    /* NULL, or makes the csr and its title from its only argument, a word; on failure the caller frees *a */
    bool (*make)(const char *word, uint64_t seed, uint64_t limit, const struct progress *p, struct matrix *a,
                 struct err *);
};

#define GEN_FORM(family, arguments) .name = family, .form = family arguments

#define GENERATOR(name) extern const struct generator gen_##name;
#include "core/generate/generators.list"
extern const struct generator *const generators[]; /* from generators.list; ends in NULL */

/* 64 random bits for a pair of indices, the same for (i, j) and (j, i). */
static inline uint64_t gen_pair(uint64_t seed, int64_t i, int64_t j)
{
    return hash_at(seed, (uint64_t)(i < j ? i : j), (uint64_t)(i < j ? j : i));
}

/* Whether `spec` (without "gen:") has the right form. ERR_USAGE. */
bool gen_check(const char *spec, struct err *e);

/* Writes `spec` (without "gen:") completed by the example's arguments. */
void gen_whole(const char *spec, char *out, size_t size);

/* Writes `spec`, with or without "gen:", for a matrix of size n: n replaces @, or is appended. */
void gen_sized(const char *spec, int64_t n, char *out, size_t size);

/* Generates `spec` (without "gen:") in at most `limit` bytes. A bad spec: ERR_USAGE with the right form. */
bool gen_make(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e);
