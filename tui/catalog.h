/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalog: the published matrices by name, and where their files lie on this machine. */
#ifndef NZ_CATALOG_H
#define NZ_CATALOG_H

#include <stdint.h>
#include <stdio.h>

#include "core/err.h"

struct catalog_entry {
    char name[64], group[64], set[32];
    int64_t rows, cols, nnz;
};

struct catalog {
    struct catalog_entry *entry;
    int count;
};

/* Reads catalog.tsv, from the source tree that the executable was built in, else from the installed data. ERR_INPUT. */
bool catalog_load(struct catalog *, struct err *);
void catalog_free(struct catalog *);

/* The folder i = 0, 1, … where matrices are looked for by name: $NZSCOPE_MATRICES, else
   $XDG_DATA_HOME/nzscope/matrices; the project's own. False: no more. */
bool catalog_folder(int i, char *path, size_t size);

/* What the user called a matrix, as the engine is to open it: the path of a file of that name in those folders when
   `matrix` itself is neither a file nor gen:SPEC; else `matrix`. */
void catalog_path(const char *matrix, char *path, size_t size);

#endif
