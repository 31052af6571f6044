/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal: the real program in a real pseudo-terminal, with libvterm for the eyes and write() for the fingers. */
#pragma once

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include <vterm.h>

#include "core/base/clock.h"
#include "core/base/std.h"

struct terminal {
    pid_t pid;
    int fd, rows, cols;
    VTerm *vt;
    VTermScreen *screen;
    char raw[1 << 16]; /* the last bytes that came */
    size_t used;
};

/* The program that has been built. */
static inline char *terminal_program(void)
{
    static char path[512];
    const char *build = getenv("NZSCOPE_BUILD");
    snprintf(path, sizeof path, "%s/nzscope", build ? build : "build");
    return path;
}

/* Environment as "NAME=value" strings that end in NULL; "NAME" alone takes a variable away. */
static inline void terminal_start(struct terminal *t, int rows, int cols, char *const argv[], const char *const env[])
{
    struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };
    memset(t, 0, sizeof *t);
    t->rows = rows;
    t->cols = cols;
    t->vt = vterm_new(rows, cols);
    vterm_set_utf8(t->vt, 1);
    t->screen = vterm_obtain_screen(t->vt);
    vterm_screen_enable_altscreen(t->screen, 1);
    vterm_screen_reset(t->screen, 1);
    t->pid = forkpty(&t->fd, NULL, NULL, &size);
    if (t->pid == 0) {
        for (int i = 0; env && env[i]; i++)
            if (strchr(env[i], '='))
                putenv(strdup(env[i]));
            else
                unsetenv(env[i]);
        execv(argv[0], argv);
        _exit(127);
    }
}

/* Takes what has come for at most `ms`; false: the other side is gone. */
static inline bool terminal_read(struct terminal *t, int ms)
{
    struct pollfd p = { t->fd, POLLIN, 0 };
    char bytes[4096];
    if (poll(&p, 1, ms) <= 0)
        return true;
    ssize_t n = read(t->fd, bytes, sizeof bytes);
    if (n <= 0)
        return false;
    vterm_input_write(t->vt, bytes, (size_t)n);
    if (t->used + (size_t)n > sizeof t->raw)
        t->used = 0;
    memcpy(t->raw + t->used, bytes, (size_t)n);
    t->used += (size_t)n;
    return true;
}

/* Row i as UTF-8. */
static inline void terminal_row(struct terminal *t, int i, char *out, size_t size)
{
    VTermRect line = { i, i + 1, 0, t->cols };
    size_t n = vterm_screen_get_text(t->screen, out, size - 1, line);
    out[n] = 0;
}

static inline bool terminal_shows(struct terminal *t, const char *text)
{
    char row[4096];
    for (int i = 0; i < t->rows; i++) {
        terminal_row(t, i, row, sizeof row);
        if (strstr(row, text))
            return true;
    }
    return false;
}

static inline bool terminal_wait(struct terminal *t, const char *text, double seconds)
{
    for (double end = clock_s() + seconds; clock_s() < end;) {
        if (terminal_shows(t, text))
            return true;
        if (!terminal_read(t, 20))
            break;
    }
    return terminal_shows(t, text);
}

static inline bool terminal_wait_gone(struct terminal *t, const char *text, double seconds)
{
    for (double end = clock_s() + seconds; clock_s() < end && terminal_read(t, 20);)
        if (!terminal_shows(t, text))
            return true;
    return !terminal_shows(t, text);
}

static inline void terminal_dump(struct terminal *t)
{
    char row[4096];
    for (int i = 0; i < t->rows; i++) {
        terminal_row(t, i, row, sizeof row);
        fprintf(stderr, "|%s\n", row);
    }
}

/* As terminal_wait; prints what is to be seen instead. */
static inline bool terminal_sees(struct terminal *t, const char *text, double seconds)
{
    if (terminal_wait(t, text, seconds))
        return true;
    terminal_dump(t);
    fprintf(stderr, "the terminal does not show: %s\n", text);
    return false;
}

static inline void terminal_type(struct terminal *t, const char *keys)
{
    if (write(t->fd, keys, strlen(keys)) < 0)
        fprintf(stderr, "cannot type: %s\n", strerror(errno));
}

static inline void terminal_resize(struct terminal *t, int rows, int cols)
{
    struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };
    t->rows = rows;
    t->cols = cols;
    vterm_set_size(t->vt, rows, cols);
    ioctl(t->fd, TIOCSWINSZ, &size);
}

/* Waits for the end of the program; the status as waitpid gives it, -1: it is still there after `seconds`. */
static inline int terminal_end(struct terminal *t, double seconds)
{
    int status = -1;
    for (double end = clock_s() + seconds; clock_s() < end;) {
        terminal_read(t, 10);
        if (waitpid(t->pid, &status, WNOHANG) == t->pid)
            return status;
    }
    return -1;
}

static inline void terminal_free(struct terminal *t)
{
    if (kill(t->pid, 0) == 0) {
        kill(t->pid, SIGKILL);
        waitpid(t->pid, NULL, 0);
    }
    close(t->fd);
    vterm_free(t->vt);
}

/* The child processes of pid, by /proc; returns the first one, 0: none. */
static inline pid_t terminal_child(pid_t pid)
{
    char path[64];
    int child = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *f = fopen(path, "r");
    if (f) {
        if (fscanf(f, "%d", &child) != 1)
            child = 0;
        fclose(f);
    }
    return (pid_t)child;
}
