/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_open: the requirements of commands: a matrix, its order, a device, kernels. */
#include <fcntl.h>

#include "core/base/file_save.h"
#include "core/base/user_path.h"
#include "core/measure/device.h"
#include "tui/lines/lines_command.h"

static bool begins(const char *id, const char *kind)
{
    return *kind && strncasecmp(id, kind, strlen(kind)) == 0;
}

/* Why there are no devices of the kind that begins the ID; "": there are some, or the kind is unknown. */
static const char *why_none(const struct lines *l, const char *id)
{
    const json_t *d;
    const char *why = "";
    JSON_EACH(d, l->backends)
        why = !*why && begins(id, take_string(d, "kind")) ? take_string(d, "why") : why;
    JSON_EACH(d, l->devices)
        why = begins(id, take_string(d, "kind")) ? "" : why;
    return why;
}

bool lines_device(struct lines *l, const char *id, struct err *e)
{
    const json_t *d;
    char name[16] = "", uuid[48] = "", list[300] = "";
    int found = 0;
    if (!id || !*id)
        return true;
    if (!lines_ready(l, e))
        return false;
    JSON_EACH(d, l->devices) {
        take_text(d, "id", name, sizeof name);
        take_text(d, "uuid", uuid, sizeof uuid);
        if (strcmp(name, id) == 0)
            return true;
        found += device_uuid_begins(uuid, id);
        text_join(list, sizeof list, ", ", "%s%s%s%s", name, *uuid ? " (" : "", uuid, *uuid ? ")" : "");
        uuid[0] = 0;
    }
    if (found == 1)
        return true;
    const char *why = why_none(l, id);
    return err_set(e, ERR_DEVICE, "%s '%.48s'%s%s; there are: %s",
                   found ? "several devices begin with" : "there is no device", id, *why ? ": " : "", why, list);
}

bool lines_kernels(struct lines *l, const char *list, struct err *e)
{
    const json_t *d;
    char gpu[61];
    bool named = false;
    while (!named && list && text_item(&list, gpu, sizeof gpu))
        named = strncmp(gpu, "gpu.", 4) == 0;
    if (!named)
        return true;
    if (!lines_ready(l, e))
        return false;
    JSON_EACH(d, l->kernels)
        if (strncmp(take_string(d, "name"), "gpu.", 4) == 0)
            return true;
    return err_set(e, ERR_DEVICE, "%s needs a GPU, and this engine has no GPU kernels (nzscope list devices says why)",
                   gpu);
}

/* ---- a matrix from the standard input, which the engine, another process, cannot read: it becomes a file ---- */

static bool make_file(struct lines *l, int *fd, struct err *e)
{
    snprintf(l->input, sizeof l->input, "%s/nzscope-XXXXXX", user_path_temporary());
    if (!mkdtemp(l->input)) {
        err_set(e, ERR_INPUT, "no place for the matrix: %.200s: %s", l->input, err_reason(errno));
        l->input[0] = 0;
        return false;
    }
    strcat(l->input, "/" LINES_INPUT);
    *fd = open(l->input, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return *fd >= 0 || err_set(e, ERR_INPUT, "%.200s: %s", l->input, err_reason(errno));
}

/* Waits for the engine and for signals, too. */
static bool copy_input(struct lines *l, int fd, struct err *e)
{
    char bytes[1 << 16];
    ssize_t n = 1;
    while (n != 0) {
        if (!lines_wait(l, STDIN_FILENO, e))
            return false;
        if (l->killed || l->interrupted)
            return err_set(e, ERR_CANCELLED, "stopped");
        n = l->readable ? read(STDIN_FILENO, bytes, sizeof bytes) : -1;
        if (n < 0 && l->readable && errno != EINTR && errno != EAGAIN)
            return err_set(e, ERR_INPUT, "cannot read the standard input: %s", err_reason(errno));
        if (n > 0 && !file_write_whole(fd, bytes, (size_t)n))
            return err_set(e, ERR_INPUT, "%.200s: %s", l->input, err_reason(errno));
    }
    return true;
}

/* Reads it at the first call; `path` is that of the file. ERR_INPUT, ERR_CANCELLED. */
static bool read_input(struct lines *l, char path[LINES_SPEC], struct err *e)
{
    int fd = -1;
    bool ok = l->input[0] || (make_file(l, &fd, e) && copy_input(l, fd, e));
    if (fd >= 0 && close(fd) != 0 && ok)
        ok = err_set(e, ERR_INPUT, "%.200s: %s", l->input, err_reason(errno));
    snprintf(path, LINES_SPEC, "%s", l->input);
    if (!ok) /* a part of a matrix is none */
        lines_input_remove(l);
    return ok;
}

void lines_input_named(const struct lines *l, struct err *e)
{
    char *at = l->input[0] ? strstr(e->text, l->input) : NULL;
    if (at)
        memmove(at, at + strlen(l->input) - strlen(LINES_INPUT),
                strlen(at) + 1 - strlen(l->input) + strlen(LINES_INPUT));
}

void lines_input_remove(struct lines *l)
{
    char *name = l->input[0] ? strrchr(l->input, '/') : NULL;
    if (!name)
        return;
    unlink(l->input);
    *name = 0;
    rmdir(l->input);
    l->input[0] = 0;
}

/* ---- opening ---- */

/* The former matrix stays open until the engine has the new one. */
static bool open_path(struct lines *l, const char *path, struct err *e)
{
    char line[3 * LINES_SPEC + 8] = "open ";
    link_word(path, line + 5, sizeof line - 5);
    if (!lines_ask(l, line, NULL, NULL, e))
        return false;
    snprintf(l->open, sizeof l->open, "%s", path);
    return true;
}

bool lines_path(struct lines *l, const char *matrix, char path[LINES_SPEC], struct err *e)
{
    if (!*matrix)
        return err_set(e, ERR_USAGE, "the name of the matrix is empty");
    if (l->context == SHELL && (strcmp(matrix, "-") == 0 || strcmp(matrix, "/dev/stdin") == 0))
        return read_input(l, path, e);
    catalog_path(matrix, path, LINES_SPEC);
    return true;
}

bool lines_open(struct lines *l, const char *matrix, struct err *e)
{
    char path[LINES_SPEC];
    if (!lines_path(l, matrix, path, e))
        return false;
    return strcmp(l->open, path) == 0 || open_path(l, path, e);
}

enum absent lines_absent(const struct lines *l, const struct options *o)
{
    return o->value[OPT_USE_TWINS] ? ABSENT_TWINNED : client_is_local(l->client) ? ABSENT_LEFT : ABSENT_NAMED;
}

bool lines_words(struct lines *l, const struct options *o, struct matrix_words *w, struct err *e)
{
    if (!matrix_words_take(w, o->word, o->words, lines_absent(l, o), e))
        return false;
    if (o->words == 0 || w->count > 0) {
        if (w->left_out)
            lines_say(l, "%s", w->why);
        return true;
    }
    err_set(e, ERR_INPUT, "%s", w->why);
    matrix_words_free(w);
    return false;
}

bool lines_matrix(struct lines *l, const struct options *o, const char *matrix, struct err *e)
{
    if (matrix)
        return lines_open(l, matrix, e);
    return l->open[0] ||
           err_set(e, ERR_USAGE,
                   "%s wants a MATRIX: a file, gen:SPEC or a name of the catalogue (cage4 needs no download)",
                   tui_commands[o->command].name);
}

bool lines_each(struct lines *l, const struct options *o, lines_one *one, struct err *e)
{
    struct matrix_words w;
    if (!lines_words(l, o, &w, e))
        return false;
    json_t *list = json_array();
    enum err_code status = w.left_out ? ERR_INPUT : ERR_NONE; /* already reported */
    for (int i = 0; (i < w.count || i == 0) && !l->killed; i++) {
        struct err here = { 0 };
        const bool ok = one(l, o, w.count ? w.spec[i] : NULL, list, &here),
                   over = l->gone || here.code == ERR_CANCELLED;
        if (ok && i + 1 < w.count && !o->value[OPT_JSON])
            putchar('\n');
        if (!ok && i + 1 < w.count && !over) {
            lines_say(l, "%s%s%s", here.code == ERR_ENGINE ? w.spec[i] : "", here.code == ERR_ENGINE ? ": " : "",
                      here.text);
            here.text[0] = 0;
        }
        status = status == ERR_NONE ? here.code : status;
        if (!ok)
            *e = here;
        if (over)
            break;
    }
    if (o->value[OPT_JSON] && json_array_size(list) > 0)
        lines_json(list);
    json_decref(list);
    matrix_words_free(&w);
    e->code = status;
    return status == ERR_NONE;
}

bool lines_open_command(struct lines *l, const struct options *o, struct err *e)
{
    char path[LINES_SPEC];
    return lines_path(l, o->word[0], path, e) && open_path(l, path, e); /* again, if necessary */
}

bool lines_close_command(struct lines *l, const struct options *o, struct err *e)
{
    return lines_ask(l, "close", NULL, NULL, e);
}

bool lines_order(struct lines *l, const char *name, struct err *e)
{
    char line[LINES_LINE] = "reorder ";
    if (strlen(name) > LINES_SPEC)
        return err_set(e, ERR_USAGE, "no reordering has so long a name: %.40s...", name);
    link_word(name, line + strlen(line), sizeof line - strlen(line));
    return lines_ask(l, line, NULL, NULL, e);
}

bool lines_reorder(struct lines *l, const struct options *o, struct err *e)
{
    if (o->words == 0)
        return err_set(e, ERR_USAGE, "reorder wants a NAME (nzscope list reorderings)");
    return lines_order(l, o->word[0], e);
}
