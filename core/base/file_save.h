/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_save: a file appears whole or not at all: written beside its place, then renamed. */
#pragma once

#include "core/base/err.h"

/* Begins with zeros; open, put…, then commit or abort. */
struct file_save {
    int fd;
    bool direct;     /* standard output, a pipe or a device: there is nothing to rename */
    char *path;      /* where the file is to appear */
    char *temporary; /* where it is until then; NULL when direct */
};

/* Opens a file for writing, with further flags of open(2); -1 and errno: it cannot be. A pipe that nobody reads is
   refused with ENXIO: waiting for its reader would freeze the screen, and no signal could end it. */
int file_open_output(const char *path, int flags);

/* "-" is standard output. What `path` names stays as it is until the commit. Temporary files of the same path whose
   writers were killed are removed. ERR_INPUT. */
bool file_save_open(struct file_save *s, const char *path, struct err *e);
bool file_save_put(struct file_save *s, const void *bytes, size_t n, struct err *e);
/* Makes it last and puts it in place; on failure nothing is left behind. Frees s either way. */
bool file_save_commit(struct file_save *s, struct err *e);
/* A whole text at once; NULL: there was no memory for it. */
bool file_save_text(const char *path, const char *text, struct err *e);
/* Leaves nothing behind; harmless after a commit or on zeros. */
void file_save_abort(struct file_save *s);
