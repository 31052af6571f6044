/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unpack: what is packed is whole, to the last sum: a file that gzip or tar would complain of is not accepted. */
#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>

#include "core/io/tests/mm_text.h"
#include "core/io/tests/tar_text.h"
#include "core/tests/cmocka.h"

/* Small texts are unpacked at once, large ones by the thread. */
static const int sizes[] = { 3, 300000 };

static void put(struct written *m, const void *bytes, size_t n)
{
    assert_true(memory_put(m, bytes, n, NULL));
}

static struct written text_of(int entries)
{
    struct written m = { .bytes = malloc(100 + (size_t)entries * 12) };

    assert_non_null(m.bytes);
    m.used = (size_t)sprintf(m.bytes, "%%%%MatrixMarket matrix coordinate real general\n9 9 %d\n", entries);
    for (int k = 0; k < entries; k++)
        m.used += (size_t)sprintf(m.bytes + m.used, "%d %d 12345\n", k % 9 + 1, k / 9 % 9 + 1);
    return m;
}

static void put_member(struct written *m, const char *name, const char *text, size_t n)
{
    static const char zeros[TAR_BLOCK];
    struct archive *t = calloc(1, sizeof *t);

    assert_non_null(t);
    archive_add(t, name, '0', "", n);
    put(m, t->bytes, TAR_BLOCK);
    put(m, text, n);
    put(m, zeros, (TAR_BLOCK - n % TAR_BLOCK) % TAR_BLOCK);
    free(t);
}

/* The matrix, and a vector of 200 kB behind it. */
static struct written archive_of(int entries)
{
    static const char vector[200000], end[2 * TAR_BLOCK];
    struct written text = text_of(entries), m = { 0 };

    put_member(&m, "a/a.mtx", text.bytes, text.used);
    put_member(&m, "a/a_b.mtx", vector, sizeof vector);
    put(&m, end, sizeof end);
    free(text.bytes);
    return m;
}

static void append(const char *path, const void *bytes, size_t n, const char *mode)
{
    gzFile gz = gzopen(path, mode);

    assert_non_null(gz);
    assert_int_equal(gzwrite(gz, bytes, (unsigned)n), (int)n);
    assert_int_equal(gzclose(gz), Z_OK);
}

/* A file of two members, not compressed, so that digits of the text can be found in it. */
static char *gzip_of(const struct written *m)
{
    char *path = file_of("", 0);
    size_t half = m->used / 2;

    append(path, m->bytes, half, "wb0");
    append(path, m->bytes + half, m->used - half, "ab0");
    return path;
}

static void remove_file(char *path, struct written *m)
{
    file_drop(path);
    free(m->bytes);
}

static off_t size_of(const char *path)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return st.st_size;
}

static void opens(const char *path, int entries)
{
    struct matrix a;
    struct err e = { 0 };

    if (!matrix_open(path, limit_default(), NULL, &a, &e))
        fail_msg("%s", e.text);
    assert_int_equal(a.stored, entries);
    matrix_free(&a);
}

static void refused(const char *path, const char *says)
{
    struct matrix a;
    struct err e = { 0 };

    assert_false(matrix_open(path, limit_default(), NULL, &a, &e));
    assert_int_equal(e.code, ERR_INPUT);
    if (!strstr(e.text, "is damaged: ") || !strstr(e.text, says))
        fail_msg("'%s', not '%s'", e.text, says);
}

typedef struct written maker(int entries);
static maker *const makers[] = { text_of, archive_of };

/* Calls `check` for each text and archive of each size. */
static void each(void (*check)(struct written *m, int entries))
{
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < 2; f++) {
            struct written m = makers[f](sizes[k]);
            check(&m, sizes[k]);
        }
}

/* One digit of the last entry, changed into another: the text is as good as before. */
static void change_digit(struct written *m, int entries)
{
    char *path = gzip_of(m), *bytes = malloc((size_t)size_of(path)), *digit = NULL;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    ssize_t n = size_of(path);

    opens(path, entries);
    assert_non_null(bytes);
    assert_int_equal(pread(fd, bytes, (size_t)n, 0), n);
    for (char *p = bytes; (p = memmem(p, (size_t)(bytes + n - p), " 12345\n", 7)); p++)
        digit = p + 1;
    assert_non_null(digit);
    assert_int_equal(pwrite(fd, "9", 1, digit - bytes), 1);
    close(fd);
    refused(path, "checksum of the gzip data is wrong");
    free(bytes);
    remove_file(path, m);
}

static void cut_end(struct written *m, int entries)
{
    static const off_t missing[] = { 1, 4, 8, 30 };
    char *path = gzip_of(m);
    off_t size = size_of(path);

    opens(path, entries);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(truncate(path, size - missing[k]), 0);
        refused(path, "end too early");
    }
    remove_file(path, m);
}

/* As gzip does it: zeros are padding, another member goes on with the text, anything else is damage. */
static void add_behind(struct written *m, int entries)
{
    static const char zeros[300000];
    char *path = gzip_of(m);
    off_t size = size_of(path);
    int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);

    assert_int_equal(write(fd, zeros, sizeof zeros), sizeof zeros);
    opens(path, entries);
    assert_int_equal(write(fd, "x", 1), 1);
    refused(path, "other bytes after the gzip data");
    assert_int_equal(truncate(path, size), 0);
    append(path, "\n\n", 2, "ab");
    opens(path, entries);
    assert_int_equal(write(fd, "x", 1), 1);
    refused(path, "other bytes after the gzip data");
    close(fd);
    remove_file(path, m);
}

TEST(digits_are_summed)
{
    each(change_digit);
}

TEST(ends_are_read)
{
    each(cut_end);
}

TEST(what_is_behind)
{
    each(add_behind);
}

/* 100 kB less: within the vector, which nobody asked for; gzipped and not. */
TEST(archives_are_whole)
{
    for (int k = 0; k < 2; k++) {
        struct written m = archive_of(sizes[k]);
        char *path = gzip_of(&m), *plain = file_of(m.bytes, m.used);
        opens(plain, sizes[k]);
        assert_int_equal(truncate(plain, (off_t)m.used - 100000), 0);
        refused(plain, "the archive ends within a member");
        assert_int_equal(truncate(path, size_of(path) - 100000), 0);
        refused(path, "end too early");
        append(path, m.bytes, m.used - 100000, "wb");
        refused(path, "the archive ends within a member");
        /* neither a header nor the end */
        m.bytes[m.used - 2 * TAR_BLOCK] = 'x';
        append(path, m.bytes, m.used, "wb");
        refused(path, "a header in the archive");
        file_drop(plain);
        remove_file(path, &m);
    }
}

/* An archive may end without the blocks of zeros, and hold anything behind them. */
TEST(ends_of_archives)
{
    struct written m = archive_of(3);
    char *path = file_of(m.bytes, m.used - 2 * TAR_BLOCK);

    opens(path, 3);
    append(path, m.bytes, m.used - 2 * TAR_BLOCK, "wb");
    opens(path, 3);
    put(&m, "anything", 8);
    append(path, m.bytes, m.used, "wb");
    opens(path, 3);
    remove_file(path, &m);
}

TESTS(NULL, NULL)
