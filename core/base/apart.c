/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/apart.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { POLL_MS = 50 };

void *apart_alloc(uint64_t bytes)
{
    void *p = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void apart_free(void *shared, uint64_t bytes)
{
    if (shared)
        munmap(shared, bytes ? bytes : 1);
}

static void child_prepare(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t written = write(fd, "1000", 4); /* best effort */
    (void)written;
    close(fd);
}

/* Waits until the child's end of the pipe closes, which happens however the child ends. */
static bool child_wait(int fd, const char *what, const struct progress *p, struct err *e)
{
    struct pollfd end = { .fd = fd, .events = POLLIN };
    while (poll(&end, 1, POLL_MS) <= 0)
        if (!progress_step(p, what, 0, 0, e))
            return false;
    return true;
}

static bool child_reap(pid_t pid, const char *what, int *status, struct err *e)
{
    int s = 0;
    while (waitpid(pid, &s, 0) < 0)
        if (errno != EINTR)
            return err_set(e, ERR_UNSUPPORTED, "%s: lost: %s", what, strerror(errno));
    if (WIFEXITED(s)) {
        *status = WEXITSTATUS(s);
        return true;
    }
    int signal = WTERMSIG(s);
    if (signal == SIGKILL)
        return err_set(e, ERR_MEMORY, "%s was killed, as happens when memory runs out", what);
    return err_set(e, ERR_UNSUPPORTED, "%s failed with signal %d (%s)", what, signal, strsignal(signal));
}

pid_t apart_fork(void)
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        child_prepare(parent);
    return pid;
}

bool apart_run(int (*work)(void *arg), void *arg, const char *what, const struct progress *p, int *status,
               struct err *e)
{
    int alive[2];
    if (pipe2(alive, O_CLOEXEC) != 0)
        return err_set(e, ERR_MEMORY, "%s: no pipe: %s", what, strerror(errno));
    pid_t pid = apart_fork();
    if (pid == 0)
        _exit(work(arg));
    close(alive[1]);
    bool ok = pid > 0 || err_set(e, ERR_MEMORY, "%s: no process: %s", what, strerror(errno));
    if (ok && !child_wait(alive[0], what, p, e)) {
        kill(pid, SIGKILL);
        child_reap(pid, what, status, NULL);
        ok = false;
    } else if (ok) {
        ok = child_reap(pid, what, status, e);
    }
    close(alive[0]);
    return ok;
}
