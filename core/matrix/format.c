/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format: what it costs to store a matrix in one way or another, known before a byte is allocated. */
#include "core/matrix/format.h"

#include <string.h>

#include "core/base/limit.h"
#include "core/base/text.h"

#define FORMAT(name) extern const struct format format_##name;
#include "core/matrix/formats.list"
#undef FORMAT

#define FORMAT(name) &format_##name,
const struct format *const formats[] = {
#include "core/matrix/formats.list"
    NULL,
};
#undef FORMAT

const struct format *format_find(const char *name)
{
    for (const struct format *const *f = formats; *f; f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    return NULL;
}

bool format_fits(const char *title, enum vtype type, uint64_t bytes, uint64_t limit, struct err *why)
{
    if (bytes <= limit)
        return true;
    char need[TEXT_SIZE], most[TEXT_SIZE];
    return err_set(why, ERR_MEMORY, "%s %s needs %s, limit %s", vtype_name(type), title, text_bytes(need, bytes),
                   text_bytes(most, limit));
}

const char *format_verdict(const struct format *f, const struct csr *a, const struct stats *s, enum vtype type,
                           uint64_t limit, struct format_cost *cost, struct err *why)
{
    *cost = (struct format_cost){ 0 };
    if (!f->supports(a, s, why))
        return "no";
    *cost = f->cost(a, s, type);
    /* Without a limit, what 64 bits cannot say is still too big. */
    if (!format_fits(f->title, type, cost->bytes, limit ? limit : UINT64_MAX - 1, why))
        return "too big";
    return (uint64_t)cost->slots > size_mul(3, (uint64_t)a->nnz) ? "wasteful" : "ok";
}

bool format_takes_any(const struct csr *a, const struct stats *s, struct err *why)
{
    (void)a, (void)s, (void)why;
    return true;
}

bool format_takes_rows32(const struct csr *a, const struct stats *s, struct err *why)
{
    (void)s;
    if (a->m <= INT32_MAX)
        return true;
    char rows[TEXT_SIZE];
    return err_set(why, ERR_UNSUPPORTED, "row numbers take 32 bits here, and there are %s rows",
                   text_count(rows, a->m));
}

uint64_t format_pointer_bytes(int64_t count, int64_t slots)
{
    return size_mul(slots <= INT32_MAX ? 4 : 8, (uint64_t)count + 1);
}

int64_t format_slots(uint64_t slots)
{
    return slots < INT64_MAX ? (int64_t)slots : INT64_MAX;
}
