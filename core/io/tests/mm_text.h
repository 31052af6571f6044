/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mm_text: for tests: text as a file to open, a writer's text in memory, and a plain reader to compare with. */
#pragma once

#include "core/base/limit.h"
#include "core/engine/open.h"
#include "core/io/mm_write.h"
#include "core/tests/cmocka.h"

/* The name of a new file with these bytes, for file_drop. */
static inline char *file_of(const void *bytes, size_t n)
{
    char *path = strdup("/tmp/nzscope-test-XXXXXX");
    int fd = path ? mkstemp(path) : -1;

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    close(fd);
    return path;
}

static inline void file_drop(char *path)
{
    unlink(path);
    free(path);
}

/* Opens a file with these bytes. */
static inline bool open_bytes(const void *bytes, size_t n, uint64_t limit, struct matrix *a, struct err *e)
{
    char *path = file_of(bytes, n);
    bool ok = matrix_open(path, limit, NULL, a, e);

    file_drop(path);
    return ok;
}

static inline bool open_text(const char *text, struct matrix *a, struct err *e)
{
    return open_bytes(text, strlen(text), limit_default(), a, e);
}
struct written {
    char *bytes;
    size_t used;
};

static inline bool memory_put(void *arg, const char *bytes, size_t n, struct err *e)
{
    struct written *m = arg;
    char *grown = realloc(m->bytes, m->used + n + 1);

    if (!grown)
        return err_nomem(e, "a test", n);
    memcpy(grown + m->used, bytes, n);
    m->bytes = grown;
    m->used += n;
    m->bytes[m->used] = 0;
    return true;
}

/* A coordinate file read by fscanf into a dense array of doubles (magnitudes of complex ones), mirrored and summed as
   the banner says. NULL for what such a simple reader does not understand. */
static inline double *read_naively(const char *text, int64_t *m, int64_t *n)
{
    char format[40], field[40], symmetry[40], line[2000];
    FILE *f = fmemopen((void *)(size_t)text, strlen(text), "r");
    double *x = NULL;
    long long rows = -1, cols = 0, count = 0, i, j;

    assert_non_null(f);
    if (fscanf(f, "%%%%MatrixMarket matrix %39s %39s %39s", format, field, symmetry) != 3 ||
        strcmp(format, "coordinate"))
        goto done;
    if (strcmp(field, "real") && strcmp(field, "integer") && strcmp(field, "pattern"))
        goto done;
    while (fgets(line, sizeof line, f) && sscanf(line, "%lld %lld %lld", &rows, &cols, &count) != 3)
        ;
    /* no size line: its line ends are not ours */
    if (rows < 0 || rows * cols > 50000000)
        goto done;
    x = calloc((size_t)(rows * cols) + 1, sizeof *x);
    assert_non_null(x);
    for (long long k = 0; k < count; k++) {
        char word[400] = "1";
        assert_int_equal(fscanf(f, "%lld %lld", &i, &j), 2);
        if (strcmp(field, "pattern"))
            assert_int_equal(fscanf(f, "%399s", word), 1);
        double v = strtod(word, NULL);
        i--;
        j--;
        x[i * cols + j] += v;
        if (i != j && strcmp(symmetry, "general"))
            x[j * cols + i] += strcmp(symmetry, "skew-symmetric") ? v : -v;
    }
    *m = rows;
    *n = cols;
done:
    fclose(f);
    return x;
}
