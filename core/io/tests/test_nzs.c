/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_nzs: packed matrices come back as they were; files that are not as they were written are refused. */
#include "core/engine/open.h"
#include "core/io/nzs.h"
#include "core/io/tests/mm_text.h"
#include "core/io/tests/nzs_seal.h"
#include "core/matrix/tests/fixture.h"
#include "core/tests/cmocka.h"

static struct written packed(const struct matrix *a)
{
    struct written out = { 0 };
    struct err e = { 0 };

    if (!nzs_write(a, (struct mm_sink){ memory_put, &out }, NULL, &e))
        fail_msg("%s", e.text);
    return out;
}

static void comes_back(const struct matrix *a)
{
    struct written m = packed(a);
    struct matrix b;
    struct err e = { 0 };

    if (!open_bytes(m.bytes, m.used, limit_default(), &b, &e))
        fail_msg("%s", e.text);
    assert_csr_same(&a->csr, &b.csr);
    assert_string_equal(a->name, b.name);
    assert_string_equal(a->title, b.title);
    assert_true(a->field == b.field && a->symmetry == b.symmetry && a->array == b.array && a->stored == b.stored &&
                a->duplicates == b.duplicates && a->zeros == b.zeros && a->nonfinite == b.nonfinite &&
                a->overflowed == b.overflowed && a->upper == b.upper);
    matrix_free(&b);
    free(m.bytes);
}

TEST(round_trip)
{
    static const char *const text[] = {
        "%%MatrixMarket matrix coordinate real symmetric\n% a title\n3 3 5\n2 1 1e9999\n2 2 0\n3 1 7\n1 2 1\n3 3 nan\n",
        "%%MatrixMarket matrix coordinate pattern general\n3 4 4\n1 4\n1 2\n3 3\n2 1\n",
        "%%MatrixMarket matrix coordinate pattern general\n3 4 4\n1 4\n1 4\n3 3\n2 1\n",
        "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 0 -2\n",
        "%%MatrixMarket matrix array integer general\n2 2\n1\n0\n-3\n4\n",
        "%%MatrixMarket matrix coordinate real general\n0 5 0\n",
        "%%MatrixMarket matrix coordinate real general\n5 0 0\n",
    };
    struct matrix a;
    struct err e = { 0 };

    for (size_t k = 0; k < COUNT(text); k++) {
        if (k == 0) /* both (2, 1) and (1, 2) */
            assert_false(open_text(text[k], &a, &e));
        else {
            assert_true(open_text(text[k], &a, &e));
            comes_back(&a);
            matrix_free(&a);
        }
    }
    /* of several blocks */
    assert_true(matrix_open("gen:stencil27:24", limit_default(), NULL, &a, &e));
    comes_back(&a);
    matrix_free(&a);
}

static void refused(const struct written *m, size_t n, const char *says)
{
    struct matrix a;
    struct err e = { 0 };

    if (open_bytes(m->bytes, n, limit_default(), &a, &e))
        fail_msg("was accepted, not '%s'", says);
    assert_int_equal(e.code, ERR_INPUT);
    if (!strstr(e.text, says))
        fail_msg("'%s' says no '%s'", e.text, says);
}

TEST(damage_is_found)
{
    struct matrix a;
    struct err e = { 0 };

    assert_true(matrix_open("gen:stencil5:8", limit_default(), NULL, &a, &e));
    struct written m = packed(&a);
    struct nzs_header h;
    memcpy(&h, m.bytes, sizeof h);
    struct nzs_layout l = nzs_layout(&h);
    static const size_t cut[] = { 8, 100, sizeof h - 1, sizeof h, NZS_PAGE, 2 * NZS_PAGE + 5 };
    for (size_t k = 0; k < COUNT(cut); k++)
        refused(&m, cut[k], "");
    refused(&m, m.used - 1, "bytes, not");
    for (size_t at = 4; at < sizeof h; at += at < 100 ? 1 : 37) {
        m.bytes[at] ^= 4;
        refused(&m, m.used, "");
        m.bytes[at] ^= 4;
    }
    for (int k = 0; k < NZS_PARTS; k++)
        for (uint64_t at = 0; at < l.part[k].bytes; at += l.part[k].bytes - 1) {
            m.bytes[l.part[k].at + at] ^= 1;
            refused(&m, m.used, "checksum");
            m.bytes[l.part[k].at + at] ^= 1;
        }
    m.bytes[m.used - 1] ^= 1;
    refused(&m, m.used, "checksum");
    free(m.bytes);
    matrix_free(&a);
}

/* Right sums over what cannot be. */
TEST(lies_are_found)
{
    struct matrix a;
    struct err e = { 0 };

    assert_true(matrix_open("gen:stencil5:8", limit_default(), NULL, &a, &e));
    struct written m = packed(&a);
    struct nzs_header *h = (struct nzs_header *)(void *)m.bytes, kept = *h;
    struct nzs_layout l = nzs_layout(h);
    int64_t *ptr = (int64_t *)(void *)(m.bytes + l.part[0].at);
    int32_t *ind = (int32_t *)(void *)(m.bytes + l.part[1].at);

#define LIE(what, value, says)                                                                                         \
    do {                                                                                                               \
        __typeof__(what) old = what;                                                                                   \
        what = value;                                                                                                  \
        nzs_seal(m.bytes, m.used);                                                                                     \
        refused(&m, m.used, says);                                                                                     \
        what = old;                                                                                                    \
        *h = kept;                                                                                                     \
    } while (0)
    LIE(h->order, 0x04030201, "byte order");
    LIE(h->version, 2, "version 2");
    LIE(h->m, -1, "inconsistent");
    LIE(h->m, (int64_t)1 << 40, "inconsistent");
    LIE(h->nnz, INT64_MAX, "bytes, not");
    LIE(h->nnz, h->nnz + 2000, "bytes, not");
    LIE(h->field, 9, "inconsistent");
    LIE(h->value_size, 4, "inconsistent");
    LIE(h->stored, -1, "inconsistent");
    LIE(ptr[0], 1, "row pointers");
    LIE(ptr[3], 1000000, "negative length");
    LIE(ptr[64], 5, "row pointers");
    LIE(ind[0], -1, "out of range or order");
    LIE(ind[0], 64, "out of range or order");
    LIE(ind[1], ind[0], "out of range or order");
    LIE(h->n, 20, "out of range or order");
#undef LIE
    memset(h->title, 'x', sizeof h->title); /* no end */
    memcpy(h->name, "a\x1b[31mb", 8);
    nzs_seal(m.bytes, m.used);
    struct matrix b;
    assert_true(open_bytes(m.bytes, m.used, limit_default(), &b, &e));
    assert_null(strchr(b.name, '\x1b'));
    matrix_free(&b);
    free(m.bytes);
    matrix_free(&a);
}

TEST(too_large_for_the_limit)
{
    struct matrix a, b;
    struct err e = { 0 };

    assert_true(matrix_open("gen:stencil5:8", limit_default(), NULL, &a, &e));
    struct written m = packed(&a);
    assert_false(open_bytes(m.bytes, m.used, 1000, &b, &e));
    assert_int_equal(e.code, ERR_MEMORY);
    free(m.bytes);
    matrix_free(&a);
}

TESTS(NULL, NULL)
