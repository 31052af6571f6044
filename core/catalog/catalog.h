/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalog: the published matrices by name, and where their files lie on this machine. */
#pragma once

#include "core/base/err.h"

struct catalog_entry {
    char name[64], group[64], set[32];
    char kind[24]; /* "fem-block", "circuit", …; "": not said */
    int64_t rows, cols, nnz;
    double row_std;       /* -1: not known */
    int64_t row_max;      /* -1: not known */
    bool row_max_checked; /* counted in the matrix itself; else as it is remembered */
};

struct catalog {
    struct catalog_entry *entry;
    int count;
};

/* Reads catalog.tsv, from the source tree that the executable was built in, else from the installed data. ERR_INPUT. */
bool catalog_load(struct catalog *, struct err *);
void catalog_free(struct catalog *);

/* The entry of that name (without regard to the case of letters), copied. ERR_INPUT; with no such name, ERR_USAGE. */
bool catalog_find(const char *name, struct catalog_entry *, struct err *);

/* Whether it belongs to a set, S0 … S4 (without regard to the case of letters). */
bool catalog_in_set(const struct catalog_entry *, const char *set);

/* What a twin stands in for: of "twin:mcfe:seed=1" "mcfe"; other names stay. Whether it is the name of a twin. */
bool catalog_bare(const char *name, char *out, size_t size);

/* Whether the collection has it: the graphs of some reports were made from other data. */
bool catalog_public(const struct catalog_entry *);

/* The folder i = 0, 1, 2 where matrices are looked for by name: $NZSCOPE_MATRICES, else
   $XDG_DATA_HOME/nzscope/matrices; the current one; the project's own. False: no more. */
enum { CATALOG_OWN = 2 };
bool catalog_folder(int i, char *path, size_t size);

/* The path of a file of this name, with or without a suffix, in those folders; on failure path is undefined. */
bool catalog_path_of(const char *name, char *path, size_t size);

/* gen:twin:NAME for a matrix of the catalogue whose file is in none of those folders, lower:gen:twin:NAME for its lower
   triangle; false: any other `name`. */
bool catalog_twin_of(const char *name, char *spec, size_t size);

/* What the user called a matrix, as it is to be opened: the path of a file of that name in those folders when `matrix`
   itself is neither a file nor gen:SPEC; else `matrix`. */
void catalog_path(const char *matrix, char *path, size_t size);
