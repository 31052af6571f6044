/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mm_files: files found in the wild, strange and broken ones too, where a folder of them is there (NZSCOPE_SHARED,
   else ../shared); skipped otherwise. */
#include <zlib.h>

#include "core/engine/open.h"
#include "core/io/tests/mm_text.h"
#include "core/matrix/tests/csr_valid.h"
#include "core/tests/cmocka.h"

enum { LINE = 2000, COLUMNS = 4 };

struct index {
    char folder[1000];
    FILE *file;
    char line[LINE], *column[COLUMNS];
};

static bool index_open(struct index *x, const char *folder)
{
    const char *shared = getenv("NZSCOPE_SHARED");
    char path[1100];

    snprintf(x->folder, sizeof x->folder, "%s/%s", shared ? shared : "../shared", folder);
    snprintf(path, sizeof path, "%s/INDEX.tsv", x->folder);
    x->file = fopen(path, "r");
    return x->file && fgets(x->line, sizeof x->line, x->file);
}

static bool index_next(struct index *x)
{
    if (!fgets(x->line, sizeof x->line, x->file)) {
        fclose(x->file);
        return false;
    }
    char *p = x->line;
    for (int c = 0; c < COLUMNS; c++)
        x->column[c] = p ? strsep(&p, "\t\n") : NULL;
    return true;
}

/* The whole text of a plain or gzipped file. */
static char *slurp(const char *path)
{
    gzFile f = gzopen(path, "rb");
    size_t used = 0, room = 1 << 16;
    char *text = malloc(room + 1);
    int n;

    assert_non_null(f);
    while ((n = gzread(f, text + used, (unsigned)(room - used))) > 0) {
        used += (size_t)n;
        if (used == room)
            text = realloc(text, (room *= 2) + 1);
        assert_non_null(text);
    }
    gzclose(f);
    text[used] = 0;
    return text;
}

static void compare(const char *path, const struct matrix *a)
{
    int64_t m, n;
    char *text = slurp(path);
    double *x = read_naively(text, &m, &n);

    if (x) {
        assert_int_equal(a->csr.m, m);
        assert_int_equal(a->csr.n, n);
        for (int64_t i = 0; i < m; i++)
            for (int64_t p = a->csr.ptr[i]; p < a->csr.ptr[i + 1]; p++) {
                double v = ((const double *)a->csr.val)[p], *w = &x[i * n + a->csr.ind[p]];
                if (!(v == *w || (isnan(v) && isnan(*w))))
                    fail_msg("%s: (%ld, %d): %a, not %a", path, (long)i, a->csr.ind[p], v, *w);
                *w = 0;
            }
        for (int64_t k = 0; k < m * n; k++)
            assert_true(x[k] == 0); /* nothing was left out */
    }
    free(x);
    free(text);
}

TEST(odd_files)
{
    struct index x;
    int seen = 0;

    if (!index_open(&x, "matrices-odd"))
        skip();
    while (index_next(&x)) {
        char path[2100], where[1000];
        struct matrix a;
        struct err e = { 0 };
        bool valid = strcmp(x.column[1], "valid") == 0;
        snprintf(path, sizeof path, "%s/%s", x.folder, x.column[0]);
        bool ok = matrix_open(path, limit_default(), NULL, &a, &e);
        snprintf(where, sizeof where, "%.900s:", x.column[0]);
        if (ok && !valid)
            fail_msg("%s was accepted: %s", path, x.column[2]);
        bool packed = strstr(x.column[0], ".bz2") != NULL;
        if (!ok && valid && e.code != ERR_MEMORY && !packed)
            fail_msg("%s was refused: %s", path, e.text);
        if (!ok && !valid) {
            /* file:line: text */
            const char *p = strstr(e.text, where);
            assert_int_equal(e.code, ERR_INPUT);
            if (!p || strtol(p + strlen(where), NULL, 10) < 1)
                fail_msg("no line: %s", e.text);
        }
        if (ok) {
            assert_true(csr_valid(&a.csr, &e));
            compare(path, &a);
            matrix_free(&a);
        }
        seen++;
    }
    assert_true(seen > 100);
}

TEST(real_files)
{
    struct index x;
    int seen = 0;

    if (!index_open(&x, "matrices-real"))
        skip();
    while (index_next(&x)) {
        char path[2100];
        struct matrix a;
        struct err e = { 0 };
        snprintf(path, sizeof path, "%s/%s", x.folder, x.column[0]);
        if (!matrix_open(path, limit_default(), NULL, &a, &e))
            fail_msg("%s", e.text);
        assert_int_equal(a.csr.m, atoll(x.column[1]));
        assert_int_equal(a.csr.n, atoll(x.column[2]));
        assert_int_equal(a.stored, atoll(x.column[3]));
        assert_true(csr_valid(&a.csr, &e));
        compare(path, &a);
        matrix_free(&a);
        seen++;
    }
    assert_true(seen > 50);
}

TESTS(NULL, NULL)
