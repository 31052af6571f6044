/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err: how every function of nzscope fails: it returns false and fills in a text for the user. */
#pragma once

#include "core/base/text.h"

C_NAMES_BEGIN

/* The kinds of failure; their values are the exit statuses of the command line (exits.list). */
enum err_code {
    ERR_NONE = 0,
    ERR_CHECK = 1,       /* a result failed its check */
    ERR_USAGE = 2,       /* bad usage, or no usable terminal */
    ERR_INPUT = 3,       /* a bad input file, or one that cannot be read or written */
    ERR_MEMORY = 4,      /* out of memory, or over the limit */
    ERR_DEVICE = 5,      /* the requested device does not exist, or failed */
    ERR_ENGINE = 6,      /* the engine died */
    ERR_UNSUPPORTED = 7, /* the kernel does not support the problem */
    ERR_SLOWER = 8,      /* a result is slower than it was */
    ERR_UNCLEAR = 9,     /* it is open whether results are slower */
    ERR_CANCELLED = 130  /* the user cancelled */
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

/* strerror for files; where a file is too large, also says who set the limit. */
const char *err_reason(int number);

/* Puts "prefix: " before the text of *e; returns false. */
bool err_prefix(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

C_NAMES_END
