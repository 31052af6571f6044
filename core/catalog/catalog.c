/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalog/catalog.h"

#include <sys/stat.h>

#include "core/base/array.h"
#include "core/base/data_folder.h"
#include "core/base/matrix_file.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/base/user_path.h"

#define CATALOG "catalog.tsv"

static bool own_folder(char *path, size_t size)
{
    return data_folder("matrices", "matrices", CATALOG, path, size);
}

bool catalog_folder(int i, char *path, size_t size)
{
    const char *given = getenv("NZSCOPE_MATRICES");
    if (i == CATALOG_OWN)
        return own_folder(path, size);
    if (i == 0 && given && *given)
        snprintf(path, size, "%s", given);
    else if (i != 0 || !user_path(USER_DATA, "matrices", path, size))
        snprintf(path, size, ".");
    return i < CATALOG_OWN;
}

/* Makes the path FOLDER/NAME plus suffix, or FOLDER/NAME/NAME.mtx without one; whether it is a readable file. */
static bool file_in(const char *folder, const char *name, const char *suffix, char *path, size_t size)
{
    struct stat st;
    int n = suffix ? snprintf(path, size, "%s/%s%s", folder, name, suffix)
                   : snprintf(path, size, "%s/%s/%s.mtx", folder, name, name);
    return n < (int)size && access(path, R_OK) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool catalog_path_of(const char *name, char *path, size_t size)
{
    char folder[2048];
    for (int i = 0; *name && *name != '/' && catalog_folder(i, folder, sizeof folder); i++) {
        bool found = file_in(folder, name, "", path, size);
        for (const char *const *s = matrix_file_suffixes; *s && !found; s++)
            found = file_in(folder, name, *s, path, size);
        if (found || file_in(folder, name, NULL, path, size))
            return true;
    }
    return false;
}

void catalog_path(const char *matrix, char *path, size_t size)
{
    if (strncmp(matrix, "gen:", 4) == 0 || access(matrix, F_OK) == 0 || !catalog_path_of(matrix, path, size))
        snprintf(path, size, "%s", matrix);
}

/* Columns of the file, separated by tabs; later ones may be missing. */
enum { NAME, GROUP, ROWS, COLS, NNZ, MEAN, STD, SET, NOTE, MAX, KIND, COLUMNS };

static bool take_entry(char *line, struct catalog_entry *c)
{
    const char *field[COLUMNS];
    line[strcspn(line, "\r\n")] = 0;
    for (int i = 0; i < COLUMNS; i++)
        field[i] = line ? strsep(&line, "\t") : "";
    if (!number_parse(field[ROWS], &c->rows) || !number_parse(field[COLS], &c->cols) ||
        !number_parse(field[NNZ], &c->nnz))
        return false;
    snprintf(c->name, sizeof c->name, "%s", field[NAME]);
    snprintf(c->group, sizeof c->group, "%s", field[GROUP]);
    snprintf(c->set, sizeof c->set, "%s", field[SET]);
    snprintf(c->kind, sizeof c->kind, "%s", field[KIND]);
    c->row_std = *field[STD] ? strtod(field[STD], NULL) : -1;
    /* "~4700": quoted, not counted */
    c->row_max_checked = *field[MAX] != '~';
    if (!number_parse(field[MAX] + !c->row_max_checked, &c->row_max)) {
        c->row_max = -1;
        c->row_max_checked = false;
    }
    return true;
}

bool catalog_load(struct catalog *c, struct err *e)
{
    char folder[2048] = "", path[2200];
    char *line = NULL;
    size_t room = 0;
    bool ok = true;
    *c = (struct catalog){ 0 };
    own_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/" CATALOG, folder);
    FILE *f = fopen(path, "re");
    if (!f)
        return err_set(e, ERR_INPUT, "cannot read the catalogue %.300s: %s", path, strerror(errno));
    while (ok && getline(&line, &room, f) >= 0) {
        struct catalog_entry entry = { 0 };
        if (!take_entry(line, &entry))
            continue; /* the header */
        ok = array_grow(&c->entry, c->count, sizeof entry) || err_nomem(e, "the catalogue", sizeof entry);
        if (ok)
            c->entry[c->count++] = entry;
    }
    free(line);
    fclose(f);
    if (!ok)
        catalog_free(c);
    return ok;
}

void catalog_free(struct catalog *c)
{
    free(c->entry);
    *c = (struct catalog){ 0 };
}

const char *catalog_near(const char *name, char out[64])
{
    struct nearest near = nearest_to(name);
    struct catalog c;
    out[0] = 0;
    if (!catalog_load(&c, NULL))
        return out;
    for (int i = 0; i < c.count; i++)
        nearest_try(&near, c.entry[i].name);
    snprintf(out, 64, "%s", near.best ? near.best : "");
    catalog_free(&c);
    return out;
}

static bool none_called(const char *name, struct err *e)
{
    char near[64];
    catalog_near(name, near);
    return err_set(e, ERR_USAGE, "the catalogue has no matrix '%.60s'%s%s%s", name,
                   *near ? "; did you mean " : " (nzscope list matrices shows it)", near, *near ? "?" : "");
}

bool catalog_find(const char *name, struct catalog_entry *out, struct err *e)
{
    struct catalog c;
    bool found = false;
    if (!catalog_load(&c, e))
        return false;
    for (int i = 0; i < c.count && !found; i++)
        if ((found = strcasecmp(c.entry[i].name, name) == 0))
            *out = c.entry[i];
    catalog_free(&c);
    return found || (e && none_called(name, e));
}

bool catalog_in_set(const struct catalog_entry *c, const char *set)
{
    char item[sizeof c->set];
    for (const char *list = c->set; text_item(&list, item, sizeof item);)
        if (*item && strcasecmp(item, set) == 0)
            return true;
    return false;
}

bool catalog_twin_of(const char *name, char *spec, size_t size)
{
    struct catalog_entry c;
    char path[4096];
    int lower = strncmp(name, "lower:", 6) == 0 ? 6 : 0; /* else the triangle of its twin */
    if (access(name, F_OK) == 0 || catalog_path_of(name + lower, path, sizeof path) ||
        !catalog_find(name + lower, &c, NULL))
        return false;
    snprintf(spec, size, "%.*sgen:twin:%s", lower, name, c.name);
    return true;
}

bool catalog_bare(const char *name, char *out, size_t size)
{
    static const char prefix[] = "twin:";
    const bool twin = strncmp(name, prefix, sizeof prefix - 1) == 0;
    name += twin ? sizeof prefix - 1 : 0;
    const char *seed = twin ? strstr(name, ":seed=") : NULL;
    snprintf(out, size, "%.*s", (int)(seed ? seed - name : (long)strlen(name)), name);
    return twin;
}

bool catalog_public(const struct catalog_entry *c)
{
    return strncmp(c->group, "graph:", 6) != 0;
}
