/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/err.h"

#include <stdarg.h>

#include "core/base/scrub.h"

bool err_set(struct err *e, enum err_code code, const char *format, ...)
{
    char text[sizeof e->text];
    va_list ap;

    if (!e)
        return false;
    e->code = code;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap); /* the arguments may hold any bytes, or be e->text itself */
    va_end(ap);
    scrub_text(text, strlen(text), e->text, sizeof e->text);
    return false;
}

bool err_nomem(struct err *e, const char *what, unsigned long long bytes)
{
    char size[TEXT_SIZE];

    return err_set(e, ERR_MEMORY, "out of memory: %s needs %s", what, text_bytes(size, bytes));
}

const char *err_reason(int number)
{
    return number == EFBIG   ? "File too large for the limit of this shell (ulimit -f) or of the file system"
           : number == ENXIO ? "Nothing reads this pipe, or there is no such device"
                             : strerror(number);
}

bool err_prefix(struct err *e, const char *format, ...)
{
    char prefix[sizeof e->text];
    va_list ap;

    if (!e)
        return false;
    va_start(ap, format);
    vsnprintf(prefix, sizeof prefix, format, ap);
    va_end(ap);
    return err_set(e, e->code, "%s: %s", prefix, e->text);
}
