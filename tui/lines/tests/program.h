/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program: runs the real program, without a screen, in a folder of its own, and reads what it prints, for tests. */
#pragma once

#include <sys/wait.h>

#include <jansson.h>

#include "core/tests/shell.h"

#define OLD_HEADER                                                                                                     \
    "matrix\tm\tn\tnnz\top\ttype\tk\tlayout\tkernel\tformat\tdevice\tthreads\tparams\tcache\tprepare_ms\tupload_"      \
    "ms\tsamples\t"                                                                                                    \
    "time_ms\ttime_mean_ms\ttime_min_ms\tci_lo_ms\tci_hi_ms\tgflops\tgnnzs\tgbs\troof_frac\tspeedup\terr_"             \
    "ratio\tstatus"
#define HEADER                                                                                                         \
    OLD_HEADER                                                                                                         \
    "\tblocks\tflags\tscaling\tlibrary\tnnz_per_s\tpays_after\tprepare_"                                               \
    "products\treorder\tdate\thost\tprocessor\tdriver"                                                                 \
    "\tlibraries\tversion\tcommit\tclock_start_mhz\tclock_end_mhz\tload_others\troof\torigin\tphases"                  \
    "\trow_mean\trow_std\troof_gflops\terr_abs\terr_rel\tunclear\tversus\tratio\tratio_lo\tratio_"                     \
    "hi\tverdict\tengine"
enum { COLUMNS = 62 };

static char program[512], folder[] = "/tmp/nzscope-program-XXXXXX";
static char *out, *said; /* what the last run wrote to its two outputs */

static inline char *slurp(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    char *text = calloc(1, 1 << 22);
    size_t n = fread(text, 1, (1 << 22) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

static inline const char *at(const char *name)
{
    static char path[4][128];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

/* That other programs were busy while the test ran is nothing that it asks for. */
static inline void drop_busy(char *text)
{
    for (char *at; (at = strstr(text, "nzscope: our threads waited ")) || (at = strstr(text, "nzscope: roof of "));) {
        char *next = at + strcspn(at, "\n");
        next += *next == '\n';
        memmove(at, next, strlen(next) + 1);
    }
}

/* Runs the shell command, in which NZ is the program, within the test's folder; returns its exit status. */
static inline int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline int run(const char *format, ...)
{
    char words[2000], command[3200];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(command, sizeof command, "cd %s && NZ='%s' && { %s\n} >out 2>said </dev/null", folder, program, words);
    int status = system(command);
    free(out);
    free(said);
    out = slurp(at("out"));
    said = slurp(at("said"));
    drop_busy(said);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Ends well; prints `text` in what it prints, or nothing else. */
#define runs(...)                                                                                                      \
    do {                                                                                                               \
        if (run(__VA_ARGS__) != 0)                                                                                     \
            fail_msg("it failed and said '%s'", said);                                                                 \
    } while (0)

static inline void shows(const char *text, const char *words)
{
    runs("%s", words);
    if (!strstr(out, text))
        fail_msg("'%s' printed '%s', without '%s'", words, out, text);
}

static inline void prints(const char *text, const char *words)
{
    runs("%s", words);
    assert_string_equal(out, text);
}

static inline void fails(int status, const char *text, const char *words)
{
    int got = run("%s", words);
    if (got != status || !strstr(said, text) || strncmp(said, "nzscope: ", 9) != 0)
        fail_msg("'%s' ended with %d and said '%s', not %d and '%s'", words, got, said, status, text);
}

/* Ends with 2 and says `text`; the file stays as it is. */
static inline void refuses(const char *name, const char *text, const char *words)
{
    char *before = slurp(at(name));
    fails(2, text, words);
    char *after = slurp(at(name));
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static inline void write_file(const char *name, const char *text)
{
    FILE *f = fopen(at(name), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* The i-th field of a row of tabs, in a buffer of its own. */
static inline const char *field(const char *row, int i)
{
    static char text[256];
    for (; i > 0 && row; i--) {
        row = strchr(row, '\t');
        row += row != NULL;
    }
    snprintf(text, sizeof text, "%.*s", row ? (int)strcspn(row, "\t\n") : 0, row ? row : "");
    return text;
}

static inline const char *line(const char *text, int i)
{
    for (; i > 0 && text; i--) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text ? text : "";
}

static inline int tabs(const char *row)
{
    int n = 0;
    for (; *row && *row != '\n'; row++)
        n += *row == '\t';
    return n;
}

static inline int prepare(void **state)
{
    const char *build = getenv("NZSCOPE_BUILD");
    char *path = realpath(build ? build : "build", NULL);
    if (!path || !mkdtemp(folder))
        return -1;
    snprintf(program, sizeof program, "%s/nzscope", path);
    free(path);
    return access(program, X_OK);
}

static inline int clean(void **state)
{
    free(out);
    free(said);
    return shell_status("rm -r %s", folder);
}
