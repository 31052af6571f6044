/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_npz_refused: damaged, lying and hostile .npz files are refused with the reason. */
#include "core/io/tests/npz_parts.h"

static void refused(const struct zip_bytes *z, const char *why)
{
    struct matrix a;
    struct err e;

    assert_false(read_zip(z, &a, &e));
    if (!strstr(e.text, why))
        fail_msg("\"%s\" does not say \"%s\"", e.text, why);
    assert_true(e.code == ERR_INPUT || e.code == ERR_MEMORY);
    assert_null(a.csr.ptr);
}

/* The good matrix with one part in another way: stored and deflated. */
static void refused_with(int which, struct npz_part part, const char *why)
{
    static struct zip_bytes z;
    struct npz_part parts[CSR_PARTS];

    memcpy(parts, csr, sizeof csr);
    part.name = csr[which].name;
    parts[which] = part;
    for (int deflated = 0; deflated < 2; deflated++) {
        pack(&z, parts, CSR_PARTS, deflated);
        refused(&z, why);
    }
}

TEST(other_formats)
{
    refused_with(IS_FORMAT, (struct npz_part)FORMAT("bsr"),
                 "format.npy: the matrix is stored as bsr; save it with save_npz");
    refused_with(IS_FORMAT, (struct npz_part)FORMAT("dia"), "stored as dia");
    refused_with(IS_FORMAT, (struct npz_part)FORMAT("\x1b[2"), "the format '");
    refused_with(IS_FORMAT, (struct npz_part){ .type = "<f8", .shape = "(4,)", .elements = by_row, .bytes = 32 },
                 "format.npy: holds elements of another type");
}

TEST(other_arrays)
{
    static const struct {
        const char *type, *shape, *why;
    } bad[] = {
        { ">f8", "(4,)", "data.npy: holds big-endian numbers" },
        { "|O", "(4,)", "data.npy: holds Python objects, which are never unpickled" },
        { "<c16", "(2,)", "data.npy: holds complex numbers" },
        { "<f2", "(16,)", "numbers of 2 bytes" },
        { "<f16", "(2,)", "numbers of 16 bytes" },
        { "<U8", "(1,)", "neither numbers nor booleans" },
        { "|S8", "(4,)", "another type than expected" },
        { "=f8", "(4,)", "not in NumPy's format" },
        { "<f8", "(2, 2)", "has 2 dimensions, not 1" },
        { "<f8", "(5,)", "does not fit its shape" },
        { "<f8", "(3,)", "does not fit its shape" },
        { "<f8", "(-4,)", "not in NumPy's format" },
        { "<f8", "(4", "not in NumPy's format" },
        { "<f8", "(1, 1, 1, 1, 4)", "more than 4 dimensions" },
        { "<f8", "(99999999999999999999,)", "not in NumPy's format" },
        { "<f8", "(4294967296, 4294967296)", "not in NumPy's format" },
        { "<f8", "(4,), 'fortran_order': False", "not in NumPy's format" },
        { "<f8'', 'x': '", "(4,)", "not in NumPy's format" },
    };

    for (size_t k = 0; k < COUNT(bad); k++)
        refused_with(IS_DATA,
                     (struct npz_part){ .type = bad[k].type, .shape = bad[k].shape, .elements = by_row, .bytes = 32 },
                     bad[k].why);
}

TEST(fortran_and_records)
{
    static const struct {
        const char *header, *why;
    } bad[] = {
        { "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }\n", "data.npy: is in Fortran order" },
        { "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (4,), }\n", "data.npy: holds records" },
        { "{'descr': '<f8', 'shape': (4,), }\n", "not in NumPy's format" },
    };
    static struct zip_bytes z;
    static const char old[] = "\x93NUMPY\x01\x00", new[] = "\x93NUMPY\x04\x00";
    char bytes[256] = { 0 };

    for (size_t k = 0; k < COUNT(bad); k++) {
        pack_open(&z, csr, 2, false);
        memcpy(bytes, old, 8);
        zip_number(bytes + 8, strlen(bad[k].header), 2);
        strcpy(bytes + 10, bad[k].header);
        zip_add(&z, "data.npy", bytes, 10 + strlen(bad[k].header) + 32, false, 10 + strlen(bad[k].header) + 32);
        zip_end(&z);
        refused(&z, bad[k].why);
    }
    pack_open(&z, csr, 2, false);
    memcpy(bytes, new, 8);
    zip_add(&z, "data.npy", bytes, 100, false, 100);
    zip_end(&z);
    refused(&z, "data.npy: has version 4");
    pack_open(&z, csr, 2, false);
    zip_add(&z, "data.npy", "pickled", 7, false, 7);
    zip_end(&z);
    refused(&z, "data.npy: is too short");
}

TEST(structure)
{
    static const struct {
        int which;
        int32_t element[4];
        const char *why;
    } bad[] = {
        { IS_INDPTR, { 1, 2, 2, 4 }, "indptr.npy: element 0 is out of order" },
        { IS_INDPTR, { 0, 3, 2, 4 }, "indptr.npy: element 2 is out of order" },
        { IS_INDPTR, { 0, 2, 2, 5 }, "indptr.npy: element 3 is out of order" },
        { IS_INDPTR, { 0, -2, 2, 4 }, "indptr.npy: element 1 is out of order" },
        { IS_INDICES, { 1, 3, 0, 2 }, "indices.npy: element 1 is not in 0 .. 2" },
        { IS_INDICES, { 1, 2, 0, -1 }, "indices.npy: element 3 is not in 0 .. 2" },
    };

    for (size_t k = 0; k < COUNT(bad); k++)
        refused_with(bad[k].which,
                     (struct npz_part){ .type = "<i4", .shape = "(4,)", .elements = bad[k].element, .bytes = 16 },
                     bad[k].why);
    refused_with(IS_INDICES, (struct npz_part){ .type = "<f4", .shape = "(4,)", .elements = by_row, .bytes = 16 },
                 "indices.npy: holds elements of another type");
    refused_with(IS_INDICES, (struct npz_part){ .type = "<i4", .shape = "(3,)", .elements = ind32, .bytes = 12 },
                 "indices.npy: has 3 elements, data.npy has 4");
    refused_with(IS_INDPTR, (struct npz_part){ .type = "<i4", .shape = "(3,)", .elements = ptr32, .bytes = 12 },
                 "indptr.npy: has 3 elements, not 4");
    refused_with(
        IS_INDICES,
        (struct npz_part){
            .type = "<u8", .shape = "(4,)", .elements = (const uint64_t[]){ 1, 2, 0, UINT64_MAX }, .bytes = 32 },
        "indices.npy: element 3 is not in");
}

TEST(shapes)
{
    static const struct {
        int64_t m, n;
        const char *why;
    } bad[] = {
        { 4, 3, "indptr.npy: has 4 elements, not 5" },  { 3, 2, "indices.npy: element 1 is not in 0 .. 1" },
        { -1, 3, "shape.npy: a size is negative" },     { INT64_C(1) << 31, 3, "more rows than 2^31 - 1" },
        { 3, INT64_MAX, "more columns than 2^31 - 1" },
    };

    for (size_t k = 0; k < COUNT(bad); k++)
        refused_with(IS_SHAPE, (struct npz_part){ .type = "<i8", .shape = "(2,)", .elements = &bad[k].m, .bytes = 16 },
                     bad[k].why);
    refused_with(IS_SHAPE, (struct npz_part){ .type = "<i8", .shape = "(1,)", .elements = shape33, .bytes = 8 },
                 "a matrix has two dimensions, not 1");
}

TEST(missing_members)
{
    static struct zip_bytes z;
    struct npz_part parts[CSR_PARTS];

    for (int without = 0; without < CSR_PARTS; without++) {
        int n = 0;
        char why[64];
        for (int k = 0; k < CSR_PARTS; k++)
            if (k != without)
                parts[n++] = csr[k];
        pack(&z, parts, n, false);
        snprintf(why, sizeof why, "%s%s is missing", csr[without].name, without == IS_FORMAT ? "" : ":");
        refused(&z, why);
    }
    pack(&z, csr, 0, false);
    refused(&z, "not from save_npz: format.npy is missing; unpack it first");
    z.used = 4;
    refused(&z, "is damaged");
}

/* Any byte that is changed is noticed or does not matter; half a file is none. */
TEST(damage)
{
    static struct zip_bytes z;

    for (int deflated = 0; deflated < 2; deflated++) {
        pack(&z, csr, CSR_PARTS, deflated);
        size_t size = z.used;
        for (size_t at = 0; at < size; at++) {
            struct matrix a;
            struct err e;
            z.bytes[at] ^= 0x40;
            if (read_zip(&z, &a, &e)) {
                assert_int_equal(a.csr.nnz, 4);
                assert_memory_equal(a.csr.val, by_row, sizeof by_row);
                matrix_free(&a);
            }
            z.bytes[at] ^= 0x40;
        }
        for (z.used = 4; z.used < size; z.used += 7)
            refused(&z, "is damaged");
    }
}

TEST(wrong_sum)
{
    static struct zip_bytes z;
    const double *where;

    pack(&z, csr, CSR_PARTS, false);
    where = memmem(z.bytes, z.used, by_row, sizeof by_row);
    assert_non_null(where);
    ((char *)(size_t)where)[3] ^= 1;
    refused(&z, "data.npy: is damaged: its checksum is wrong");
}

/* Sizes that the bytes cannot hold, and sizes over the limit: refused before anything is allocated. */
TEST(bombs)
{
    static struct zip_bytes z;
    static char zeros[1 << 16], bytes[1 << 17];
    struct matrix a;
    struct err e;

    for (int deflated = 0; deflated < 2; deflated++) {
        size_t n = npy_bytes(bytes, "<f8", "(500000000,)", zeros, sizeof zeros);
        pack_open(&z, csr, 2, false);
        zip_add(&z, "data.npy", bytes, n, deflated, n - sizeof zeros + 4000000000);
        zip_end(&z);
        refused(&z, "data.npy: is damaged: it declares more bytes than the archive can hold");
    }
    /* honest, but over the limit */
    size_t n = npy_bytes(bytes, "<f8", "(8192,)", zeros, sizeof zeros);
    pack_open(&z, csr, 2, false);
    zip_add(&z, "data.npy", bytes, n, true, n);
    zip_end(&z);
    assert_false(open_bytes(z.bytes, z.used, 100000, &a, &e));
    assert_int_equal(e.code, ERR_MEMORY);
    assert_non_null(strstr(e.text, "reading the matrix needs"));
}

static bool stop(void *arg, const char *what, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    return done < 5;
}

TEST(stopped)
{
    static struct zip_bytes z;
    struct matrix a;
    struct err e = { 0 };

    pack(&z, csr, CSR_PARTS, true);
    char *path = file_of(z.bytes, z.used);
    assert_false(matrix_open(path, limit_default(), &(struct progress){ .report = stop }, &a, &e));
    assert_int_equal(e.code, ERR_CANCELLED);
    file_drop(path);
}

int main(void)
{
    if (without_libzip()) {
        puts("built without libzip: skipped");
        return 0;
    }
    return tests_run(NULL, NULL);
}
