/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/spawn.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "core/base/data_folder.h"
#include "core/base/scrub.h"
#include "core/base/words.h"

#define ENGINE "nzscope-engine"

/* The engine beside this executable, else in the libdir, else on the PATH. */
static void find_engine(char *path, size_t size)
{
    char self[4096];
    if (program_folder(self, sizeof self, 0) && snprintf(path, size, "%s/" ENGINE, self) < (int)size &&
        access(path, X_OK) == 0)
        return;
    snprintf(path, size, "%s/" ENGINE, NZ_LIBDIR);
    if (access(path, X_OK) != 0)
        snprintf(path, size, ENGINE);
}

/* The processors that we were given. With OMP_PROC_BIND or OMP_PLACES set, libgomp binds our one thread to the first of
   them before main begins, and the engine would inherit that: so they are read before any library's constructor. */
static cpu_set_t given[16];
static bool given_known;

static void given_read(void)
{
    given_known = sched_getaffinity(0, sizeof given, given) == 0;
}

__attribute__((section(".preinit_array"), used)) static void (*const given_first)(void) = given_read;

/* In the child, between fork and exec: only async-signal-safe calls. Writes errno of a failed exec to `report`. */
static _Noreturn void become(char **word, pid_t parent, bool apart, int wire, int log, int report)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); /* the parent died between fork and prctl */
    if (apart)
        setsid();
    sigset_t none;
    sigemptyset(&none);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is for the front end, which sends `stop` */
    signal(SIGQUIT, SIG_IGN);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (given_known)
        sched_setaffinity(0, sizeof given, given);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); /* descriptors that a library or our parent left open */
    if (dup2(wire, 0) == 0 && dup2(wire, 1) == 1 && dup2(log, 2) == 2)
        execvp(word[0], word);
    int why = errno;
    ssize_t unused = write(report, &why, sizeof why);
    (void)unused;
    _exit(127);
}

static void close_open(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* fork and exec of word[]; waits until the exec succeeds (0) or fails (its errno). */
static int start(char **word, bool apart, struct child *c)
{
    int wire[2] = { -1, -1 }, log[2] = { -1, -1 }, report[2] = { -1, -1 };
    const pid_t parent = getpid();
    const bool open = !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, wire) && !pipe2(log, O_CLOEXEC) &&
                      !pipe2(report, O_CLOEXEC);
    c->pid = open ? fork() : -1;
    if (c->pid == 0)
        become(word, parent, apart, wire[1], log[1], report[1]);
    int why = c->pid < 0 ? errno : 0;
    close_open(wire[1]);
    close_open(log[1]);
    close_open(report[1]);
    while (!why && read(report[0], &why, sizeof why) < 0 && errno == EINTR) {
    }
    close_open(report[0]);
    if (why) {
        close_open(wire[0]);
        close_open(log[0]);
        if (c->pid > 0)
            waitpid(c->pid, NULL, 0);
        return why;
    }
    fcntl(wire[0], F_SETFL, O_NONBLOCK);
    fcntl(log[0], F_SETFL, O_NONBLOCK);
    c->wire = wire[0];
    c->log = log[0];
    return 0;
}

bool spawn_engine(const char *command, bool apart, struct child *c, struct err *e)
{
    char path[4200];
    char *own[] = { path, NULL };
    struct words w = { .word = own, .count = 1 };
    if (!command)
        find_engine(path, sizeof path);
    else if (!words_split(command, &w, e))
        return err_prefix(e, "--engine");
    *c = (struct child){ .wire = -1, .log = -1 };
    const int why = w.count ? start(w.word, apart, c) : 0;
    if (w.count == 0)
        err_set(e, ERR_USAGE, "--engine names no program");
    else if (why)
        err_set(e, ERR_ENGINE, "cannot start the engine %.300s: %s%s", w.word[0], strerror(why),
                command || why != ENOENT ? "" : " (make builds it beside nzscope)");
    else
        scrub_path(basename(w.word[0]), c->name, sizeof c->name);
    c->pid = why ? 0 : c->pid;
    if (command)
        words_free(&w);
    return c->pid > 0;
}

/* waitpid that gives up after `grace_ms`. */
static pid_t wait_for(pid_t pid, int grace_ms, int *status)
{
    for (int waited = 0;; waited += 5) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got != 0 || waited >= grace_ms)
            return got;
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
}

int spawn_reap(struct child *c, int grace_ms, char *text, size_t size)
{
    int status = 0;
    if (c->pid <= 0)
        return 0;
    pid_t got = wait_for(c->pid, grace_ms, &status);
    if (got == 0) {
        kill(c->pid, SIGKILL);
        while ((got = waitpid(c->pid, &status, 0)) < 0 && errno == EINTR) {
        }
    }
    if (got > 0 && WIFSIGNALED(status))
        snprintf(text, size, "%s was killed by signal %d (%s)", c->name, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (got > 0 && WIFEXITED(status))
        snprintf(text, size, "%s ended with status %d", c->name, WEXITSTATUS(status));
    else
        snprintf(text, size, "%s is gone", c->name);
    close(c->wire);
    close_open(c->log);
    *c = (struct child){ .wire = -1, .log = -1 };
    return status;
}

/* ---- the last lines of its log, as text for any terminal ---- */

/* Appends n bytes, fewer than TAIL_BYTES; the oldest bytes are dropped. */
static void tail_add(struct tail *t, const char *piece, size_t n)
{
    size_t keep = sizeof t->text - 1 - n;
    if (t->used > keep) {
        memmove(t->text, t->text + t->used - keep, keep);
        t->used = keep;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)piece[i];
        if (c == '\r') /* ssh ends its lines with one */
            continue;
        t->text[t->used++] = (c >= ' ' && c < 127) || c == '\n' ? (char)c : c == '\t' ? ' ' : '?';
    }
    t->text[t->used] = 0;
}

bool tail_read(struct tail *t, int fd)
{
    char piece[1024];
    for (;;) {
        ssize_t n = read(fd, piece, sizeof piece);
        if (n > 0)
            tail_add(t, piece, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return n != 0;
    }
}

const char *tail_lines(struct tail *t)
{
    while (t->used > 0 && t->text[t->used - 1] == '\n')
        t->text[--t->used] = 0;
    char *start = t->text + t->used;
    for (int lines = 0; start > t->text; start--)
        if (start[-1] == '\n' && ++lines == TAIL_LINES)
            break;
    return start;
}
