/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_cases: matrices for the tests of layouts: empty ones, empty rows, one dense row, short and long rows. */
#pragma once

#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

static const struct layout_case {
    int64_t m, n;
    double share; /* of places that hold an entry */
    int64_t full; /* the dense row; -1: none */
} layout_case[] = {
    { 0, 0, 0, -1 },      { 0, 7, 0, -1 },       { 7, 0, 0, -1 },        { 1, 1, 1, -1 },       { 300, 40, 0, -1 },
    { 1, 900, 0.5, -1 },  { 900, 1, 0.5, -1 },   { 500, 300, 0.002, 3 }, { 64, 64, 0.3, -1 },   { 200, 700, 0.05, 199 },
    { 333, 90, 0.9, -1 }, { 2000, 60, 0.04, 0 }, { 50, 3000, 0.02, 25 }, { 700, 700, 0.01, 5 },
};
enum { LAYOUT_CASES = COUNT(layout_case) };

static inline struct csr layout_matrix(int at, enum vtype type)
{
    const struct layout_case *c = &layout_case[at];
    return fixture_random(c->m, c->n, c->share, c->full, 0, type);
}

/* Whether `count` entries of a from p on are those of (ind, val) from q on, to the bit. */
static inline bool same_entries(const struct csr *a, int64_t p, const int32_t *ind, const void *val, int64_t q,
                                int64_t count)
{
    size_t size = vtype_size(a->type);
    const char *left = a->val, *right = val;
    return count == 0 || (memcmp(a->ind + p, ind + q, (size_t)count * sizeof *ind) == 0 &&
                          memcmp(left + (size_t)p * size, right + (size_t)q * size, (size_t)count * size) == 0);
}

/* Calls check for every matrix and type. */
static inline void for_layout_cases(void (*check)(const struct csr *a))
{
    for (int c = 0; c < LAYOUT_CASES; c++)
        for (int type = 0; type < VT_COUNT; type++) {
            struct csr a = layout_matrix(c, (enum vtype)type);
            check(&a);
            csr_free(&a);
        }
}
