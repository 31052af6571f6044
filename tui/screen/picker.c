/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picker: what there is to open. */
#include "tui/screen/picker.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/text.h"
#include "core/catalog/catalog.h"
#include "core/generate/gen.h"
#include "tui/screen/app.h"

/* Bounds of the search below the current directory, so that the picker opens at once everywhere. */
enum { DEPTH = 3, LOOKS = 20000, FILES = 400 };

static void add(struct app *a, const char *group, const char *spec, double bytes, const char *note)
{
    if (a->entries == APP_ENTRIES || strlen(spec) >= sizeof a->entry->spec)
        return;
    struct entry *e = &a->entry[a->entries++];
    *e = (struct entry){ .group = group, .bytes = bytes };
    snprintf(e->spec, sizeof e->spec, "%s", spec);
    snprintf(e->note, sizeof e->note, "%s", note);
}

static bool is_matrix(const char *name)
{
    return text_ends_in(name, ".mtx") || text_ends_in(name, ".mtx.gz") || text_ends_in(name, ".nzs");
}

struct search {
    struct app *a;
    int looks, files;
};

/* The files of a folder in alphabetical order, then its folders. */
static void look_into(struct search *s, const char *folder, int depth)
{
    struct dirent **list;
    int n = scandir(folder[0] ? folder : ".", &list, NULL, alphasort);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            char path[1024];
            struct stat st;
            if (list[i]->d_name[0] == '.' || ++s->looks > LOOKS || s->files >= FILES ||
                snprintf(path, sizeof path, "%s%s%s", folder, folder[0] ? "/" : "", list[i]->d_name) >=
                    (int)sizeof path)
                continue;
            bool file = is_matrix(list[i]->d_name);
            if (pass == 0 && file && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
                add(s->a, "file", path, (double)st.st_size, "");
                s->files++;
            } else if (pass == 1 && !file && depth > 0 && lstat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
                look_into(s, path, depth - 1);
            }
        }
    for (int i = 0; i < n; i++)
        free(list[i]);
    if (n >= 0)
        free(list);
}

static void add_catalog(struct app *a)
{
    struct catalog c;
    if (!catalog_load(&c, NULL))
        return;
    for (int i = 0; i < c.count; i++) {
        const struct catalog_entry *e = &c.entry[i];
        char path[4096], spec[96], note[96], rows[TEXT_SIZE], cols[TEXT_SIZE], nnz[TEXT_SIZE];
        bool here = catalog_path_of(e->name, path, sizeof path);
        snprintf(spec, sizeof spec, "%s%s", here ? "" : "gen:twin:", e->name);
        snprintf(note, sizeof note, "%s × %s · %s nz · %s%s", text_count(rows, e->rows), text_count(cols, e->cols),
                 text_count(nnz, e->nnz), e->set, here || catalog_public(e) ? "" : " · not in the collection");
        add(a, "catalogue", spec, 0, note);
    }
    catalog_free(&c);
}

void picker_fill(struct app *a)
{
    if (!a->entry)
        a->entry = calloc(APP_ENTRIES, sizeof *a->entry);
    a->entries = 0;
    if (!a->entry)
        return;
    for (int i = 0; i < a->specs; i++)
        add(a, "opened", a->spec[i], 0, "named at the start, or opened before");
    add(a, "demo", "gen:demo", 0, "a matrix that shows what every panel is for");
    struct search s = { a, 0, 0 };
    look_into(&s, "", DEPTH);
    add_catalog(a);
    for (int i = 0; generators[i]; i++) {
        char spec[128];
        snprintf(spec, sizeof spec, "gen:%s", generators[i]->example);
        if (strcmp(spec, "gen:demo") != 0)
            add(a, "generator", spec, 0, generators[i]->what);
    }
}
