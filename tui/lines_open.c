/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_open: what commands need before they begin: a matrix, its order, a device, kernels. */
#include <stdio.h>
#include <string.h>

#include "core/catalog.h"
#include "core/kernel.h"
#include "tui/lines.h"
#include "tui/take.h"

bool lines_device(struct lines *l, const char *id, struct err *e)
{
    size_t i;
    const json_t *d;
    char name[16] = "", uuid[48] = "", why[300] = "", list[300] = "";
    int found = 0;
    if (!id || !*id) {
        return true;
    }
    if (!lines_ready(l, e)) {
        return false;
    }
    json_array_foreach(l->devices, i, d)
    {
        size_t used = strlen(list);
        take_text(d, "id", name, sizeof name);
        take_text(d, "uuid", uuid, sizeof uuid);
        if (strcmp(name, id) == 0) {
            return true;
        }
        found += device_uuid_begins(uuid, id);
        snprintf(list + used, sizeof list - used, "%s%s%s%s%s", i ? ", " : "", name, *uuid ? " (" : "", uuid,
                 *uuid ? ")" : "");
        uuid[0] = 0;
    }
    if (found == 1) {
        return true;
    }
    json_array_foreach(l->backends, i, d)
    {
        take_text(d, "why", why, sizeof why);
    }
    return err_set(e, ERR_DEVICE, "%s '%.48s'%s%s; there are: %s",
                   found ? "several devices begin with" : "there is no device", id, *why ? ": " : "", why, list);
}

bool lines_kernels(struct lines *l, const char *list, struct err *e)
{
    size_t i, length = 0;
    const json_t *d;
    const char *gpu = list;
    for (; gpu && *gpu; gpu += length + (gpu[length] == ',')) {
        length = strcspn(gpu, ",");
        if (strncmp(gpu, "gpu.", 4) == 0 && strcspn(gpu, "*?") >= length) {
            break;
        }
    }
    if (!gpu || !*gpu) {
        return true;
    }
    if (!lines_ready(l, e)) {
        return false;
    }
    json_array_foreach(l->kernels, i, d)
    {
        const char *name = json_string_value(json_object_get(d, "name"));
        if (name && strncmp(name, "gpu.", 4) == 0) {
            return true;
        }
    }
    return err_set(e, ERR_DEVICE, "%.*s needs a GPU, and this engine has no GPU kernels (list devices tells why)",
                   length < 60 ? (int)length : 60, gpu);
}

int lines_open(struct lines *l, const char *matrix, struct err *e)
{
    char path[LINES_SPEC], line[3 * LINES_SPEC + 8] = "open ";
    if (!*matrix) {
        err_set(e, ERR_USAGE, "the name of the matrix is empty");
        return ERR_USAGE;
    }
    catalog_path(matrix, path, sizeof path);
    if (l->open[0] && strcmp(l->open, path) == 0) {
        return 0;
    }
    l->open[0] = 0;
    link_word(path, line + 5, sizeof line - 5);
    int status = lines_ask(l, line, NULL, NULL, e);
    if (status == 0) {
        snprintf(l->open, sizeof l->open, "%s", path);
    }
    return status;
}

int lines_open_command(struct lines *l, const struct options *o, struct err *e)
{
    l->open[0] = 0; /* `open` reads the file again */
    return lines_open(l, o->word[0], e);
}

int lines_close_command(struct lines *l, const struct options *o, struct err *e)
{
    (void)o;
    l->open[0] = 0;
    return lines_ask(l, "close", NULL, NULL, e);
}

int lines_order(struct lines *l, const char *name, struct err *e)
{
    char line[LINES_LINE] = "reorder ";
    if (strlen(name) > LINES_SPEC) {
        err_set(e, ERR_USAGE, "no reordering has so long a name: %.40s...", name);
        return ERR_USAGE;
    }
    link_word(name, line + strlen(line), sizeof line - strlen(line));
    return lines_ask(l, line, NULL, NULL, e);
}

int lines_reorder(struct lines *l, const struct options *o, struct err *e)
{
    if (o->words == 0) {
        err_set(e, ERR_USAGE, "reorder wants a NAME (list reorderings)");
        return ERR_USAGE;
    }
    return lines_order(l, o->word[0], e);
}
