/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_tar: the matrix in an archive of the collection is found, and nothing else is. */
#include <zlib.h>

#include "core/engine/open.h"
#include "core/io/tests/mm_text.h"
#include "core/io/tests/tar_text.h"
#include "core/tests/cmocka.h"

static const char small[] = "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n";
static const char vector[] = "%%MatrixMarket matrix array real general\n2 1\n1\n2\n";

/* Opens it as .tar and as .tar.gz. */
static void opens(const struct archive *t, int64_t rows, int64_t cols, const char *says)
{
    for (int gzip = 0; gzip < 2; gzip++) {
        char *path = file_of(t->bytes, t->used + 2 * TAR_BLOCK);
        if (gzip) {
            gzFile gz = gzopen(path, "wb");
            assert_int_equal(gzwrite(gz, t->bytes, (unsigned)t->used), (int)t->used);
            assert_int_equal(gzclose(gz), Z_OK);
        }
        struct matrix a;
        struct err e = { 0 };
        bool ok = matrix_open(path, limit_default(), NULL, &a, &e);
        if (ok != !says || (says && !strstr(e.text, says)))
            fail_msg("'%s'", e.text);
        if (ok) {
            assert_true(a.csr.m == rows && a.csr.n == cols);
            matrix_free(&a);
        } else
            assert_int_equal(e.code, ERR_INPUT);
        file_drop(path);
    }
}

TEST(the_matrix_is_found)
{
    static struct archive t;

    archive_add(&t, "small/", '5', "", 0);
    archive_add(&t, "small/small_b.mtx", '0', vector, strlen(vector));
    archive_add(&t, "small/small_coord.mtx", '0', vector, strlen(vector));
    archive_add(&t, "small/small.txt", '0', "words", 5);
    archive_add(&t, "small/small.mtx", '0', small, strlen(small));
    archive_add(&t, "small/small_c.mtx", '0', vector, strlen(vector));
    opens(&t, 2, 3, NULL);
}

TEST(others_are_not)
{
    static struct archive none, empty, lies, broken;

    archive_add(&none, "small/other.mtx", '0', small, strlen(small));
    opens(&none, 0, 0, "no matrix in the archive");
    archive_add(&empty, "small/small.mtx", '0', "", 0);
    opens(&empty, 0, 0, "is empty");
    /* a size beyond the end of the archive */
    archive_add(&lies, "small/small.mtx", '0', small, strlen(small));
    snprintf(lies.bytes + 124, 12, "%011o", 1000000u);
    memset(lies.bytes + 148, ' ', 8);
    unsigned sum = 0;
    for (int k = 0; k < TAR_BLOCK; k++)
        sum += (unsigned char)lies.bytes[k];
    snprintf(lies.bytes + 148, 8, "%06o", sum);
    opens(&lies, 0, 0, "ends within the matrix");
    archive_add(&broken, "a/b.mtx", '0', small, strlen(small));
    archive_add(&broken, "small/small.mtx", '0', small, strlen(small));
    memset(broken.bytes + 2 * TAR_BLOCK, 'x', 40); /* its checksum is wrong now */
    opens(&broken, 0, 0, "is damaged: a header");
}

TESTS(NULL, NULL)
