/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_export: commands that answer with a file: mul, transpose, show, gen, pack. */
#include "core/base/file_save.h"
#include "core/base/matrix_file.h"
#include "core/base/scrub.h"
#include "tui/input/option_value.h"
#include "tui/input/outputs.h"
#include "tui/lines/lines_command.h"
#include "tui/link/buffer.h"
#include "tui/model/figure.h"

/* The destination of the `data` events of one name. */
struct export_file {
    const char *name, *path; /* path NULL: not wanted */
    bool dense;              /* an array of values */
    bool shown;              /* to a terminal, not a file: text, line by line */
    struct buffer line;
    struct file_save save;
    bool open;
    double bytes;
    int64_t rows, cols, entries; /* once it has ended; entries -1: the engine does not say */
};

enum { STREAMS = 2, LINE_LONG = 1 << 16 };

struct export
{
    struct lines *lines;
    struct export_file stream[STREAMS];
    struct err failed; /* of the measurement or of writing */
    bool closed;       /* the reader of the standard output is gone */
};

/* Passes on the line so far, scrubbed, whatever its source. */
static bool put_line(struct export_file *s, bool end, struct err *e)
{
    size_t size = SCRUB_GROWTH * s->line.used + 2;
    char *clean = malloc(size);
    if (!clean)
        return err_nomem(e, "a line of text", size);
    scrub_text(s->line.data ? s->line.data : "", s->line.used, clean, size - 1);
    strcat(clean, end ? "\n" : "");
    s->line.used = 0;
    bool ok = file_save_put(&s->save, clean, strlen(clean), e);
    int why = errno;
    free(clean);
    errno = why;
    return ok;
}

static bool put_text(struct export_file *s, const char *data, size_t bytes, struct err *e)
{
    while (bytes > 0) {
        const char *end = memchr(data, '\n', bytes);
        size_t n = end ? (size_t)(end - data) : bytes;
        if (!buffer_add(&s->line, data, n))
            return err_nomem(e, "a line of text", s->line.used + n);
        if ((end || s->line.used > LINE_LONG) && !put_line(s, end, e))
            return false;
        n += end != NULL;
        data += n;
        bytes -= n;
    }
    return true;
}

static bool put_bytes(struct export_file *s, const char *data, size_t bytes, struct err *e)
{
    return s->shown ? put_text(s, data, bytes, e) : bytes == 0 || file_save_put(&s->save, data, bytes, e);
}

static void put(struct export *x, struct export_file *s, const char *data, size_t bytes)
{
    if (x->closed || x->failed.code != ERR_NONE)
        return;
    errno = 0;
    lines_clear(x->lines);
    if ((!s->open && !file_save_open(&s->save, s->path, &x->failed))) {
        client_send(x->lines->client, "stop");
        return;
    }
    s->open = true;
    if (!put_bytes(s, data, bytes, &x->failed)) {
        if (errno == EPIPE) {
            x->closed = true;
            x->failed = (struct err){ 0 };
        }
        client_send(x->lines->client, "stop");
    }
}

static void take(struct export *x, struct export_file *s, const json_t *event, const char *data, size_t bytes)
{
    put(x, s, data, bytes);
    s->bytes += (double)bytes;
    s->rows = take_whole(event, "rows");
    s->cols = take_whole(event, "cols");
    s->entries = json_object_get(event, "entries") ? take_whole(event, "entries") : -1;
}

static void on_event(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct export *x = arg;
    if (strcmp(json_string_value(json_object_get(event, "ev")), "data") != 0)
        return;
    const char *name = json_string_value(json_object_get(event, "name"));
    for (int i = 0; name && i < STREAMS; i++)
        if (x->stream[i].path && strcmp(x->stream[i].name, name) == 0)
            take(x, &x->stream[i], event, data, bytes);
}

/* Text that goes, or may go, to a terminal. */
static bool is_shown(const struct export_file *s)
{
    bool standard = s->path && (strcmp(s->path, "-") == 0 || strcmp(s->path, "/dev/stdout") == 0);
    return standard && (strcmp(s->name, "text") == 0 || isatty(STDOUT_FILENO));
}

/* "5 × 7, 12 entries, 312 B" */
static void describe(const struct export_file *s, char *out, size_t size)
{
    char rows[TEXT_SIZE], cols[TEXT_SIZE], count[TEXT_SIZE], bytes[TEXT_SIZE];
    const char *const noun = s->dense ? "value" : "entry", *const nouns = s->dense ? "values" : "entries";
    figure_bytes(bytes, s->bytes);
    *out = 0;
    if (s->entries >= 0)
        snprintf(out, size, "%s × %s, %s %s, ", text_count(rows, s->rows), text_count(cols, s->cols),
                 text_count(count, s->entries), s->entries == 1 ? noun : nouns);
    text_add(out, size, "%s", bytes);
}

static void finish(struct lines *l, struct export_file *s, struct err *e)
{
    char what[200];
    describe(s, what, sizeof what);
    if (file_save_commit(&s->save, e))
        lines_wrote(l, s->path, what);
}

/* Sends the command, writes the data, and puts the files in place only if everything succeeds. */
static bool export(struct export *x, const char *line, struct err *e)
{
    for (int i = 0; i < STREAMS; i++)
        x->stream[i].shown = is_shown(&x->stream[i]);
    lines_ask(x->lines, line, on_event, x, e);
    if (x->closed)
        *e = (struct err){ 0 };
    else if (x->failed.code != ERR_NONE)
        *e = x->failed;
    for (int i = 0; i < STREAMS; i++) {
        struct export_file *s = &x->stream[i];
        if (s->open && s->line.used > 0 && e->code == ERR_NONE && !x->closed)
            put_line(s, false, e);
        buffer_free(&s->line);
        bool keep = e->code == ERR_NONE && !x->closed;
        if (keep && s->path && !s->open)
            err_set(e, ERR_ENGINE, "the engine sent nothing for %.300s", s->path);
        else if (keep && s->open)
            finish(x->lines, s, e);
        else if (s->open)
            file_save_abort(&s->save);
    }
    return e->code == ERR_NONE;
}

static bool wants_text_file(const struct options *o, struct err *e)
{
    if (!o->value[OPT_OUT])
        return err_set(e, ERR_USAGE, "%s wants -o FILE (-o - is the standard output)", tui_commands[o->command].name);
    return outputs_named_as_text(o->value[OPT_OUT], o, "Matrix Market text", ".mtx", e) &&
           outputs_named_as_text(o->value[OPT_SAVE_X], o, "Matrix Market text", ".mtx", e);
}

bool lines_mul(struct lines *l, const struct options *o, struct err *e)
{
    static const enum option told[] = { OPT_KERNEL, OPT_K, OPT_TYPE, OPT_SEED, OPT_THREADS, OPT_DEVICE, OPT_REORDER };
    char line[LINES_LINE] = "mul";
    int64_t seed;
    if (!wants_text_file(o, e) || !option_number(o, OPT_SEED, 0, INT64_MAX, 1, &seed, e) ||
        !lines_device(l, o->value[OPT_DEVICE], e) || !lines_kernels(l, o->value[OPT_KERNEL], e) ||
        !lines_open(l, o->word[0], e))
        return false;
    if (!lines_arguments(line, sizeof line, o, told, COUNT(told), e) ||
        !lines_argument(line, sizeof line, "x", o->words > 1 ? o->word[1] : NULL, e) ||
        !lines_argument(line, sizeof line, "savex", o->value[OPT_SAVE_X] ? "1" : NULL, e))
        return false;
    struct export x = { .lines = l,
                        .stream = { { .name = "y", .path = o->value[OPT_OUT], .dense = true },
                                    { .name = "x", .path = o->value[OPT_SAVE_X], .dense = true } } };
    return export(&x, line, e);
}

bool lines_transpose(struct lines *l, const struct options *o, struct err *e)
{
    static const enum option told[] = { OPT_KERNEL, OPT_THREADS, OPT_DEVICE };
    char line[LINES_LINE] = "transpose";
    if (!wants_text_file(o, e) || !lines_device(l, o->value[OPT_DEVICE], e) ||
        !lines_kernels(l, o->value[OPT_KERNEL], e) || !lines_open(l, o->word[0], e) ||
        !lines_arguments(line, sizeof line, o, told, COUNT(told), e))
        return false;
    struct export x = { .lines = l, .stream = { { .name = "at", .path = o->value[OPT_OUT] } } };
    return export(&x, line, e);
}

/* The open matrix stays open, here and below. */
bool lines_gen(struct lines *l, const struct options *o, struct err *e)
{
    char spec[LINES_SPEC], line[LINES_LINE] = "write";
    const char *word = o->word[0];
    snprintf(spec, sizeof spec, "%s%s", strncmp(word, "gen:", 4) == 0 ? "" : "gen:", word);
    if (!wants_text_file(o, e) || !lines_argument(line, sizeof line, "spec", spec, e))
        return false;
    struct export x = { .lines = l, .stream = { { .name = "a", .path = o->value[OPT_OUT] } } };
    return export(&x, line, e);
}

static bool is_named_as_packed(const char *path, struct err *e)
{
    return text_ends_in(path, ".nzs") || !matrix_file_offered(path) ||
           err_set(e, ERR_USAGE, "%.300s: pack writes a packed file; call it FILE.nzs", path);
}

/* "dir/A.mtx.gz" → "A.nzs", "gen:stencil5:8" → "stencil5-8.nzs", in the current folder. */
static void packed_name(const char *matrix, char *out, size_t size)
{
    const char *slash = strrchr(matrix, '/');
    const char *name = strncmp(matrix, "gen:", 4) == 0 ? matrix + 4 : slash && slash[1] ? slash + 1 : matrix;

    snprintf(out, size, "%.*s", (int)(size - 5), name);
    matrix_file_stem(out);
    for (char *c = out; *c; c++)
        *c = *c == ':' || *c == '/' ? '-' : *c;
    strcat(out, ".nzs");
}

bool lines_pack(struct lines *l, const struct options *o, struct err *e)
{
    char name[LINES_SPEC], path[LINES_SPEC], line[LINES_LINE] = "pack";
    struct options named = *o;
    packed_name(strcmp(o->word[0], "-") == 0 ? LINES_INPUT : o->word[0], name, sizeof name);
    named.value[OPT_OUT] = o->value[OPT_OUT] ? o->value[OPT_OUT] : name;
    if (!is_named_as_packed(named.value[OPT_OUT], e) || !outputs_check(&named, l->session, l->open, e) ||
        !lines_path(l, o->word[0], path, e) || !lines_argument(line, sizeof line, "spec", path, e))
        return false;
    if (!o->value[OPT_OUT] && !o->value[OPT_FORCE] && access(name, F_OK) == 0)
        return err_set(e, ERR_USAGE, "%.300s is there already; name it with -o, or give --force", name);
    struct export x = { .lines = l, .stream = { { .name = "nzs", .path = named.value[OPT_OUT] } } };
    return export(&x, line, e);
}

bool lines_show(struct lines *l, const struct options *o, struct err *e)
{
    char path[LINES_SPEC], line[3 * LINES_SPEC + 8] = "show ";
    if (!lines_path(l, o->word[0], path, e))
        return false;
    link_word(path, line + 5, sizeof line - 5);
    struct export x = { .lines = l, .stream = { { .name = "text", .path = "-" } } };
    return export(&x, line, e);
}
