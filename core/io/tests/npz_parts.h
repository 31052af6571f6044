/* SPDX-License-Identifier: GPL-3.0-or-later */
/* npz_parts: a small matrix as the arrays of a .npz file, whole or with one of them in another way, for tests. */
#pragma once

#include "core/io/tests/mm_text.h"
#include "core/io/tests/npz_bytes.h"
#include "core/tests/cmocka.h"

/* A part of the matrix: the elements of one array. */
struct npz_part {
    const char *name, *type, *shape;
    const void *elements;
    size_t bytes;
};

/* [0 1 2; 0 0 0; 3 0 4], in rows and in columns. */
static const int32_t ptr32[] = { 0, 2, 2, 4 }, ind32[] = { 1, 2, 0, 2 };
static const int64_t ptr64[] = { 0, 1, 2, 4 }, ind64[] = { 2, 0, 0, 2 };
static const double by_row[] = { 1, 2, 3, 4 }, by_col[] = { 3, 1, 2, 4 };
static const int64_t shape33[] = { 3, 3 };

#define PART(name, type, shape, array)                                                                                 \
    {                                                                                                                  \
        name, type, shape, array, sizeof array                                                                         \
    }
#define FORMAT(text)                                                                                                   \
    {                                                                                                                  \
        "format.npy", "|S3", "()", text, 3                                                                             \
    }

static const struct npz_part csr[] = {
    FORMAT("csr"),
    PART("shape.npy", "<i8", "(2,)", shape33),
    PART("data.npy", "<f8", "(4,)", by_row),
    PART("indices.npy", "<i4", "(4,)", ind32),
    PART("indptr.npy", "<i4", "(4,)", ptr32),
};
enum { CSR_PARTS = 5, IS_FORMAT = 0, IS_SHAPE, IS_DATA, IS_INDICES, IS_INDPTR };

/* An archive still without its directory. */
static inline void pack_open(struct zip_bytes *z, const struct npz_part *part, int parts, bool deflated)
{
    char bytes[8192];

    *z = (struct zip_bytes){ 0 };
    for (int k = 0; k < parts; k++) {
        size_t n = npy_bytes(bytes, part[k].type, part[k].shape, part[k].elements, part[k].bytes);
        zip_add(z, part[k].name, bytes, n, deflated, n);
    }
}

static inline void pack(struct zip_bytes *z, const struct npz_part *part, int parts, bool deflated)
{
    pack_open(z, part, parts, deflated);
    zip_end(z);
}

static inline bool read_zip(const struct zip_bytes *z, struct matrix *a, struct err *e)
{
    *e = (struct err){ 0 };
    return open_bytes(z->bytes, z->used, limit_default(), a, e);
}

/* A program without libzip says so, and that is all there is to test. */
static inline bool without_libzip(void)
{
    static struct zip_bytes z;
    struct matrix a;
    struct err e;

    pack(&z, csr, CSR_PARTS, false);
    if (read_zip(&z, &a, &e)) {
        matrix_free(&a);
        return false;
    }
    return strstr(e.text, "built without libzip") != NULL;
}
