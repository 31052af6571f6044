/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/outputs.h"

#include <sys/stat.h>

#include "core/base/file_same.h"
#include "core/catalog/catalog.h"
#include "core/catalog/matrix_words.h"

static const enum option written[] = {
    OPT_OUT, OPT_APPEND, OPT_PLOT, OPT_GROUP, OPT_SAVE_X, OPT_SCREENSHOT, OPT_RECORD
};
enum { WRITTEN = COUNT(written) };

/* Whether an output differs from a file in use. */
static bool apart(const char *out, const char *in, const char *use, struct err *e)
{
    return !in || !*in || access(in, F_OK) != 0 || !file_same(out, in) ||
           err_set(e, ERR_USAGE, "%.300s is %s; name another file, or give --force", out, use);
}

/* The same for a matrix as the user names it: a path, a name of the catalogue, or the lower triangle of one. */
static bool apart_from_matrix(const char *out, const char *matrix, const char *use, struct err *e)
{
    static const char lower[] = "lower:";
    char path[4096];
    while (matrix && strncmp(matrix, lower, sizeof lower - 1) == 0 && access(matrix, F_OK) != 0)
        matrix += sizeof lower - 1;
    if (!matrix || !*matrix || strncmp(matrix, "gen:", 4) == 0)
        return true;
    catalog_path(matrix, path, sizeof path);
    return apart(out, path, use, e);
}

static bool apart_from_word(const char *out, const char *word, const char *use, struct err *e)
{
    struct matrix_words w;
    bool ok = matrix_words_take(&w, (char *const[]){ (char *)word }, 1, ABSENT_NAMED, e);
    for (int i = 0; ok && i < w.count; i++)
        ok = apart_from_matrix(out, w.spec[i], use, e);
    matrix_words_free(&w);
    return ok;
}

static bool apart_from_inputs(const char *out, const struct options *o, struct err *e)
{
    bool matrices = strstr(tui_commands[o->command].arguments, "MATRIX") != NULL, ok = true;
    for (int i = 0; ok && i < o->words; i++)
        if (matrices)
            ok = apart_from_word(out, o->word[i],
                                 o->command == CMD_mul && i ? "the X being read" : "the matrix being opened", e);
        else if (o->command == CMD_replay || o->command == CMD_list)
            ok = apart(out, o->word[i], o->command == CMD_list ? "the table being read" : "the recording being played",
                       e);
    if (ok && o->command == CMD_tour && o->words)
        ok = apart(out, o->word[0], "the tour being shown", e);
    if (ok && o->command == CMD_prompt)
        ok =
            apart(out, o->words && strcmp(o->word[0], "-") != 0 ? o->word[0] : "/dev/stdin", "the script being run", e);
    return ok && apart(out, o->value[OPT_SCRIPT], "the script being run", e);
}

bool outputs_check_file(const char *path, const struct options *session, const char *open, struct err *e)
{
    return (session && session->value[OPT_FORCE]) ||
           (apart_from_matrix(path, open, "an open matrix", e) &&
            (!session || (apart_from_inputs(path, session, e) &&
                          apart(path, session->value[OPT_RECORD], "the recording being made", e))));
}

static bool apart_from_each_other(const struct options *o, struct err *e)
{
    for (int i = 0; i < WRITTEN; i++) {
        const char *a = o->value[written[i]];
        for (int j = 0; a && j < i; j++) {
            const char *b = o->value[written[j]];
            if (b && file_same(a, b))
                return err_set(e, ERR_USAGE, "%.300s is named twice, for %s and for %s; name two files", a,
                               option_table[written[j]].name, option_table[written[i]].name);
        }
    }
    return true;
}

/* Results of bench took time and differ the next time; a product, a picture or a page can be remade. */
static bool no_results_lost(const struct options *o, const struct options *session, struct err *e)
{
    const char *out = o->value[OPT_OUT];
    struct stat st;
    return !out || !option_belongs(OPT_APPEND, o->command) || (session && session->value[OPT_FORCE]) ||
           stat(out, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0 ||
           err_set(e, ERR_USAGE, "%.300s is there already; name another file, add to it with --append, or give --force",
                   out);
}

/* Whether a file can be made there: else that would be found out after hours of measuring. */
static bool can_be_made(const char *path, struct err *e)
{
    char folder[4096];
    struct stat st;
    const char *slash = strrchr(path, '/');
    const bool exists = stat(path, &st) == 0;
    if (strcmp(path, "-") == 0 || (exists && !S_ISDIR(st.st_mode)))
        return true;
    if (exists)
        return err_set(e, ERR_INPUT, "%.300s: cannot be written: %s", path, err_reason(EISDIR));
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return access(folder, W_OK | X_OK) == 0 ||
           err_set(e, ERR_INPUT, "%.300s: cannot be created: %s", path, err_reason(errno));
}

bool outputs_check(const struct options *o, const struct options *session, const char *open, struct err *e)
{
    bool ok = apart_from_each_other(o, e);
    for (int i = 0; ok && !o->value[OPT_FORCE] && i < WRITTEN; i++) {
        const char *out = o->value[written[i]];
        ok = !out || ((written[i] == OPT_APPEND || apart(out, o->value[OPT_BASELINE], "the baseline", e)) &&
                      apart(out, o->value[OPT_ENGINE], "the engine", e) &&
                      apart(out, o->value[OPT_COMPARE_ENGINE], "the engine", e) && apart_from_inputs(out, o, e) &&
                      outputs_check_file(out, session, open, e));
    }
    for (int i = 0; ok && i < WRITTEN; i++) /* the output of report is a folder */
        ok = !o->value[written[i]] || o->command == CMD_report || can_be_made(o->value[written[i]], e);
    return ok && (o->value[OPT_FORCE] || no_results_lost(o, session, e));
}

bool outputs_named_as_text(const char *path, const struct options *o, const char *text, const char *suffix,
                           struct err *e)
{
    static const char *const others[] = {
        ".gz",   ".bz2", ".xz",      ".zip",  ".tar", ".tgz", ".xls",
        ".xlsx", ".ods", ".parquet", ".html", ".pdf", ".svg", ".png",
#define SUFFIX(suffix) suffix,
#include "core/base/readers.list"
    };
    for (size_t i = 0; path && i < COUNT(others); i++)
        if (text_ends_in(path, others[i]) && !text_ends_in(path, suffix))
            return err_set(e, ERR_USAGE, "%.300s: %s writes %s, no %s; call it FILE%s", path,
                           tui_commands[o->command].name, text, others[i], suffix);
    return true;
}
