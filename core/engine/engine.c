/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzscope-engine: reads commands on descriptor 0, writes events to descriptor 1 (PROTOCOL.md); 2 is its log. */
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>

#include "core/engine/inbox.h"
#include "core/engine/inventory.h"
#include "core/engine/opened.h"
#include "core/protocol/listener.h"
#include "core/protocol/queue.h"

enum { GRACE_MS = 400, STACK = 1 << 20 };

/* The linked-in backend; core does not include its folder. */
const struct backend *cpu_backend(void);

struct engine {
    struct events *events;
    struct queue *queue;
    int finished[2]; /* a pipe whose write end closes when the worker ends */
    struct inbox inbox;
    int status; /* the worker's, at its end */
};

/* Opens descriptors 0 to 2 if closed, and redirects what libraries print to the log; returns that for events. */
static int engine_descriptors(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return out >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? out : -1;
}

static void engine_hello(struct events *events)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    event_send(events, EVENT("hello", 0, FIELD("protocol", EVENT_PROTOCOL), FIELD("engine", NZ_VERSION),
                             FIELD_IF(*NZ_COMMIT, "commit", NZ_COMMIT), FIELD("host", host), FIELD("pid", getpid()),
                             FIELD("memory", (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE)),
                             FIELD("limit", limit_default())));
}

/* ---- the worker, which executes the commands in the queue ---- */

static session_command *const commands[VERB_COUNT] = {
#define COMMAND(verb, arguments, help) [VERB_##verb] = do_##verb,
#define CONTROL(verb, arguments, help)
#include "core/protocol/commands.list"
};

static void worker_do(struct session *s, const struct command *c)
{
    struct err e = { 0 };
    s->cmd = c->number;
    bool done = false;
    if (session_goes_on(s, &e)) {
        if (c->verb == VERB_COUNT)
            e = c->wrong;
        else
            done = commands[c->verb](s, c, &e);
    }
    event_done(s->events, s->cmd, done ? NULL : &e);
    s->cmd = 0;
}

/* Loads backends, reports them, then executes commands until the queue quits. Returns the exit status: 0, or ERR_DEVICE
   if a device was lost. */
static int worker_run(struct events *events, struct queue *queue, const struct backend *builtin, const char *commit,
                      struct inbox *inbox)
{
    struct session *s = calloc(1, sizeof *s);
    struct err e = { 0 };
    if (!s)
        return ERR_MEMORY;
    s->events = events;
    s->queue = queue;
    s->commit = commit;
    s->inbox = inbox;
    s->limit = limit_default();
    if (builtin && !registry_add(&s->registry, builtin, &e))
        event_log(events, e.text);
    registry_load(&s->registry);
    inventory_report(s);
    struct command *c;
    while (!s->lost && !events_gone(events) && (c = queue_pop(queue)) != NULL) {
        worker_do(s, c);
        command_free(c);
    }
    if (s->lost)
        return ERR_DEVICE; /* the device must not be touched again; it ends with the process */
    opened_forget(s);
    registry_close(&s->registry);
    free(s);
    return ERR_NONE;
}

static void *engine_worker(void *arg)
{
    struct engine *g = arg;
    g->status = worker_run(g->events, g->queue, cpu_backend(), NZ_COMMIT, &g->inbox);
    close(g->finished[1]);
    return NULL;
}

/* A kernel cannot be interrupted: the process ends even if the worker does not. */
static int engine_serve(struct engine *g)
{
    struct pollfd finished = { .fd = g->finished[0], .events = POLLIN };
    pthread_t worker;
    if (pthread_create(&worker, NULL, engine_worker, g) != 0) {
        fprintf(stderr, "nzscope-engine: cannot create a thread\n");
        return ERR_MEMORY;
    }
    listener_run(g->events, g->queue, STDIN_FILENO, g->finished[0]);
    queue_quit(g->queue);
    bool ended = poll(&finished, 1, GRACE_MS) > 0; /* the running command notices its cancellation */
    inbox_end(&g->inbox);
    if (!ended)
        _exit(0);
    pthread_join(worker, NULL);
    if (g->status != 0)
        _exit(g->status); /* exit handlers of libraries may hang when their device is lost */
    return 0;
}

/* At least a megabyte of stack for every thread, including OpenMP's, whatever the shell's limit (ulimit -s). */
static void engine_stacks(void)
{
    pthread_attr_t a;
    size_t size;
    if (pthread_getattr_default_np(&a) != 0)
        return;
    if (pthread_attr_getstacksize(&a, &size) == 0 && size < STACK && pthread_attr_setstacksize(&a, STACK) == 0)
        pthread_setattr_default_np(&a);
    pthread_attr_destroy(&a);
}

static int engine_start(void)
{
    struct engine g = { .finished = { -1, -1 } };
    int status = ERR_MEMORY;
    engine_stacks();
    int out = engine_descriptors();
    inbox_begin(&g.inbox);
    if (out >= 0 && pipe2(g.finished, O_CLOEXEC) == 0 && (g.events = events_new(out)) && (g.queue = queue_new())) {
        engine_hello(g.events);
        status = engine_serve(&g);
    } else {
        fprintf(stderr, "nzscope-engine: cannot start: no memory or no descriptors\n");
    }
    queue_free(g.queue);
    events_free(g.events);
    return status;
}

static int engine_help(void)
{
    printf("usage: nzscope-engine\n"
           "The part of nzscope that computes; nzscope starts it. It reads commands, one a line, and answers with "
           "JSON:\n\n");
    for (int v = 0; v < VERB_COUNT; v++)
        printf("  %s %s\n      %s\n", command_table[v].verb, command_table[v].arguments, command_table[v].help);
    return 0;
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit fails instead */
    if (argc == 1)
        return engine_start();
    if (strcmp(argv[1], "--version") == 0) {
        printf("nzscope-engine %s, protocol %d\n", NZ_VERSION, EVENT_PROTOCOL);
        return 0;
    }
    if (strcmp(argv[1], "--help") == 0)
        return engine_help();
    fprintf(stderr, "nzscope-engine takes only --version and --help\n");
    return ERR_USAGE;
}
