/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_find: the tours that come with nzscope: files NUMBER-NAME.tour in a folder of their own. */
#include <dirent.h>

#include "core/base/data_folder.h"
#include "core/base/scrub.h"
#include "tui/tours/tour.h"

enum { TOURS = 99 };
struct tour_file {
    char name[256], path[2600];
};

static bool folder_of(char *out, size_t size)
{
    return data_folder("tours", "tui/tours", "FORMAT.md", out, size);
}

const char *tour_format(char *path, size_t size)
{
    if (folder_of(path, size))
        text_add(path, size, "/FORMAT.md");
    else
        snprintf(path, size, "tui/tours/FORMAT.md of the sources");
    return path;
}

static int is_tour(const struct dirent *d)
{
    return text_ends_in(d->d_name, ".tour") && strchr(d->d_name, '-');
}

/* In order; returns their number. */
static int list(struct tour_file out[TOURS])
{
    char folder[2300];
    struct dirent **entry;
    int n = folder_of(folder, sizeof folder) ? scandir(folder, &entry, is_tour, alphasort) : -1, listed = 0;
    for (int i = 0; i < n; i++) {
        const char *name = strchr(entry[i]->d_name, '-') + 1;
        struct tour_file *f = &out[listed];
        if (listed < TOURS) {
            snprintf(f->path, sizeof f->path, "%s/%s", folder, entry[i]->d_name);
            snprintf(f->name, sizeof f->name, "%.*s", (int)(strlen(name) - strlen(".tour")), name);
            listed++;
        }
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return listed;
}

int tour_each(void (*each)(void *arg, const char *name, const char *path), void *arg)
{
    struct tour_file file[TOURS];
    const int n = list(file);
    for (int i = 0; i < n; i++)
        each(arg, file[i].name, file[i].path);
    return n;
}

void tour_offer(void (*add)(const char *name))
{
    struct tour_file file[TOURS];
    for (int i = 0, n = list(file); i < n; i++)
        add(file[i].name);
}

bool tour_next(const char *path, char *name, size_t size)
{
    struct tour_file file[TOURS];
    for (int i = 1, n = list(file); i < n; i++)
        if (strcmp(file[i - 1].path, path) == 0) {
            snprintf(name, size, "%s", file[i].name);
            return true;
        }
    return false;
}

const char *tour_name(const char *path, char *name, size_t size)
{
    struct tour_file file[TOURS];
    scrub_path(path, name, size);
    for (int i = 0, n = list(file); i < n; i++)
        if (strcmp(file[i].path, path) == 0)
            snprintf(name, size, "%s", file[i].name);
    return name;
}

bool tour_find(const char *name, char *path, size_t size, struct err *e)
{
    struct tour_file file[TOURS];
    char all[300] = "", number[12];
    snprintf(path, size, "%s", name);
    if (strchr(name, '/') || text_ends_in(name, ".tour"))
        return true;
    for (int i = 0, n = list(file); i < n; i++) {
        snprintf(number, sizeof number, "%d", i + 1);
        if (strcmp(name, file[i].name) == 0 || strcmp(name, number) == 0) {
            snprintf(path, size, "%s", file[i].path);
            return true;
        }
        text_join(all, sizeof all, ", ", "%s", file[i].name);
    }
    return err_set(e, ERR_INPUT, "no tour is named %.100s: it is one of %s, or a file such as mine.tour", name,
                   all[0] ? all : "none (they are not installed)");
}
