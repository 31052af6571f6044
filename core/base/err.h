/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err: how every function of nzscope fails: it returns false and fills in a text for the user. */
#pragma once

#include "core/base/text.h"

C_NAMES_BEGIN

/* The kinds of failure are the exit statuses of the command line. */
enum err_code {
    ERR_NONE = 0,
    ERR_CHECK = 1,       /* a result failed its check */
    ERR_USAGE = 2,       /* wrong words, or no usable terminal */
    ERR_INPUT = 3,       /* a bad input file, or one that cannot be read or written */
    ERR_MEMORY = 4,      /* out of memory, or over the limit */
    ERR_DEVICE = 5,      /* the asked-for device is not there, or failed */
    ERR_ENGINE = 6,      /* the engine died */
    ERR_UNSUPPORTED = 7, /* the kernel does not support the problem */
    ERR_SLOWER = 8,      /* a result is slower than it was */
    ERR_UNCLEAR = 9,     /* whether results are slower cannot be told */
    ERR_CANCELLED = 130  /* the user said stop */
};

/* What failed, where, and what to do: one line without a full stop, scrubbed. */
struct err {
    enum err_code code;
    char text[500];
};

/* Fills *e, which may be NULL, and returns false: a failing function ends in `return err_set(...)`. */
bool err_set(struct err *e, enum err_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ERR_MEMORY: `bytes` bytes for `what` could not be allocated. Returns false. */
bool err_nomem(struct err *e, const char *what, unsigned long long bytes);

/* strerror for files; names who sets the limit where a file is too large. */
const char *err_reason(int number);

/* Puts "prefix: " before the text of *e; returns false. */
bool err_prefix(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

C_NAMES_END
