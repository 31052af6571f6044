/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine_files: the small files that the tests of the engine open. */
#pragma once

#include "core/engine/tests/engine_client.h"
#include "core/tests/cmocka.h"

/* 4 × 3, one duplicate (2 + 3 = 5), an empty row. */
static const char small_file[] = "%%MatrixMarket matrix coordinate real general\n4 3 6\n1 1 1.5\n1 3 -2\n2 2 2\n2 2 3\n"
                                 "4 1 0.25\n4 2 1e3\n";
static const double small[4][3] = { { 1.5, 0, -2 }, { 0, 5, 0 }, { 0, 0, 0 }, { 0.25, 1e3, 0 } };
static const char complex_file[] = "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 3 4\n";
static const char bad_file[] = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n3 1 1\n";
static const char x_file[] = "%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n-1\n0.5\n8\n";

static char folder[] = "/tmp/nzscope-test-XXXXXX";

static inline void file_make(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static inline void file_remove(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

static inline int open_file(struct engine_client *c, const char *name)
{
    return client_say(c, "open %s/%s\n", folder, name);
}

static inline int files_make(void **state)
{
    assert_non_null(mkdtemp(folder));
    file_make("small.mtx", small_file);
    file_make("complex.mtx", complex_file);
    file_make("bad.mtx", bad_file);
    file_make("x.mtx", x_file);
    return 0;
}

static inline int files_remove(void **state)
{
    file_remove("small.mtx");
    file_remove("complex.mtx");
    file_remove("bad.mtx");
    file_remove("x.mtx");
    return rmdir(folder);
}
