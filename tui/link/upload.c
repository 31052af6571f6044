/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/upload.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "core/base/base64.h"
#include "core/base/file_text.h"
#include "core/base/hash.h"
#include "core/base/scrub.h"
#include "core/protocol/command.h"
#include "tui/link/take.h"

/* ---- words of a command ---- */

/* The place of a file's name in a line: from..to; false: the command reads no file. */
static bool find_word(const char *line, size_t *from, size_t *to)
{
    static const struct {
        const char *verb, *before;
    } reading[] = {
        { "open ", " " }, { "show ", " " }, { "mul ", " x=" }, { "write ", " spec=" }, { "pack ", " spec=" },
    };
    for (size_t i = 0; i < COUNT(reading); i++) {
        const bool is = strncmp(line, reading[i].verb, strlen(reading[i].verb)) == 0;
        const char *at = is ? strstr(line, reading[i].before) : NULL;
        if (!at)
            continue;
        *from = (size_t)(at - line) + strlen(reading[i].before);
        while (strncmp(line + *from, "lower:", 6) == 0) /* the triangle of a file that is sent in full */
            *from += 6;
        *to = *from + strcspn(line + *from, " ");
        return true;
    }
    return false;
}

char *link_word(const char *word, char *out, size_t size)
{
    size_t n = 0;
    for (const unsigned char *s = (const unsigned char *)word; *s && n + 4 <= size; s++)
        if (*s <= ' ' || *s == 127 || *s == '%' || *s == '=')
            n += (size_t)snprintf(out + n, size - n, "%%%02X", *s);
        else
            out[n++] = (char)*s;
    out[n] = 0;
    return out;
}

/* That word, up to a blank, with the escapes of link_word undone. */
static void plain_word(const char *word, char *out, size_t size)
{
    snprintf(out, size, "%.*s", (int)strcspn(word, " "), word);
    command_unescape(out, NULL);
}

/* ---- files that were sent ---- */

/* The remote name of the file in its present state; NULL: not sent, or changed since. */
static const char *find_sent(const struct upload *u)
{
    const json_t *sent = json_object_get(u->sent, u->path);
    return (uint64_t)take_whole(sent, "size") == u->size && take_whole(sent, "changed") == u->changed
               ? json_string_value(json_object_get(sent, "there"))
               : NULL;
}

static void remember(struct upload *u)
{
    u->sent = u->sent ? u->sent : json_object();
    json_object_set_new_nocheck(
        u->sent, u->path,
        json_pack("{s:s,s:I,s:I}", "there", u->there, "size", (json_int_t)u->size, "changed", (json_int_t)u->changed));
}

/* ---- beginning ---- */

void upload_drop(struct upload *u)
{
    if (u->file)
        fclose(u->file);
    u->file = NULL;
    free(u->line);
    u->line = NULL;
    u->first = u->put = u->seal = u->reads = u->pieces = 0;
}

static void read_there(struct upload *u, const char *path)
{
    char word[3 * UPLOAD_PATH];
    u->reads =
        link_send(u->link, "%.*s%s%s", (int)u->from, u->line, link_word(path, word, sizeof word), u->line + u->to);
}

/* A file over the limit is not announced: the engine only says whether it has it. */
static int ask(struct upload *u)
{
    char word[3 * UPLOAD_PATH];
    link_word(u->path, word, sizeof word);
    return u->size <= u->limit ? link_send(u->link, "put %s size=%" PRIu64, word, u->size)
                               : link_send(u->link, "put %s", word);
}

static int64_t changed_at(const struct stat *st)
{
    return st->st_mtim.tv_sec * INT64_C(1000000000) + st->st_mtim.tv_nsec;
}

int upload_begin(struct upload *u, const char *line)
{
    struct stat st;
    if (!find_word(line, &u->from, &u->to) || !(u->line = strdup(line)))
        return 0;
    plain_word(line + u->from, u->path, sizeof u->path);
    if (stat(u->path, &st) != 0 || !S_ISREG(st.st_mode) || !(u->file = file_text_open(u->path))) {
        upload_drop(u);
        return 0;
    }
    u->size = (uint64_t)st.st_size;
    u->changed = changed_at(&st);
    u->given = u->taken = 0;
    u->sum = HASH_FNV1A;
    u->stopped = false;
    u->there[0] = 0;
    const char *sent = find_sent(u);
    if (sent) {
        snprintf(u->there, sizeof u->there, "%s", sent);
        read_there(u, u->there);
        return u->first = u->reads;
    }
    return u->first = u->put = ask(u);
}

/* ---- pieces ---- */

static bool is_changed(const struct upload *u, struct err *e)
{
    char shown[300];
    return err_set(e, ERR_INPUT, "%s has changed while it was sent", scrub_path(u->path, shown, sizeof shown));
}

static bool send_piece(struct upload *u, struct err *e)
{
    const size_t n = u->size - u->given < UPLOAD_PIECE ? (size_t)(u->size - u->given) : UPLOAD_PIECE;
    char *bytes = malloc(n), *text = malloc(BASE64_SIZE(n));
    bool ok = bytes && text;
    if (!ok)
        err_nomem(e, "a piece of a file", n + BASE64_SIZE(n));
    else if (!(ok = fread(bytes, 1, n, u->file) == n))
        is_changed(u, e);
    else {
        u->sum = hash_fnv1a(u->sum, bytes, n);
        u->given += n;
        u->piece[u->pieces++] = link_send(u->link, "piece %s", base64_encode(bytes, n, text));
    }
    free(bytes);
    free(text);
    return ok;
}

/* If the file changes while it is sent, the copy would be a mixture. */
static bool is_same(const struct upload *u, struct err *e)
{
    struct stat st;
    return (fstat(fileno(u->file), &st) == 0 && (uint64_t)st.st_size == u->size && changed_at(&st) == u->changed) ||
           is_changed(u, e);
}

/* Sends as many pieces as may be in flight, then the end. */
static bool pump(struct upload *u, struct err *e)
{
    while (u->pieces < UPLOAD_WINDOW && u->given < u->size)
        if (!send_piece(u, e))
            return false;
    if (u->given == u->size && !is_same(u, e))
        return false;
    if (u->taken == u->size && u->pieces == 0 && !u->seal)
        u->seal = link_send(u->link, "seal sum=%016" PRIx64, u->sum);
    return true;
}

/* ---- answers ---- */

static bool too_large(const struct upload *u, struct err *e)
{
    char shown[200], size[TEXT_SIZE], most[TEXT_SIZE], copy[600] = "";
    const char *where = *u->host ? u->host : "the engine's machine";
    scrub_path(u->path, shown, sizeof shown);
    text_bytes(size, u->size);
    if (*u->host)
        snprintf(copy, sizeof copy, "; scp %s %s: copies it", shown, u->host);
    if (u->limit == 0)
        return err_set(e, ERR_INPUT, "%s is not on %s, and files are not sent (--send-limit)%s", shown, where, copy);
    return err_set(e, ERR_INPUT, "%s is not on %s, and with %s too large to be sent (%s at most, --send-limit)%s",
                   shown, where, size, text_bytes(most, u->limit), copy);
}

static bool refused(const struct upload *u, struct err *e)
{
    return err_prefix(e, "%s", *u->host ? u->host : "the engine");
}

/* An engine that has the file opens its own; one without `put` reports that itself. */
static bool on_put(struct upload *u, struct err *e)
{
    const enum err_code status = e->code;
    if (status == ERR_USAGE || (status == 0 && !u->there[0]))
        read_there(u, u->path);
    else if (u->size > u->limit && status != ERR_CANCELLED)
        return too_large(u, e);
    else if (status != 0)
        return refused(u, e);
    return status == 0 && u->there[0] ? pump(u, e) : true;
}

static bool on_piece(struct upload *u, struct err *e)
{
    if (e->code != ERR_NONE)
        return refused(u, e);
    u->taken += u->size - u->taken < UPLOAD_PIECE ? u->size - u->taken : UPLOAD_PIECE;
    memmove(u->piece, u->piece + 1, sizeof u->piece[0] * (size_t)--u->pieces);
    return pump(u, e);
}

static bool on_seal(struct upload *u, struct err *e)
{
    if (e->code != ERR_NONE)
        return refused(u, e);
    remember(u);
    read_there(u, u->there);
    return true;
}

/* Replaces the file's remote name in a text by its local one. */
static void rename_text(const struct upload *u, json_t *event, const char *member)
{
    const char *text = take_string(event, member), *at = u->there[0] ? strstr(text, u->there) : NULL;
    char out[2 * UPLOAD_PATH], shown[UPLOAD_PATH];
    if (!at)
        return;
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, scrub_path(u->path, shown, sizeof shown),
             at + strlen(u->there));
    json_object_set_new(event, member, json_string(out));
}

static enum upload_step on_reads(struct upload *u, json_t *event, bool done)
{
    rename_text(u, event, "source");
    rename_text(u, event, "text");
    json_object_set_new(event, "cmd", json_integer(u->first));
    if (done && json_integer_value(json_object_get(event, "status")) == ERR_INPUT)
        json_object_del(u->sent, u->path); /* it may be gone there */
    if (done)
        upload_drop(u);
    return UPLOAD_READS;
}

enum upload_step upload_take(struct upload *u, json_t *event, struct err *e)
{
    const int cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    const char *name = take_string(event, "ev");
    const bool done = strcmp(name, "done") == 0, piece = u->pieces > 0 && cmd == u->piece[0];
    bool ok = true;
    if (!u->first || !cmd)
        return UPLOAD_OTHER;
    if (cmd == u->reads)
        return on_reads(u, event, done);
    if (cmd != u->put && cmd != u->seal && !piece)
        return UPLOAD_OTHER;
    if (cmd == u->put && strcmp(name, "file") == 0 && !json_is_true(json_object_get(event, "here")))
        take_text(event, "path", u->there, sizeof u->there);
    if (!done)
        return UPLOAD_GOES;
    take_outcome(event, e);
    if (u->stopped)
        ok = err_set(e, ERR_CANCELLED, "cancelled");
    else
        ok = cmd == u->put ? on_put(u, e) : piece ? on_piece(u, e) : on_seal(u, e);
    if (!ok)
        upload_drop(u);
    return ok ? UPLOAD_GOES : UPLOAD_FAILED;
}

void upload_reset(struct upload *u)
{
    upload_drop(u);
    json_decref(u->sent);
    u->sent = NULL;
}
