/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine_client: starts the real engine over a socket pair and speaks the protocol, with a limit on every wait. */
#pragma once

#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "core/base/clock.h"
#include "core/tests/cmocka.h"

enum { CLIENT_WAIT_MS = 60000, CLIENT_LINE = 1 << 20 };

struct engine_client {
    pid_t pid;
    int fd, sent;
    size_t used, taken;
    char *buffer; /* what has come and has not been taken yet */
    char *data;   /* the bytes of the stream that is coming in */
    size_t data_size;
};

static inline struct engine_client client_start(void)
{
    struct engine_client c = { .sent = 0 };
    int fd[2];
    char path[4096];
    const char *build = getenv("NZSCOPE_BUILD");
    snprintf(path, sizeof path, "%s/nzscope-engine", build ? build : "build");
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd), 0);
    c.pid = fork();
    assert_true(c.pid >= 0);
    if (c.pid == 0) {
        dup2(fd[1], 0);
        dup2(fd[1], 1);
        execl(path, path, (char *)NULL);
        perror(path);
        _exit(127);
    }
    close(fd[1]);
    c.fd = fd[0];
    c.buffer = malloc(CLIENT_LINE);
    assert_non_null(c.buffer);
    return c;
}

/* Sends a line, its newline included; returns the number of the command. */
static inline int __attribute__((format(printf, 2, 3))) client_say(struct engine_client *c, const char *format, ...)
{
    char line[8192];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_in_range(n, 1, sizeof line - 1);
    assert_int_equal(send(c->fd, line, (size_t)n, MSG_NOSIGNAL), n);
    return ++c->sent;
}

/* Reads more; false: the engine has closed its side. */
static inline bool client_fill(struct engine_client *c)
{
    struct pollfd p = { .fd = c->fd, .events = POLLIN };
    memmove(c->buffer, c->buffer + c->taken, c->used - c->taken);
    c->used -= c->taken;
    c->taken = 0;
    assert_true(c->used < CLIENT_LINE);
    if (poll(&p, 1, CLIENT_WAIT_MS) <= 0)
        fail_msg("the engine has said nothing for %d ms", CLIENT_WAIT_MS);
    ssize_t n = read(c->fd, c->buffer + c->used, CLIENT_LINE - c->used);
    c->used += n > 0 ? (size_t)n : 0;
    return n > 0;
}

static inline void client_take_data(struct engine_client *c, size_t bytes)
{
    c->data = realloc(c->data, c->data_size + bytes + 1);
    assert_non_null(c->data);
    while (bytes > 0) {
        size_t n = c->used - c->taken < bytes ? c->used - c->taken : bytes;
        memcpy(c->data + c->data_size, c->buffer + c->taken, n);
        c->data_size += n;
        c->taken += n;
        bytes -= n;
        if (bytes > 0)
            assert_true(client_fill(c));
    }
    c->data[c->data_size] = '\0';
}

/* The next event, NULL at the end. The bytes of a `data` event are added to c->data. */
static inline json_t *client_next(struct engine_client *c)
{
    char *newline;
    while (!(newline = memchr(c->buffer + c->taken, '\n', c->used - c->taken)))
        if (!client_fill(c))
            return NULL;
    json_error_t why;
    json_t *event = json_loadb(c->buffer + c->taken, (size_t)(newline - c->buffer) - c->taken, 0, &why);
    if (!event)
        fail_msg("not JSON: %s: %.200s", why.text, c->buffer + c->taken);
    c->taken = (size_t)(newline - c->buffer) + 1;
    const char *ev = json_string_value(json_object_get(event, "ev"));
    assert_non_null(ev);
    if (strcmp(ev, "data") == 0)
        client_take_data(c, (size_t)json_integer_value(json_object_get(event, "bytes")));
    return event;
}

static inline const char *text_of(const json_t *event, const char *name)
{
    const char *text = json_string_value(json_object_get(event, name));
    return text ? text : "";
}

static inline int64_t integer_of(const json_t *event, const char *name)
{
    return json_integer_value(json_object_get(event, name));
}

/* Goes on to the first event `ev` (of command `cmd`, unless 0); fails when `done` of that command comes first. */
static inline json_t *client_until(struct engine_client *c, const char *ev, int cmd)
{
    for (;;) {
        json_t *event = client_next(c);
        if (!event)
            fail_msg("the engine ended before %s", ev);
        bool mine = cmd == 0 || integer_of(event, "cmd") == cmd;
        if (mine && strcmp(text_of(event, "ev"), ev) == 0)
            return event;
        if (cmd && mine && strcmp(text_of(event, "ev"), "done") == 0)
            fail_msg("done with status %d (%s) before %s", (int)integer_of(event, "status"), text_of(event, "text"),
                     ev);
        json_decref(event);
    }
}

/* Waits for the end of command `cmd`; its status must be `status` and its text contain `part`. */
static inline void client_done(struct engine_client *c, int cmd, int status, const char *part)
{
    json_t *event = client_until(c, "done", cmd);
    if (integer_of(event, "status") != status || !strstr(text_of(event, "text"), part))
        fail_msg("command %d: status %d, text '%s'; not %d, '%s'", cmd, (int)integer_of(event, "status"),
                 text_of(event, "text"), status, part);
    json_decref(event);
}

/* A command that ends well. */
static inline void client_must(struct engine_client *c, const char *line)
{
    client_done(c, client_say(c, "%s", line), 0, "");
}

/* The first event `ev` of such a command. */
static inline json_t *client_ask(struct engine_client *c, const char *line, const char *ev)
{
    int cmd = client_say(c, "%s", line);
    json_t *event = client_until(c, ev, cmd);
    client_done(c, cmd, 0, "");
    return event;
}

/* Takes one stream `name` of command `cmd`; the text is the caller's. */
static inline char *client_stream(struct engine_client *c, const char *name, int cmd)
{
    c->data_size = 0;
    for (bool end = false; !end;) {
        json_t *event = client_until(c, "data", cmd);
        assert_string_equal(text_of(event, "name"), name);
        end = integer_of(event, "bytes") == 0;
        json_decref(event);
    }
    char *text = c->data;
    c->data = NULL;
    return text;
}

/* Waits for the process; returns how many milliseconds it took. *status is its exit status, -1 for a signal. */
static inline double client_reap(struct engine_client *c, int *status)
{
    double start = clock_ms();
    int s = 0;
    while (waitpid(c->pid, &s, WNOHANG) == 0 && clock_ms() - start < 20000)
        usleep(5000);
    *status = WIFEXITED(s) ? WEXITSTATUS(s) : -1;
    double took = clock_ms() - start;
    if (took >= 20000)
        kill(c->pid, SIGKILL);
    close(c->fd);
    free(c->buffer);
    free(c->data);
    return took;
}

/* quit, and a clean end. */
static inline void client_quit(struct engine_client *c)
{
    int status;
    client_say(c, "quit\n");
    double took = client_reap(c, &status);
    assert_int_equal(status, 0);
    assert_true(took < 2000);
}

/* A test with an engine of its own, which must end cleanly. */
#define ENGINE_TEST(name)                                                                                              \
    static void name##_of(struct engine_client *c);                                                                    \
    TEST(name)                                                                                                         \
    {                                                                                                                  \
        struct engine_client c = client_start();                                                                       \
        name##_of(&c);                                                                                                 \
        client_quit(&c);                                                                                               \
    }                                                                                                                  \
    static void name##_of(struct engine_client *c)
