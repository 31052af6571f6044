/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mm_bad.h"

#include <inttypes.h>

#include "core/io/mm_line.h"

static bool too_few(const char *what, struct err *e)
{
    return err_set(e, ERR_INPUT, "too few numbers: the %s is missing", what);
}

bool mm_bad_index(const char *p, int64_t most, const char *what, struct err *e)
{
    char token[MM_TOKEN];
    const char *q = p;

    if (ends_line(*p))
        return too_few(what, e);
    mm_token(p, p + TEXT_LINE_MAX, token);
    q += *q == '-' || *q == '+';
    while (*q >= '0' && *q <= '9')
        q++;
    if (!ends_token(*q) || q == p)
        return err_set(e, ERR_INPUT, "the %s is '%s', not a whole number", what, token);
    return err_set(e, ERR_INPUT, "the %s is %s, out of range 1 .. %" PRId64, what, token, most);
}

bool mm_bad_value(const char *p, enum field field, const char *what, struct err *e)
{
    char token[MM_TOKEN];

    if (ends_line(*p))
        return too_few(what, e);
    mm_token(p, p + TEXT_LINE_MAX, token);
    if (field == FIELD_INTEGER)
        return err_set(e, ERR_INPUT, "the value is '%s', not an integer", token);
    return err_set(e, ERR_INPUT, "'%s' is not a number for the %s", token, what);
}

bool mm_bad_rest(const char *p, struct err *e)
{
    char token[MM_TOKEN];

    if (*p == '%')
        return err_set(e, ERR_INPUT, "a comment after the size line; comments belong before it");
    return err_set(e, ERR_INPUT, "too many numbers on a line, from '%s' on", mm_token(p, p + TEXT_LINE_MAX, token));
}
