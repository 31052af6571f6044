/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/picker.h"

#include <dirent.h>
#include <sys/stat.h>

#include "core/base/matrix_file.h"
#include "core/catalog/catalog.h"
#include "core/generate/gen.h"

/* Limits the search below the current directory, so that the picker always opens at once. */
enum { DEPTH = 3, LOOKS = 20000, FILES = 400 };

/* Whether it is among the first entries: an opened matrix is not listed twice. */
static bool is_opened(const struct picker *p, const char *spec)
{
    for (int i = 0; i < p->entries && strcmp(p->entry[i].group, "opened") == 0; i++)
        if (strcmp(p->entry[i].spec, spec) == 0)
            return true;
    return false;
}

/* st: of a file, else NULL. */
static void add(struct picker *p, const char *group, const char *spec, const struct stat *st, const char *note)
{
    if (p->entries == PICKER_MAX || strlen(spec) >= sizeof p->entry->spec || is_opened(p, spec))
        return;
    struct picker_entry *e = &p->entry[p->entries++];
    *e = (struct picker_entry){ .group = group };
    if (st) {
        e->bytes = (double)st->st_size;
        e->when = st->st_mtime;
    }
    snprintf(e->spec, sizeof e->spec, "%s", spec);
    snprintf(e->note, sizeof e->note, "%s", note);
}

struct file_search {
    struct picker *to;
    int looks, files;
};

/* The files of a folder in alphabetical order, a9 before a10, then its subfolders. */
static void look_into(struct file_search *s, const char *folder, int depth)
{
    struct dirent **list;
    int n = scandir(folder[0] ? folder : ".", &list, NULL, versionsort);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++) {
            char path[1024];
            struct stat st;
            if (list[i]->d_name[0] == '.' || ++s->looks > LOOKS || s->files >= FILES ||
                snprintf(path, sizeof path, "%s%s%s", folder, text_ends_in(folder, "/") || !folder[0] ? "" : "/",
                         list[i]->d_name) >= (int)sizeof path)
                continue;
            bool file = matrix_file_offered(list[i]->d_name);
            if (pass == 0 && file && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
                add(s->to, "file", path, &st, "");
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

static void add_catalog(struct picker *p)
{
    struct catalog c;
    if (!catalog_load(&c, NULL))
        return;
    for (int i = 0; i < c.count; i++) {
        const struct catalog_entry *e = &c.entry[i];
        char path[4096], spec[96], note[96], rows[TEXT_SIZE], cols[TEXT_SIZE], nnz[TEXT_SIZE];
        struct stat st;
        bool here = catalog_path_of(e->name, path, sizeof path);
        snprintf(spec, sizeof spec, "%s%s", here ? "" : "gen:twin:", e->name);
        snprintf(note, sizeof note, "%s × %s · %s nz · report%s %s%s", text_count(rows, e->rows),
                 text_count(cols, e->cols), text_count(nnz, e->nnz), strchr(e->set, ',') ? "s" : "", e->set,
                 here || catalog_public(e) ? "" : " · not in the collection");
        add(p, "catalogue", spec, here && stat(path, &st) == 0 ? &st : NULL, note);
    }
    catalog_free(&c);
}

void picker_add_lesson(struct picker *p, const char *name, const char *title)
{
    add(p, "lesson", name, NULL, title);
}

int picker_fill(struct picker *p, char *const *spec, int specs, const char *folder, void (*lessons)(struct picker *))
{
    if (!p->entry)
        p->entry = calloc(PICKER_MAX, sizeof *p->entry);
    p->entries = 0;
    if (!p->entry)
        return 0;
    for (int i = 0; i < specs; i++) {
        struct stat st;
        bool file = stat(spec[i], &st) == 0 && S_ISREG(st.st_mode);
        add(p, "opened", spec[i], file ? &st : NULL, "");
    }
    add(p, "demo", "gen:demo", NULL, "shows what every panel is for");
    if (lessons)
        lessons(p);
    struct file_search s = { p, 0, 0 };
    look_into(&s, folder[0] ? folder : p->folder, DEPTH);
    if (folder[0] && s.files > 0)
        snprintf(p->folder, sizeof p->folder, "%s", folder);
    add_catalog(p);
    for (int i = 0; generators[i]; i++) {
        char example[128];
        snprintf(example, sizeof example, "gen:%s", generators[i]->example);
        if (strcmp(example, "gen:demo") != 0)
            add(p, "generator", example, NULL, generators[i]->what);
    }
    return s.files;
}

void picker_free(struct picker *p)
{
    free(p->entry);
    *p = (struct picker){ 0 };
}
