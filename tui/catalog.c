/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalog: the published matrices by name, and where their files lie on this machine. */
#include "tui/catalog.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/command.h"

/* The project's own matrices: where this program was installed (which need not be where it was built for), beside
   build/nzscope or build/asan/nzscope, else where installing would put them. */
static bool own_folder(char *path, size_t size)
{
    static const char *const places[] = { "../share/nzscope/matrices", "../matrices", "../../matrices" };
    char self[2048];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    for (int i = 0; slash && i < 3; i++) {
        snprintf(path, size, "%.*s/%s", (int)(slash - self), self, places[i]);
        if (access(path, R_OK) == 0) {
            return true;
        }
    }
    snprintf(path, size, "%s/matrices", NZ_DATADIR);
    return access(path, R_OK) == 0;
}

bool catalog_folder(int i, char *path, size_t size)
{
    const char *given = getenv("NZSCOPE_MATRICES"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (i == 1) {
        return own_folder(path, size);
    }
    if (i != 0) {
        return false;
    }
    if (given && *given) {
        snprintf(path, size, "%s", given);
    } else if (data && *data == '/') {
        snprintf(path, size, "%s/nzscope/matrices", data);
    } else {
        snprintf(path, size, "%s/.local/share/nzscope/matrices", home ? home : "");
    }
    return true;
}

void catalog_path(const char *matrix, char *path, size_t size)
{
    char folder[2048];
    bool is_name = *matrix && strncmp(matrix, "gen:", 4) != 0 && access(matrix, F_OK) != 0;
    for (int i = 0; is_name && matrix[0] != '/' && i < 2; i++) {
        for (int j = 0; catalog_folder(i, folder, sizeof folder) && j < 4; j++) {
            char try[4096];
            int n = j == 0   ? snprintf(try, sizeof try, "%s/%s", folder, matrix)
                    : j == 1 ? snprintf(try, sizeof try, "%s/%s.mtx", folder, matrix)
                    : j == 2 ? snprintf(try, sizeof try, "%s/%s.mtx.gz", folder, matrix)
                             : snprintf(try, sizeof try, "%s/%s/%s.mtx", folder, matrix, matrix);
            if (n < (int)sizeof try && access(try, R_OK) == 0) {
                snprintf(path, size, "%s", try);
                return;
            }
        }
    }
    snprintf(path, size, "%s", matrix);
}

/* One line of the file: name, group, rows, cols, nnz, mean, deviation, sets, note, with tabs between them. */
static bool take_entry(char *line, struct catalog_entry *c)
{
    char *field[9] = { 0 };
    line[strcspn(line, "\r\n")] = 0;
    for (int i = 0; i < 9 && line; i++) {
        field[i] = strsep(&line, "\t");
    }
    if (!field[7] || !number_parse(field[2], &c->rows) || !number_parse(field[3], &c->cols) ||
        !number_parse(field[4], &c->nnz)) {
        return false;
    }
    snprintf(c->name, sizeof c->name, "%s", field[0]);
    snprintf(c->group, sizeof c->group, "%s", field[1]);
    snprintf(c->set, sizeof c->set, "%s", field[7]);
    return true;
}

bool catalog_load(struct catalog *c, struct err *e)
{
    char folder[2048] = "", path[2200];
    char *line = NULL;
    size_t room = 0;
    bool ok = false;
    *c = (struct catalog){ 0 };
    own_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/catalog.tsv", folder);
    FILE *f = fopen(path, "re");
    if (!f) {
        return err_set(e, ERR_INPUT, "cannot read the catalogue %.300s: %s", path, strerror(errno));
    }
    while (getline(&line, &room, f) >= 0) {
        struct catalog_entry entry = { 0 };
        if (!take_entry(line, &entry)) {
            continue; /* the header */
        }
        struct catalog_entry *more = realloc(c->entry, (size_t)(c->count + 1) * sizeof *more);
        if (!more) {
            err_nomem(e, "the catalogue", sizeof *more);
            goto done;
        }
        c->entry = more;
        c->entry[c->count++] = entry;
    }
    ok = true;
done:
    free(line);
    fclose(f);
    if (!ok) {
        catalog_free(c);
    }
    return ok;
}

void catalog_free(struct catalog *c)
{
    free(c->entry);
    *c = (struct catalog){ 0 };
}
