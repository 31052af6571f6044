/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_matrix_words: sets of the catalogue as lists of matrices, with and without files on this machine. */
#include <sys/stat.h>

#include "core/catalog/matrix_words.h"
#include "core/tests/cmocka.h"

static char folder[] = "/tmp/nzscope-words-XXXXXX";

static struct matrix_words take(const char *word, enum absent absent)
{
    struct matrix_words w;
    struct err e = { 0 };
    assert_true(matrix_words_take(&w, (char *const[]){ (char *)word }, 1, absent, &e));
    return w;
}

TEST(test_sets)
{
    static const struct {
        const char *set;
        int of;
    } sets[] = { { "S0", 30 }, { "S1", 30 }, { "S2", 10 }, { "S3", 13 }, { "S4", 9 }, { "s4", 9 } };
    for (size_t i = 0; i < COUNT(sets); i++) {
        struct matrix_words w = take(sets[i].set, ABSENT_NAMED);
        assert_int_equal(w.count, sets[i].of);
        assert_true(matrix_words_set(sets[i].set));
        matrix_words_free(&w);
    }
    static const char *const others[] = { "S", "S9", "S0,S1", "", "mcfe", "gen:demo", "gen:S0" };
    for (size_t i = 0; i < COUNT(others); i++) {
        struct matrix_words w = take(others[i], ABSENT_NAMED);
        assert_int_equal(w.count, 1);
        assert_string_equal(w.spec[0], others[i]);
        matrix_words_free(&w);
    }
}

TEST(test_absent)
{
    struct matrix_words w = take("S2", ABSENT_LEFT);
    assert_int_equal(w.count, 2);
    assert_string_equal(w.spec[0], "cage4"); /* the project's own */
    assert_string_equal(w.spec[1], "mcfe");
    assert_int_equal(w.left_out, 8);
    assert_non_null(strstr(w.why, "S2: 8 of 10 matrices are not on this machine (mhda416, olm1000, "));
    assert_non_null(strstr(w.why, "get S2 fetches them, --use-twins takes their twins"));
    matrix_words_free(&w);
    w = take("S2", ABSENT_TWINNED);
    assert_int_equal(w.count, 10);
    assert_int_equal(w.twins, 8);
    assert_int_equal(w.left_out, 0);
    assert_string_equal(w.spec[1], "gen:twin:mhda416");
    assert_string_equal(w.spec[2], "mcfe");
    matrix_words_free(&w);
    w = take("S3", ABSENT_LEFT);
    assert_int_equal(w.count, 0);
    assert_non_null(strstr(w.why, "no collection has them"));
    matrix_words_free(&w);
    w = take("Olafu", ABSENT_TWINNED);
    assert_string_equal(w.spec[0], "gen:twin:olafu");
    matrix_words_free(&w);
    w = take("lower:Olafu", ABSENT_TWINNED);
    assert_string_equal(w.spec[0], "lower:gen:twin:olafu");
    matrix_words_free(&w);
    w = take("olafu", ABSENT_LEFT); /* alone: opening it says why not */
    assert_string_equal(w.spec[0], "olafu");
    assert_int_equal(w.left_out, 0);
    matrix_words_free(&w);
}

/* A file may be called like a set. */
TEST(test_file)
{
    assert_int_equal(chdir(folder), 0);
    FILE *f = fopen("S0", "w");
    assert_non_null(f);
    fclose(f);
    struct matrix_words w = take("S0", ABSENT_TWINNED);
    assert_int_equal(w.count, 1);
    assert_string_equal(w.spec[0], "S0");
    matrix_words_free(&w);
    unlink("S0");
    assert_int_equal(mkdir("S0", 0777), 0); /* a folder hides no set */
    w = take("S0", ABSENT_TWINNED);
    assert_int_equal(w.count, 30);
    matrix_words_free(&w);
    rmdir("S0");
    assert_int_equal(chdir("/"), 0);
}

static int setup(void **state)
{
    char path[100];
    if (!mkdtemp(folder) || setenv("NZSCOPE_MATRICES", folder, 1) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/mcfe.mtx", folder);
    FILE *f = fopen(path, "w");
    return f ? fclose(f) : -1;
}

static int teardown(void **state)
{
    char path[100];
    snprintf(path, sizeof path, "%s/mcfe.mtx", folder);
    unlink(path);
    return rmdir(folder);
}

TESTS(setup, teardown)
