/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err: how every function of nzscope fails: false, and a text for the user. */
#include "core/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"

bool err_set(struct err *e, enum err_code code, const char *format, ...)
{
    va_list ap;

    if (!e)
        return false;
    e->code = code;
    va_start(ap, format);
    vsnprintf(e->text, sizeof e->text, format, ap);
    va_end(ap);
    return false;
}

bool err_nomem(struct err *e, const char *what, unsigned long long bytes)
{
    char size[TEXT_SIZE];

    return err_set(e, ERR_MEMORY, "out of memory: %s needs %s", what, text_bytes(size, bytes));
}

bool err_prefix(struct err *e, const char *format, ...)
{
    char prefix[sizeof e->text], old[sizeof e->text];
    va_list ap;

    if (!e)
        return false;
    va_start(ap, format);
    vsnprintf(prefix, sizeof prefix, format, ap);
    va_end(ap);
    memcpy(old, e->text, sizeof old);
    int n = snprintf(e->text, sizeof e->text, "%s: ", prefix);
    if (n >= 0 && (size_t)n < sizeof e->text)
        snprintf(e->text + n, sizeof e->text - (size_t)n, "%.*s", (int)(sizeof e->text - (size_t)n - 1), old);
    return false;
}
