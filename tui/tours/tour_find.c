/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tour_find: the tours that come with nzscope: files NUMBER-NAME.tour in a folder of their own. */
#include <dirent.h>

#include "core/base/data_folder.h"
#include "core/base/scrub.h"
#include "tui/tours/tour.h"

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

int tour_each(void (*each)(void *arg, const char *name, const char *path), void *arg)
{
    char folder[2300], path[2600], name[256];
    struct dirent **entry;
    int n = folder_of(folder, sizeof folder) ? scandir(folder, &entry, is_tour, alphasort) : -1;
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        snprintf(name, sizeof name, "%s", strchr(entry[i]->d_name, '-') + 1);
        name[strlen(name) - strlen(".tour")] = 0;
        each(arg, name, path);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return n > 0 ? n : 0;
}

static void offer(void *add, const char *name, const char *path)
{
    (*(void (**)(const char *))add)(name);
}

void tour_offer(void (*add)(const char *name))
{
    tour_each(offer, &add);
}

struct tour_after {
    const char *path;
    char *name;
    size_t size;
    bool passed, found;
};

static void take_after(void *arg, const char *name, const char *path)
{
    struct tour_after *after = arg;
    if (after->passed && !after->found) {
        snprintf(after->name, after->size, "%s", name);
        after->found = true;
    }
    after->passed |= strcmp(path, after->path) == 0;
}

bool tour_next(const char *path, char *name, size_t size)
{
    struct tour_after after = { .path = path, .name = name, .size = size };
    tour_each(take_after, &after);
    return after.found;
}

struct tour_named {
    const char *path;
    char *name;
    size_t size;
};

static void take_name(void *arg, const char *name, const char *path)
{
    const struct tour_named *of = arg;
    if (strcmp(path, of->path) == 0)
        snprintf(of->name, of->size, "%s", name);
}

const char *tour_name(const char *path, char *name, size_t size)
{
    struct tour_named of = { path, name, size };
    scrub_path(path, name, size);
    tour_each(take_name, &of);
    return name;
}

struct tour_wanted {
    const char *name;
    char *path, all[300];
    size_t size;
    int number;
    bool found;
};

static void match(void *arg, const char *name, const char *path)
{
    struct tour_wanted *w = arg;
    char number[12];
    snprintf(number, sizeof number, "%d", ++w->number);
    text_join(w->all, sizeof w->all, ", ", "%s", name);
    if (strcmp(w->name, name) != 0 && strcmp(w->name, number) != 0)
        return;
    snprintf(w->path, w->size, "%s", path);
    w->found = true;
}

bool tour_find(const char *name, char *path, size_t size, struct err *e)
{
    struct tour_wanted w = { .name = name, .path = path, .size = size };
    snprintf(path, size, "%s", name);
    if (strchr(name, '/') || text_ends_in(name, ".tour"))
        return true;
    tour_each(match, &w);
    return w.found || err_set(e, ERR_INPUT, "no tour is named %.100s: it is one of %s, or a file such as mine.tour",
                              name, w.all[0] ? w.all : "none (they are not installed)");
}
