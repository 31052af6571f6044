/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/open.h"

#include "core/base/matrix_file.h"
#include "core/base/scrub.h"
#include "core/catalog/catalog.h"
#include "core/catalog/matrix_words.h"
#include "core/generate/gen.h"
#include "core/io/reader.h"

/* "dir/bcsstk13.mtx.gz" → "bcsstk13" */
static void name_from_path(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/');

    scrub_path(slash && slash[1] ? slash + 1 : path, name, size);
    matrix_file_stem(name);
}

/* False: the name of a missing file is in the catalogue, or resembles something else; *e says how to get it. */
static bool may_be_file(const char *name, struct err *e)
{
    struct catalog_entry c;
    char shown[256], near[sizeof c.name];

    if (catalog_find(name, &c, NULL))
        return catalog_public(&c)
                   ? err_set(e, ERR_INPUT, "%s is not on this machine: get %s fetches it, gen:twin:%s is like it",
                             c.name, c.name, c.name)
                   : err_set(e, ERR_INPUT, "%s is not on this machine, nor in the collection; gen:twin:%s is like it",
                             c.name, c.name);
    scrub_path(name, shown, sizeof shown);
    if (strncmp(name, "twin:lower:", 11) == 0)
        return err_set(e, ERR_INPUT, "there is no file %s; lower:gen:twin:%s makes it", shown, shown + 11);
    for (int i = 0; generators[i]; i++) {
        size_t n = strlen(generators[i]->name);
        if (strncmp(name, generators[i]->name, n) == 0 && (name[n] == ':' || !name[n]))
            return err_set(e, ERR_INPUT, "there is no file %s; gen:%s makes a matrix", shown, shown);
    }
    if (matrix_words_set(name))
        return err_set(e, ERR_INPUT, "%s is a set of the catalogue: bench and info take it, and the screen opens it",
                       shown);
    catalog_near(name, near);
    return strpbrk(name, "/.") ||
           err_set(e, ERR_INPUT, "%s is neither a file here nor a matrix of the catalogue%s%s%s", shown,
                   *near ? "; did you mean " : " (nzscope list matrices)", near, *near ? "?" : "");
}

/* Puts "lower:" before a name; "twin:lower:NAME" for a twin; cut to fit. */
static void put_lower(char *text, size_t size)
{
    char name[512];
    const int twin = strncmp(text, "twin:", 5) == 0 ? 5 : 0;

    snprintf(name, sizeof name, "%s", text + twin);
    text[twin] = '\0';
    text_add(text, size, "lower:%s", name);
}

static bool is_lower(const char *spec)
{
    return strncmp(spec, "lower:", 6) == 0 && access(spec, F_OK) != 0;
}

/* The lower triangle of a matrix, which is what a symmetric file stores. A lower triangle is its own. */
static bool open_lower(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    while (is_lower(spec))
        spec += 6;
    if (!*spec)
        return err_set(e, ERR_INPUT, "lower: wants a matrix behind it: lower:A.mtx, lower:NAME or lower:gen:SPEC");
    if (!matrix_open(spec, limit, p, a, e))
        return false;
    csr_keep_lower(&a->csr);
    a->symmetry = SYM_GENERAL;
    a->stored = a->csr.nnz;
    a->upper = 0;
    a->packed = 0;
    put_lower(a->name, sizeof a->name);
    put_lower(a->source, sizeof a->source);
    return true;
}

/* A shell connects a pipe to the front end, which is another process. */
static bool is_pipe(const char *spec)
{
    return (strcmp(spec, "-") == 0 && access(spec, F_OK) != 0) || strcmp(spec, "/dev/stdin") == 0 ||
           strncmp(spec, "/dev/fd/", 8) == 0;
}

bool matrix_open(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    char path[4096];
    bool generated = strncmp(spec, "gen:", 4) == 0;

    if (is_lower(spec))
        return open_lower(spec, limit, p, a, e);
    if (is_pipe(spec))
        return err_set(e, ERR_INPUT,
                       "%s: matrices are read from files, as commands are what comes into the engine; .mtx.gz and "
                       ".tar.gz files are read as they are, anything else is written to a file first",
                       spec);
    /* a front end on another machine does not know the paths of catalogue files here */
    *a = (struct matrix){ 0 };
    if (!generated && access(spec, F_OK) != 0) {
        if (catalog_path_of(spec, path, sizeof path))
            spec = path;
        else if (!may_be_file(spec, e))
            return false;
    }
    if (!(generated ? gen_make(spec + 4, limit, p, a, e) : reader_read(spec, limit, p, a, e)))
        return false;
    scrub_path(spec, a->source, sizeof a->source);
    if (generated) {
        char whole[sizeof a->name];
        gen_whole(spec + 4, whole, sizeof whole);
        scrub_path(whole, a->name, sizeof a->name);
    } else if (!a->name[0]) /* a packed one keeps its name */
        name_from_path(spec, a->name, sizeof a->name);
    return true;
}
