/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalog: published matrices by name, and where their files are on this machine. */
#pragma once

#include "core/base/err.h"

struct catalog_entry {
    char name[64], group[64], set[32];
    char kind[24]; /* "fem-block", "circuit", …; "": unknown */
    int64_t rows, cols, nnz;
    double row_std;       /* -1: unknown */
    int64_t row_max;      /* -1: unknown */
    bool row_max_checked; /* counted in the matrix, not quoted from a publication */
};

struct catalog {
    struct catalog_entry *entry;
    int count;
};

/* Reads catalog.tsv in the folder CATALOG_OWN. ERR_INPUT. */
bool catalog_load(struct catalog *, struct err *);
void catalog_free(struct catalog *);

/* Copies the entry of that name, whatever its case. ERR_INPUT; ERR_USAGE if there is none. */
bool catalog_find(const char *name, struct catalog_entry *, struct err *);

/* The name in the catalogue that a mistyped one probably means; "": none is near. Returns out. */
const char *catalog_near(const char *name, char out[64]);

/* Whether it belongs to a set, S0 … S4 or s0 … s4. */
bool catalog_in_set(const struct catalog_entry *, const char *set);

/* Whether `name` is a twin's, as "twin:mcfe:seed=1". `out` is the name of the original, "mcfe", or `name` itself. */
bool catalog_bare(const char *name, char *out, size_t size);

/* Whether the SuiteSparse collection has it; some graphs in reports come from elsewhere. */
bool catalog_public(const struct catalog_entry *);

/* The folders searched for matrices, i = 0, 1, 2: $NZSCOPE_MATRICES, else $XDG_DATA_HOME/nzscope/matrices; the current
   folder; the project's own. False for any other i. */
enum { CATALOG_OWN = 2 };
bool catalog_folder(int i, char *path, size_t size);

/* Finds a file of this name, with or without its suffix, in those folders. False: none, and path is undefined. */
bool catalog_path_of(const char *name, char *path, size_t size);

/* For a matrix of the catalogue that has no file here: gen:twin:NAME, or lower:gen:twin:NAME for "lower:NAME". False
   for any other name. */
bool catalog_twin_of(const char *name, char *spec, size_t size);

/* Replaces a name by the path of its file in those folders. Keeps a path of a file, gen:SPEC and an unknown name. */
void catalog_path(const char *matrix, char *path, size_t size);
