/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/link/fetch.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "core/catalog/catalog.h"

/* sh SCRIPT [--progress] NAME… for execv; NULL: *e says why. The caller frees it and its [1]. */
static char **make_words(char *const *name, int names, bool progress, struct err *e)
{
    char folder[2048], *script = NULL, **word = calloc((size_t)names + 4, sizeof *word);
    catalog_folder(CATALOG_OWN, folder, sizeof folder);
    bool ok = (word && asprintf(&script, "%s/download_matrix.sh", folder) >= 0) ||
              err_nomem(e, "the names", ((size_t)names + 4) * sizeof *word);
    if (ok && access(script, R_OK) != 0) {
        ok = err_set(e, ERR_INPUT, "cannot run %.400s: %s", script, strerror(errno));
        free(script);
    }
    if (!ok) {
        free(word);
        return NULL;
    }
    word[0] = (char *)"sh";
    word[1] = script;
    if (progress)
        word[2] = (char *)"--progress";
    memcpy(word + 2 + progress, name, (size_t)names * sizeof *word);
    return word;
}

static void free_words(char **word)
{
    free(word[1]);
    free(word);
}

void fetch_become(char *const *name, int names, struct err *e)
{
    char **word = make_words(name, names, false, e);
    if (!word)
        return;
    signal(SIGPIPE, SIG_DFL);
    execv("/bin/sh", word);
    err_set(e, ERR_INPUT, "cannot run /bin/sh: %s", strerror(errno));
    free_words(word);
}

/* In the child, between fork and exec: only async-signal-safe calls. */
static _Noreturn void become(char **word, int end, bool heard)
{
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    int in = open("/dev/null", O_RDONLY);
    bool ready = dup2(in, 0) == 0;
    if (heard)
        ready = ready && dup2(end, 1) == 1 && dup2(end, 2) == 2;
    else
        ready = ready && fcntl(end, F_SETFD, 0) == 0; /* open as long as any of its processes runs */
    if (ready)
        execv("/bin/sh", word);
    _exit(127);
}

bool fetch_start(struct fetch *f, char *const *name, int names, bool heard, struct err *e)
{
    int end[2];
    char **word = make_words(name, names, heard, e);
    if (!word)
        return false;
    *f = (struct fetch){ .end = -1, .percent = -1 };
    const bool piped = pipe2(end, O_CLOEXEC) == 0;
    const pid_t pid = piped ? fork() : -1;
    if (pid == 0)
        become(word, end[1], heard);
    if (pid < 0)
        err_set(e, ERR_INPUT, "cannot start a download: %s", strerror(errno));
    free_words(word);
    if (piped)
        close(end[1]);
    if (piped && pid < 0)
        close(end[0]);
    if (pid < 0)
        return false;
    f->pid = pid;
    setpgid(f->pid, f->pid); /* in parent and child: whoever is first */
    f->end = end[0];
    fcntl(f->end, F_SETFL, O_NONBLOCK);
    return true;
}

/* Parses what curl draws over its last line: "####    12.3%". */
static void take_percent(struct fetch *f)
{
    f->line[f->used] = 0;
    size_t bar = strspn(f->line, "# ");
    if (bar > 0 && strchr(f->line, '%'))
        f->percent = atoi(f->line + bar);
}

static void take_line(struct fetch *f)
{
    f->line[f->used] = 0;
    if (strncmp(f->line, "nzscope: ", 9) == 0)
        memmove(f->said, f->line + 9, f->used - 8);
    f->used = 0;
}

bool fetch_read(struct fetch *f)
{
    char bytes[1024];
    ssize_t n;
    while ((n = read(f->end, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n; i++)
            if (bytes[i] == '\n' || bytes[i] == '\r')
                take_line(f);
            else if (f->used + 1 < sizeof f->line)
                f->line[f->used++] = bytes[i];
    take_percent(f);
    return n < 0 && (errno == EAGAIN || errno == EINTR);
}

int fetch_end(struct fetch *f, bool stop)
{
    int status = 0;
    if (f->pid == 0)
        return 0;
    if (stop)
        kill(-f->pid, SIGTERM);
    while (waitpid(f->pid, &status, 0) < 0 && errno == EINTR) {
    }
    close(f->end);
    f->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
