/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edges: lists of edges as SNAP, GraphChallenge and OGB write them, and what is refused, with its line. */
#include <zlib.h>

#include "core/base/limit.h"
#include "core/io/reader.h"
#include "core/io/tests/mm_text.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"

static bool open_edges(const char *text, size_t n, uint64_t limit, struct matrix *a, struct err *e)
{
    char *path = file_of(text, n);
    bool ok = reader_read(path, limit, NULL, a, e);

    file_drop(path);
    return ok;
}

/* "0:1=1 1:2=0.5": the entries, row by row. */
static const char *entries(const struct csr *a, char out[400])
{
    size_t used = 0;

    out[0] = 0;
    for (int64_t i = 0; i < a->m; i++)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1]; p++)
            used += (size_t)snprintf(out + used, 400 - used, "%s%d:%d=%g", used ? " " : "", (int)i, a->ind[p],
                                     ((double *)a->val)[p]);
    return out;
}

TEST(are_read)
{
    static const struct {
        const char *text, *entries;
        int n, stored;
        enum field field;
        const char *title;
    } cases[] = {
        { "# Directed graph: web\r\n# FromNodeId\tToNodeId\r\n0\t2\r\n2\t1\r\n\r\n1\t0\r\n", "0:2=1 1:0=1 2:1=1", 3, 3,
          FIELD_PATTERN, "edges, vertices from 0: Directed graph: web" },
        { "1\t2\t1\n2\t1\t-2.5e1", "0:1=1 1:0=-25", 2, 2, FIELD_REAL, "edges, vertices from 1" },
        { "% sym unweighted\n% a comment\n 3   1 \n1 2\n", "0:1=1 2:0=1", 3, 2, FIELD_PATTERN,
          "edges, vertices from 1: sym unweighted" },
        { "\xEF\xBB\xBF"
          "1,2\n 1 , 2\n2,2\n",
          "0:1=2 1:1=1", 2, 3, FIELD_PATTERN, "edges, vertices from 1" },
        { "1,2\n 1 , 2\n2,2\n", "0:1=2 1:1=1", 2, 3, FIELD_PATTERN, "edges, vertices from 1" },
        { "0 1\n4\n", "0:1=1", 5, 1, FIELD_PATTERN, "edges, vertices from 0" },
        { "4\n1 2\n", "0:1=1", 4, 1, FIELD_PATTERN, "edges, vertices from 1" },
        { "1 2 1e999\n2 1 0\n", "0:1=inf 1:0=0", 2, 2, FIELD_REAL, "edges, vertices from 1" },
    };
    char text[400];
    struct matrix a;
    struct err e = { 0 };

    for (size_t i = 0; i < COUNT(cases); i++) {
        if (!open_edges(cases[i].text, strlen(cases[i].text), limit_default(), &a, &e))
            fail_msg("'%s': %s", cases[i].text, e.text);
        assert_string_equal(entries(&a.csr, text), cases[i].entries);
        assert_int_equal(a.csr.m, cases[i].n);
        assert_int_equal(a.csr.n, cases[i].n);
        assert_int_equal(a.stored, cases[i].stored);
        assert_int_equal(a.duplicates, cases[i].stored - a.csr.nnz);
        assert_int_equal(a.field, cases[i].field);
        assert_string_equal(a.title, cases[i].title);
        matrix_free(&a);
    }
}

TEST(are_refused)
{
    static const struct {
        const char *text, *says;
        int line;
        enum err_code code;
    } cases[] = {
        { "# none\n", "it has no edges", 0, ERR_INPUT },
        { "5\n", "it has no edges", 0, ERR_INPUT },
        { "0 1\n1 x\n", "'x' is not a vertex", 2, ERR_INPUT },
        { "0 1\n\n-1 2\n", "'-1' is not a vertex", 3, ERR_INPUT },
        { "0 1.5\n", "'1.5' is not a vertex", 1, ERR_INPUT },
        { "0 1 x\n", "'x' is not a number for the weight", 1, ERR_INPUT },
        { "0 1 2 3\n", "more than two vertices and a weight on a line, from '3' on", 1, ERR_INPUT },
        { "0 1\n1 2 5\n", "this edge has a weight, that of line 1 has none", 2, ERR_INPUT },
        { "# c\n0 1 1\n1 2 1\n\n2 3\n", "this edge has no weight, that of line 2 has one", 5, ERR_INPUT },
        { "0 2147483648\n", "larger than 2^31 - 1", 1, ERR_INPUT },
        { "0 99999999999999999999999\n", "larger than 2^31 - 1", 1, ERR_INPUT },
        { "0 2147483647\n", "more vertices than 2^31 - 1", 0, ERR_INPUT },
        { "1 2147483647\n", "reading the matrix", 0, ERR_MEMORY },
        { "# c\n%%MatrixMarket matrix coordinate real general\n2 2 1\n", "below the first line", 2, ERR_INPUT },
        { "3 3 2\n1 1 5\n3 3 1\n", "it begins with a size line", 0, ERR_INPUT },
    };
    struct matrix a;

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct err e = { 0 };
        char line[24] = "";
        if (cases[i].line)
            snprintf(line, sizeof line, ":%d: ", cases[i].line);
        const uint64_t limit = cases[i].code == ERR_MEMORY ? 1 << 22 : UINT64_MAX;
        if (open_edges(cases[i].text, strlen(cases[i].text), limit, &a, &e) || e.code != cases[i].code ||
            !strstr(e.text, cases[i].says) || !strstr(e.text, line) || e.text[0] != '/')
            fail_msg("'%s' is not refused with '%s%s' but: %s", cases[i].text, line, cases[i].says, e.text);
    }
}

/* More text than one piece holds, in blocks of many lines, packed and plain; the line of a fault far behind. */
TEST(long_lists)
{
    enum { N = 300000, ROOM = 20 * N };
    char *text = malloc(ROOM), *packed = malloc(ROOM);
    struct matrix a, b;
    struct err e = { 0 };
    size_t used = 0;
    uLongf n = ROOM;
    z_stream z = { 0 };

    assert_true(text && packed);
    for (int i = 0; i < N; i++)
        used += (size_t)snprintf(text + used, ROOM - used, i % 1000 ? "%d\t%d\n" : "# a comment\n%d %d\n", N - 1 - i,
                                 (int)((i + 1) * (int64_t)7919 % N));
    assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (Bytef *)text;
    z.avail_in = (uInt)used;
    z.next_out = (Bytef *)packed;
    z.avail_out = (uInt)n;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    assert_true(open_edges(text, used, limit_default(), &a, &e));
    assert_true(open_edges(packed, z.total_out, limit_default(), &b, &e));
    deflateEnd(&z);
    assert_true(csr_valid(&a.csr, &e) && csr_valid(&b.csr, &e));
    assert_int_equal(a.csr.m, N);
    assert_int_equal(a.csr.nnz, N);
    assert_int_equal(b.csr.nnz, N);
    assert_string_equal(a.title, "edges, vertices from 0: a comment"); /* the last line alone says so */
    for (int i = 0; i < N; i++)
        assert_true(a.csr.ptr[i] == i && a.csr.ind[i] == (int64_t)(N - i) * 7919 % N && b.csr.ind[i] == a.csr.ind[i]);
    matrix_free(&a);
    matrix_free(&b);
    memcpy(text + used - 4, "x\n", 2);
    assert_false(open_edges(text, used - 2, limit_default(), &a, &e));
    assert_non_null(strstr(e.text, ":300300: "));
    free(text);
    free(packed);
}

TESTS(NULL, NULL)
