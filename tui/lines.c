/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines: the front end without a screen: commands from the shell, a script or a prompt, answered with text and rows. */
#include "tui/lines.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "core/catalog.h"
#include "core/kernel.h"
#include "core/text.h"
#include "tui/take.h"

/* ---- talking to the user ---- */

void lines_clear(struct lines *l)
{
    if (l->shown) {
        fputs("\r\033[K", stderr);
        l->shown = false;
    }
}

void lines_progress(struct lines *l, const char *format, ...)
{
    if (!l->talks) {
        return;
    }
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "\r%.78s\033[K", text);
    fflush(stderr);
    l->shown = true;
}

void lines_say(struct lines *l, const char *format, ...)
{
    va_list args;
    lines_clear(l);
    if (l->editing && !l->cmd) { /* over the line that is being edited, which is drawn again */
        fputs("\r\033[K", stderr);
        l->said = true;
    }
    fputs("nzscope: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

bool lines_flush(struct err *e)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return true;
    }
    return errno == EPIPE ? false : err_set(e, ERR_INPUT, "cannot write the standard output: %s", strerror(errno));
}

bool lines_argument(char *line, size_t size, const char *name, const char *value, struct err *e)
{
    size_t used = strlen(line);
    if (!value || !*value) {
        return true;
    }
    if (used + strlen(name) + 3 + 3 * strlen(value) > size) { /* blank, =, NUL, and %XX for each byte at worst */
        return err_set(e, ERR_USAGE, "what is asked for as %s is too long: %.40s...", name, value);
    }
    used += (size_t)snprintf(line + used, size - used, " %s=", name);
    link_word(value, line + used, size - used);
    return true;
}

/* ---- events ---- */

static void replace(json_t **to, json_t *value)
{
    json_decref(*to);
    *to = value;
}

static void show_progress(struct lines *l, const json_t *event)
{
    char what[64] = "", done_text[TEXT_SIZE], total_text[TEXT_SIZE];
    double done = 0, total = 0;
    take_text(event, "what", what, sizeof what);
    take_number(event, "done", &done);
    take_number(event, "total", &total);
    if (total > 0) {
        lines_progress(l, "%s: %.0f%% of %s", what, 100 * done / total, text_count(total_text, (int64_t)total));
    } else {
        lines_progress(l, "%s%s%s", what, done > 0 ? ": " : "", done > 0 ? text_count(done_text, (int64_t)done) : "");
    }
}

/* What every command has in common. */
static void see(void *arg, const json_t *event, const char *data, size_t bytes)
{
    struct lines *l = arg;
    const char *name = json_string_value(json_object_get(event, "ev"));
    int cmd = (int)json_integer_value(json_object_get(event, "cmd"));
    json_t *lists[] = { l->devices, l->kernels, l->formats, l->backends, l->orderings, l->topologies };
    static const char *const members[] = { "device", "kernel", "format", "backend", "ordering", "topology" };
    for (int i = 0; i < 6; i++) {
        if (strcmp(name, members[i]) == 0 && !l->ready) {
            json_array_append(lists[i], (json_t *)event);
        } else if (strcmp(name, "hello") == 0) {
            json_array_clear(lists[i]);
            l->ready = false;
        }
    }
    if (strcmp(name, "ready") == 0) {
        l->ready = true;
    } else if (strcmp(name, "progress") == 0) {
        show_progress(l, event);
    } else if (strcmp(name, "notice") == 0) {
        lines_say(l, "%s", json_string_value(json_object_get(event, "text")));
    } else if (strcmp(name, "died") == 0 && json_is_true(json_object_get(event, "again"))) {
        lines_say(l, "%s; it is started again", json_string_value(json_object_get(event, "text")));
    } else if (strcmp(name, "matrix") == 0) {
        replace(&l->matrix, json_incref((json_t *)event));
        replace(&l->costs, NULL);
    } else if (strcmp(name, "formats") == 0 && !l->costs) {
        replace(&l->costs, json_incref((json_t *)event));
    }
    if (cmd && cmd == l->cmd && strcmp(name, "done") == 0) {
        l->answered = true;
        l->answer->code = (enum err_code)json_integer_value(json_object_get(event, "status"));
        take_text(event, "text", l->answer->text, sizeof l->answer->text);
    } else if (l->on_event && ((cmd && cmd == l->cmd) || client_is_replay(l->client))) {
        l->on_event(l->arg, event, data, bytes);
    }
}

/* ---- waiting ---- */

/* Ctrl-C: the first stops the command, the second one leaves; SIGTERM, SIGHUP and SIGQUIT leave at once. */
static void take_signal(struct lines *l)
{
    struct signalfd_siginfo s;
    while (l->signals >= 0 && read(l->signals, &s, sizeof s) == (ssize_t)sizeof s) {
        if (s.ssi_signo == SIGINT && l->cmd && l->stops++ == 0) {
            client_send(l->client, "stop");
            lines_progress(l, "stopping; Ctrl-C once more leaves");
        } else if (s.ssi_signo == SIGINT && !l->cmd && l->editing) {
            l->interrupted = true;
        } else {
            l->killed = (int)s.ssi_signo;
        }
    }
}

bool lines_wait(struct lines *l, int fd, struct err *e)
{
    struct pollfd p[CLIENT_FDS + 2];
    int n = client_fds(l->client, p), signals = n, input = n + 1;
    p[signals] = (struct pollfd){ .fd = l->signals, .events = POLLIN };
    p[input] = (struct pollfd){ .fd = fd, .events = POLLIN };
    poll(p, (nfds_t)n + 2, client_timeout_ms(l->client));
    l->readable = (p[input].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    take_signal(l);
    if (l->killed) {
        return err_set(e, ERR_CANCELLED, "stopped");
    }
    if (client_read(l->client, see, l)) {
        return true;
    }
    const char *why = client_failed(l->client);
    l->gone = true;
    return err_set(e, why && client_is_replay(l->client) ? ERR_INPUT : ERR_ENGINE, "%s",
                   why ? why : "the recording has ended");
}

bool lines_ready(struct lines *l, struct err *e)
{
    while (!l->ready) {
        if (!lines_wait(l, -1, e)) {
            return false;
        }
    }
    return true;
}

int lines_ask(struct lines *l, const char *line, link_handler *on_event, void *arg, struct err *e)
{
    l->answered = false;
    l->answer = e;
    l->stops = 0;
    l->on_event = on_event;
    l->arg = arg;
    l->cmd = client_send(l->client, "%s", line);
    if (!l->cmd) {
        err_set(e, ERR_ENGINE, "the engine is gone");
    }
    while (l->cmd && !l->answered && lines_wait(l, -1, e)) {
    }
    l->cmd = 0;
    lines_clear(l);
    return (int)e->code;
}

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

/* ---- commands ---- */

static int lines_open_command(struct lines *l, const struct options *o, struct err *e)
{
    l->open[0] = 0; /* `open` reads the file again */
    return lines_open(l, o->word[0], e);
}

static int lines_close_command(struct lines *l, const struct options *o, struct err *e)
{
    (void)o;
    l->open[0] = 0;
    return lines_ask(l, "close", NULL, NULL, e);
}

static int lines_quit(struct lines *l, const struct options *o, struct err *e)
{
    (void)o;
    (void)e;
    l->quit = true;
    return 0;
}

int lines_help(struct lines *l, const struct options *o, struct err *e)
{
    enum place place = l ? l->place : SHELL;
    enum tui_command c = o->words ? options_command(o->word[0], place) : CMD_screen;
    if (c == CMD_COUNT && options_command(o->word[0], SHELL | PROMPT | SCREEN) != CMD_COUNT) {
        err_set(e, ERR_USAGE, "%.60s is a command of %s: help there tells more", o->word[0],
                options_command(o->word[0], PROMPT) != CMD_COUNT ? "the prompt" : "the screen");
        return ERR_USAGE;
    }
    if (c == CMD_COUNT) {
        err_set(e, ERR_USAGE, "there is no command '%.60s' (help lists them)", o->word[0]);
        return ERR_USAGE;
    }
    options_help(stdout, c, place);
    return 0;
}

struct line_command {
    lines_command *run;
    int least, most; /* words that it takes; most -1: any number */
};
static const struct line_command commands[CMD_COUNT];

int lines_do(struct lines *l, const struct options *o, struct err *e)
{
    const struct line_command *c = &commands[o->command];
    const struct tui_command_info *info = &tui_commands[o->command];
    if (o->value[OPT_HELP]) {
        options_help(stdout, o->command, l->place);
    } else if (!c->run) {
        err_set(e, ERR_USAGE, "%s is for the screen", info->name);
    } else if (o->words < c->least) {
        err_set(e, ERR_USAGE, "%s wants: %s", info->name, info->arguments);
    } else if (c->most >= 0 && o->words > c->most) {
        err_set(e, ERR_USAGE, "%s does not know what to do with '%.60s'; it wants: %s", info->name, o->word[c->most],
                *info->arguments ? info->arguments : "nothing");
    } else {
        int status = c->run(l, o, e);
        lines_clear(l);
        return status;
    }
    return (int)e->code;
}

static int watch_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGQUIT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* The client that the options ask for; only a prompt goes on after a death of the engine. */
static bool lines_start(struct lines *l, const struct options *o, struct err *e)
{
    struct client_options c = {
        .link = {.engine = o->value[OPT_ENGINE], .record = o->value[OPT_RECORD]},
        .restart = o->command == CMD_prompt,
    };
    if (o->value[OPT_MEM_LIMIT] && !options_size(o->value[OPT_MEM_LIMIT], &c.limit, &c.limit_share, e)) {
        return false;
    }
    if (o->command == CMD_replay) {
        c.link = (struct link_options){ .replay = o->word[0] };
    }
    l->client = client_open(&c, e);
    if (!l->client || client_is_replay(l->client)) {
        return l->client != NULL;
    }
    while (c.limit_share > 0 && !l->ready) { /* the limit is told after the `hello`: nothing may run before */
        if (!lines_wait(l, -1, e)) {
            return false;
        }
    }
    return true;
}

int lines_main(const struct options *o, struct err *e)
{
    struct lines l = { .place = SHELL, .signals = -1, .talks = isatty(STDERR_FILENO) };
    const struct line_command *c = &commands[o->command];
    if (o->command == CMD_help || o->command == CMD_get || !c->run || o->words < c->least ||
        (c->most >= 0 && o->words > c->most)) {
        return o->command == CMD_help ? lines_help(NULL, o, e) : lines_do(&l, o, e);
    }
    l.signals = watch_signals();
    l.devices = json_array();
    l.kernels = json_array();
    l.formats = json_array();
    l.backends = json_array();
    l.orderings = json_array();
    l.topologies = json_array();
    int status = lines_start(&l, o, e) ? lines_do(&l, o, e) : (int)e->code;
    struct err saved = { 0 };
    if (!client_close(l.client, &saved) && status == 0) {
        *e = saved;
        status = (int)e->code;
    }
    lines_clear(&l);
    json_t *own[] = { l.devices, l.kernels, l.formats, l.backends, l.orderings, l.topologies, l.matrix, l.costs };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        json_decref(own[i]);
    }
    close(l.signals);
    return l.killed ? 128 + l.killed : status;
}

static const struct line_command commands[CMD_COUNT] = {
    [CMD_info] = {lines_info,           0, -1},
    [CMD_bench] = { lines_bench,         0, -1},
    [CMD_advise] = { lines_advise,        0, 1 },
    [CMD_mul] = { lines_mul,           1, 2 },
    [CMD_transpose] = { lines_transpose,     1, 1 },
    [CMD_show] = { lines_show,          1, 1 },
    [CMD_gen] = { lines_gen,           1, 1 },
    [CMD_pack] = { lines_pack,          1, 1 },
    [CMD_get] = { lines_get,           1, -1},
    [CMD_list] = { lines_list,          1, 1 },
    [CMD_reorder] = { lines_reorder,       0, 1 },
    [CMD_prompt] = { lines_prompt,        0, 1 },
    [CMD_replay] = { lines_replay,        1, 1 },
    [CMD_open] = { lines_open_command,  1, 1 },
    [CMD_close] = { lines_close_command, 0, 0 },
    [CMD_set] = { lines_set,           0, 2 },
    [CMD_help] = { lines_help,          0, 1 },
    [CMD_quit] = { lines_quit,          0, 0 },
};
