/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_say: output to the user: progress, notices, the standard output. */
#include <stdarg.h>
#include <sys/stat.h>

#include "core/base/clock.h"
#include "core/base/scrub.h"
#include "tui/lines/lines_parts.h"
#include "tui/lines/table.h"

void lines_clear(struct lines *l)
{
    if (l->shown) {
        fputs("\r\033[K", stderr);
        l->shown = false;
    }
}

void lines_log(struct lines *l, bool on)
{
    l->logs = on && !l->talks;
    l->logged = clock_s();
}

void lines_progress(struct lines *l, const char *format, ...)
{
    enum { LOG_S = 20 };       /* a sign of life for who waits, not a line for each kernel in a log */
    if (l->editing && !l->cmd) /* nobody waits for it, and a line is being edited there */
        return;
    if (!l->talks && !(l->logs && clock_s() - l->logged >= LOG_S))
        return;
    char text[160], clean[79];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, l->talks ? "\r%s\033[K" : "nzscope: still running: %s\n",
            scrub_text(text, strlen(text), clean, sizeof clean));
    fflush(stderr);
    l->shown = l->talks;
    l->logged = clock_s();
}

void lines_say(struct lines *l, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    char *clean = n >= 0 ? malloc(SCRUB_GROWTH * (size_t)n + 1) : NULL;
    lines_clear(l);
    l->spoken++;
    if (l->editing && !l->cmd) { /* over the line being edited, which is redrawn */
        fputs("\r\033[K", stderr);
        l->said = true;
    }
    if (clean) /* else there is no memory for any message */
        table_say(scrub_text(text, (size_t)n, clean, SCRUB_GROWTH * (size_t)n + 1));
    free(clean);
    free(n >= 0 ? text : NULL);
}

void lines_wrote(struct lines *l, const char *path, const char *what)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
        lines_say(l, "wrote %s%s%s", path, *what ? ": " : "", what);
}

/* Commands that show the table at `path`, and compare another with it, unless they cannot read it. */
static void say_uses(struct lines *l, const struct options *o, const char *path)
{
    char *words[] = { (char *)path, "LATER.tsv" };
    struct options use = { .command = CMD_list, .word = words, .words = 1 };
    if (!table_width() || !text_ends_in(path, ".tsv") || o->value[OPT_PIVOT] || o->value[OPT_COLUMNS])
        return;
    lines_say(l, "to see it again, and to compare another table with it:");
    lines_paste(l, &use);
    use.command = CMD_diff;
    use.words = 2;
    lines_paste(l, &use);
}

bool lines_close_rows(struct lines *l, struct row_table *rows, const struct options *o, struct err *e)
{
    char what[60];
    const bool adds = o->value[OPT_APPEND];
    const char *path = adds ? o->value[OPT_APPEND] : o->value[OPT_OUT];
    const int n = rows ? rows_count(rows) : 0;
    snprintf(what, sizeof what, "%d %srow%s", n, adds ? "more " : "", text_plural(n));
    const bool ok = rows_close(rows, e);
    if (ok && path && (n > 0 || o->value[OPT_PIVOT]))
        lines_wrote(l, path, n > 0 ? what : "");
    if (ok && path && n > 0)
        say_uses(l, o, path);
    return ok;
}

void lines_note(struct lines *l, struct row_table *rows, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    const int n = vasprintf(&text, format, args);
    va_end(args);
    if (n >= 0 && !rows_note(rows, "%s", text))
        lines_say(l, "%s", text);
    free(n >= 0 ? text : NULL);
}

void lines_paste(struct lines *l, const struct options *o)
{
    lines_clear(l);
    l->spoken++;
    fputs("  ", stderr);
    options_put(stderr, o, l->context);
    putc('\n', stderr);
}

void lines_json(const json_t *value)
{
    json_dumpf(value, stdout, JSON_INDENT(2));
    putchar('\n');
}

bool lines_flush(struct err *e)
{
    struct stat st;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (errno == EPIPE || (!errno && fstat(STDOUT_FILENO, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))))
        return false;
    return err_set(e, ERR_INPUT, "cannot write the standard output: %s", err_reason(errno ? errno : EIO));
}
