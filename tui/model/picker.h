/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picker: what there is to open. */
#ifndef NZ_PICKER_H
#define NZ_PICKER_H

#include <stdint.h>

enum { PICKER_MAX = 1024 };

/* One line of the picker. */
struct picker_entry {
    char spec[256], note[96];
    const char *group; /* "opened", "demo", "file", "catalogue", "generator" */
    double bytes;      /* of a file; 0: not known */
    int64_t when;      /* when a file was written, in seconds of Unix time; 0: not known */
};

struct picker {
    struct picker_entry *entry; /* of PICKER_MAX; NULL: never filled */
    int entries;
};

/* Fills it anew: the matrices of this session, the demo, matrix files in the current directory and below, the
   catalogue's that are on this machine, generators with an example each. Looks at a bounded number of files. */
void picker_fill(struct picker *, char *const *spec, int specs);
void picker_free(struct picker *);

#endif
