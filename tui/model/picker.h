/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picker: what there is to open. */
#pragma once

#include "core/base/std.h"

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
    char folder[1024]; /* where its files are; "": the current one */
};

/* Fills it anew: the matrices of this session, the demo, matrix files in a folder ("": that of last time) and below,
   the catalogue's that are on this machine, generators with an example each. Looks at a bounded number of files;
   returns how many are listed. */
int picker_fill(struct picker *, char *const *spec, int specs, const char *folder);
void picker_free(struct picker *);
