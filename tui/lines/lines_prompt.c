/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_prompt: commands line by line: from a script, a pipe, or the readline prompt. */
#include <fcntl.h>

#include "core/base/words.h"
#include "tui/input/outputs.h"
#include "tui/input/prompt.h"
#include "tui/lines/lines_command.h"
#include "tui/link/buffer.h"

/* ---- one line ---- */

/* Parses and executes a line; an empty one does nothing. */
static bool do_line(struct lines *l, const char *line, struct err *e)
{
    struct words w;
    struct options o;
    if (!words_split(line, &w, e))
        return false;
    bool ok = w.count == 0;
    if (!ok && options_parse(w.word, w.count, PROMPT, &o, e)) {
        ok = outputs_check(&o, l->session, l->open, e) && lines_do(l, &o, e);
        options_free(&o);
    }
    words_free(&w);
    return ok;
}

/* ---- a script or a pipe ---- */

enum { LINE_MOST = 1 << 20 }; /* input without lines is not a script, and may be endless */

/* The next complete line in `b` (its newline becomes the end), NULL: read more. `last`: no more input. */
static char *next_line(struct buffer *b, bool last, size_t *length)
{
    char *end = b->used ? memchr(b->data, '\n', b->used) : NULL;
    if (!end && last && b->used && buffer_add(b, "\n", 1))
        end = b->data + b->used - 1;
    if (end) {
        *end = 0;
        *length = (size_t)(end - b->data) + 1;
    }
    return end ? b->data : NULL;
}

/* Waits for input and events. False: a signal, or the engine is gone. */
static bool read_more(struct lines *l, int fd, struct buffer *b, bool *last, struct err *e)
{
    if (!lines_wait(l, fd, e))
        return false;
    if (!l->readable)
        return true;
    if (b->used >= LINE_MOST)
        return err_set(e, ERR_INPUT, "a line of more than %d kB", LINE_MOST >> 10);
    char *room = buffer_room(b, 4096);
    ssize_t n = room ? read(fd, room, 4096) : -1;
    if (n < 0 && errno != EINTR && errno != EAGAIN)
        return err_set(e, ERR_INPUT, "cannot read the commands: %s", strerror(room ? errno : ENOMEM));
    b->used += n > 0 ? (size_t)n : 0;
    *last = n == 0;
    return true;
}

/* A failing line ends the script. */
static bool run_script(struct lines *l, int fd, const char *name, struct err *e)
{
    struct buffer b = { 0 };
    bool last = false, ok = true;
    int number = 0;
    while (ok && !l->quit && !l->killed) {
        size_t length;
        char *line = next_line(&b, last, &length);
        if (!line && (last || !read_more(l, fd, &b, &last, e)))
            break;
        if (!line)
            continue;
        number++;
        ok = (strlen(line) + 1 == length || err_set(e, ERR_INPUT, "a line with NUL bytes")) &&
             do_line(l, line + text_bom(line, length), e);
        if (!ok && e->text[0])
            err_prefix(e, "%s:%d", name, number);
        buffer_drop(&b, length);
        ok = ok && lines_flush(e); /* a reader of our output waits for it */
    }
    buffer_free(&b);
    if (ok && e->code == ERR_INPUT)
        err_prefix(e, "%s:%d", name, number + 1);
    return e->code == ERR_NONE;
}

/* ---- the prompt ---- */

static void accept_line(void *arg, char *line)
{
    struct lines *l = arg;
    struct err e = { 0 };
    if (!line) {
        l->quit = true;
        fputc('\n', stderr);
    } else {
        prompt_history_add(line);
        do_line(l, line, &e);
        fflush(stdout);
        if (e.code != ERR_NONE && e.text[0])
            lines_say(l, "%s", e.text);
        l->said = false; /* a new line begins anyway */
        l->quit |= l->gone;
    }
    if (l->quit || l->killed)
        prompt_terminal_end();
    free(line);
}

static void complete_word(void *arg, const char *line, int start, void (*add)(const char *))
{
    const struct lines *l = arg;
    lines_grammar(l, PROMPT, line, start, add);
}

static bool run_prompt(struct lines *l, struct err *e)
{
    const struct prompt_hooks hooks = { .accept = accept_line, .complete = complete_word, .arg = l };
    l->editing = true;
    prompt_history_load();
    prompt_terminal_begin("nzscope> ", &hooks);
    while (!l->quit && !l->killed && lines_wait(l, STDIN_FILENO, e)) {
        prompt_terminal_check(l->said);
        l->said = false;
        if (l->interrupted) {
            prompt_terminal_interrupt();
            l->interrupted = false;
        } else if (l->readable) {
            prompt_terminal_ready();
        }
    }
    prompt_terminal_end();
    prompt_history_save();
    return e->code == ERR_NONE;
}

bool lines_prompt(struct lines *l, const struct options *o, struct err *e)
{
    const char *name = o->words ? o->word[0] : "-";
    l->context = PROMPT;
    l->session = o;
    if (strcmp(name, "-") != 0) {
        /* Signals end the wait for the writer of a pipe. */
        int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0)
            return err_set(e, ERR_INPUT, "cannot read the script %.300s: %s", name, strerror(errno));
        const bool ok = run_script(l, fd, name, e);
        close(fd);
        return ok;
    }
    return isatty(STDIN_FILENO) ? run_prompt(l, e) : run_script(l, STDIN_FILENO, "-", e);
}
