/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalog/matrix_words.h"

#include <sys/stat.h>

#include "core/base/array.h"
#include "core/catalog/catalog.h"

static bool add_spec(struct matrix_words *w, const char *spec, struct err *e)
{
    if (!array_grow(&w->spec, w->count, sizeof *w->spec) || !(w->spec[w->count] = strdup(spec)))
        return err_nomem(e, "the names of the matrices", strlen(spec) + sizeof *w->spec);
    w->count++;
    return true;
}

/* Adds NAME or lower:NAME, or its twin, or leaves it out (*left_out) if it comes from a set and has no file. */
static bool add_matrix(struct matrix_words *w, const char *name, enum absent absent, bool in_set, bool *left_out,
                       struct err *e)
{
    char twin[160];
    *left_out = false;
    if (absent == ABSENT_NAMED || !catalog_twin_of(name, twin, sizeof twin))
        return add_spec(w, name, e);
    if (absent == ABSENT_TWINNED) {
        w->twins++;
        return add_spec(w, twin, e);
    }
    *left_out = in_set;
    return in_set || add_spec(w, name, e);
}

/* "S0: 25 of 30 matrices are not on this machine (olafu, ...): get S0 fetches them, --use-twins takes their twins" */
static void say_left_out(struct matrix_words *w, const char *set, int left_out, int of, const char *names, bool public)
{
    text_join(w->why, sizeof w->why, "; ",
              "%s: %d of %d matrices %s not on this machine (%s): %s%s%s--use-twins takes their twins", set, left_out,
              of, left_out == 1 ? "is" : "are", names, public ? "get " : "no collection has them, ", public ? set : "",
              public ? " fetches them, " : "");
}

static bool add_set(struct matrix_words *w, const struct catalog *c, const char *set, enum absent absent, struct err *e)
{
    enum { NAMED = 4 };
    char names[200] = "";
    int missing = 0, of = 0;
    bool public = false, left_out, ok = true;
    for (int i = 0; ok && i < c->count; i++) {
        const struct catalog_entry *entry = &c->entry[i];
        if (!catalog_in_set(entry, set))
            continue;
        of++;
        ok = add_matrix(w, entry->name, absent, true, &left_out, e);
        if (!left_out)
            continue;
        public |= catalog_public(entry);
        missing++;
        if (missing <= NAMED + 1)
            text_join(names, sizeof names, ", ", "%s", missing <= NAMED ? entry->name : "...");
    }
    w->left_out += missing;
    if (missing > 0)
        say_left_out(w, set, missing, of, names, public);
    return ok;
}

/* A file hides a set of the same name. A folder does not: it is no matrix, and `report S1 -o S1` makes one. */
static bool is_set(const struct catalog *c, const char *word)
{
    struct stat st;
    if (stat(word, &st) == 0 && !S_ISDIR(st.st_mode))
        return false;
    for (int i = 0; i < c->count; i++)
        if (catalog_in_set(&c->entry[i], word))
            return true;
    return false;
}

bool matrix_words_set(const char *word)
{
    struct catalog c;
    bool set = catalog_load(&c, NULL) && is_set(&c, word);
    catalog_free(&c);
    return set;
}

bool matrix_words_take(struct matrix_words *w, char *const *word, int words, enum absent absent, struct err *e)
{
    struct catalog c; /* empty if unreadable: then no word is a set */
    bool ok = true, left_out;
    *w = (struct matrix_words){ 0 };
    catalog_load(&c, NULL);
    for (int i = 0; ok && i < words; i++)
        ok = is_set(&c, word[i]) ? add_set(w, &c, word[i], absent, e)
                                 : add_matrix(w, word[i], absent, false, &left_out, e);
    catalog_free(&c);
    if (!ok)
        matrix_words_free(w);
    return ok;
}

void matrix_words_free(struct matrix_words *w)
{
    for (int i = 0; i < w->count; i++)
        free(w->spec[i]);
    free(w->spec);
    *w = (struct matrix_words){ 0 };
}
