/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_save: saves a file completely or not at all: writes a temporary file beside the target, then renames it. */
#pragma once

#include "core/base/err.h"

/* Starts zeroed; open, put…, then commit or abort. */
struct file_save {
    int fd;
    bool direct;     /* standard output, a pipe or a device: nothing to rename */
    char *path;      /* the target */
    char *temporary; /* NULL when direct */
};

/* open(2) for writing with further flags; -1 and errno on failure. A pipe without a reader fails with ENXIO: waiting
   for one would freeze the screen. */
int file_open_output(const char *path, int flags);
/* write(2) until all is written; false and errno on failure. */
bool file_write_whole(int fd, const void *bytes, size_t n);

/* "-" is standard output. The file at `path` is unchanged until the commit. Removes temporary files that killed writers
   of the same path left behind. ERR_INPUT. */
bool file_save_open(struct file_save *s, const char *path, struct err *e);
bool file_save_put(struct file_save *s, const void *bytes, size_t n, struct err *e);
/* Syncs the file and renames it to its target; on failure nothing is left behind. Frees s either way. */
bool file_save_commit(struct file_save *s, struct err *e);
/* Saves a whole text; NULL stands for one that ran out of memory. */
bool file_save_text(const char *path, const char *text, struct err *e);
/* Leaves nothing behind; harmless after a commit or on zeros. */
void file_save_abort(struct file_save *s);
