/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picker: the matrices that can be opened, and the lessons that can be begun. */
#pragma once

#include "core/base/std.h"

enum { PICKER_MAX = 1024 };

struct picker_entry {
    char spec[256], note[96];
    const char *group; /* "opened", "demo", "lesson", "file", "catalogue", "generator" */
    double bytes;      /* of a file; 0: unknown */
    int64_t when;      /* when the file was written, in seconds of Unix time; 0: unknown */
};

struct picker {
    struct picker_entry *entry; /* PICKER_MAX of them; NULL: never filled */
    int entries;
    char folder[1024]; /* of its files; "": the current one */
};

/* Refills it: the matrices of this session, the demo, the lessons that `lessons` adds (NULL: none), matrix files in a
   folder ("": the previous one) and below, catalogue matrices on this machine, generators with an example each.
   Examines a limited number of files; returns how many are listed. */
int picker_fill(struct picker *, char *const *spec, int specs, const char *folder, void (*lessons)(struct picker *));
void picker_add_lesson(struct picker *, const char *name, const char *title);
void picker_free(struct picker *);
