/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/trial.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "core/base/apart.h"
#include "core/base/clock.h"
#include "core/base/scrub.h"
#include "core/measure/plugin.h"

enum {
    LOG_BYTES = 1 << 14, /* in case a library writes in a loop */
    POLL_US = 500,
    GRACE_MS = 1000 /* for killed children to end: one that hangs in the kernel does not */
};

enum { LOADING, OPENING, RUNNING, DONE };
static const char *const doing[] = { "loading", "opening", "running" };

/* ---- in the child ---- */

/* Limits the child to 1/n of the free address space, since n children run at once. */
static void room_share(int n)
{
    struct rlimit room;
    unsigned long long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");

    if (f && fscanf(f, "%llu", &pages) == 1 && getrlimit(RLIMIT_AS, &room) == 0 && room.rlim_cur != RLIM_INFINITY) {
        rlim_t used = pages * (rlim_t)sysconf(_SC_PAGESIZE);
        if (used < room.rlim_cur)
            room.rlim_cur = used + (room.rlim_cur - used) / (rlim_t)n;
        setrlimit(RLIMIT_AS, &room);
    }
    if (f)
        fclose(f);
}

/* Leaves the child its log for output, no input, no core dumps, and none of the engine's signal handlers. */
static void child_alone(int log)
{
    const struct rlimit none = { 0, 0 };
    const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    int null = open("/dev/null", O_RDONLY);

    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        _exit(0);
    setvbuf(stdout, NULL, _IONBF, 0); /* a killed process does not flush */
    setrlimit(RLIMIT_CORE, &none);
    for (size_t i = 0; i < COUNT(fatal); i++)
        signal(fatal[i], SIG_DFL);
}

/* Computes y = A·x with a diagonal A, since libraries load more parts at their first product. Frees nothing: the child
   is killed. */
static void kernel_use(const struct kernel *k, struct device *d)
{
    enum { N = 8 };
    int64_t ptr[N + 1] = { 0 };
    int32_t ind[N];
    double val[N] = { 0 };
    struct csr a = { .m = N, .n = N, .nnz = N, .ptr = ptr, .ind = ind, .val = val, .type = k->type };
    struct stats stats;
    struct plan plan = { 0 };
    struct err e;
    struct problem p = { .op = k->op, .a = &a, .stats = &stats, .threads = 1, .limit = UINT64_MAX, .device = d };

    for (int i = 0; i < N; i++) {
        ind[i] = i;
        ptr[i + 1] = i + 1;
    }
    operations[k->op]->pose(&p, 1, k->layout);
    kernel_params_initial(k, p.param);
    if (stats_compute(&a, &stats, &e) && (!k->supports || k->supports(&p, &e)) &&
        d->ops->alloc(d, dense_bytes(&p.x), &p.x.data, &e) && d->ops->alloc(d, dense_bytes(&p.y), &p.y.data, &e) &&
        d->ops->fill(d, p.x.data, 0, dense_bytes(&p.x), &e) && k->prepare(&p, &plan, &e))
        k->run(plan.data, &e);
}

static void backend_use(const struct backend *b, struct device *const *device, int devices)
{
    for (int i = 0; i < devices; i++)
        for (const struct kernel *const *k = b->kernels; *k; k++)
            if (operations[(*k)->op]->columns && device_runs(device[i], (*k)->family)) {
                kernel_use(*k, device[i]);
                return;
            }
}

static void child_work(const struct trial *t, struct device *const *device, int devices)
{
    void *handle;
    struct err e;
    const struct backend *b = plugin_table(t->path, &handle, &e);

    if (b) {
        *t->stage = OPENING;
        if (b->open(&e)) {
            *t->stage = RUNNING;
            backend_use(b, device, devices);
        }
    }
    *t->stage = DONE;
    for (;;)
        pause();
}

/* ---- in the engine ---- */

static int log_open(void)
{
    int fd = memfd_create("trial", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && ftruncate(fd, LOG_BYTES) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_GROW) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static void trial_start(struct trial *t, int n, struct device *const *device, int devices)
{
    t->log = t->stage ? log_open() : -1;
    t->pid = t->log < 0 ? -1 : apart_fork();
    if (t->pid == 0) {
        child_alone(t->log);
        room_share(n);
        child_work(t, device, devices);
    }
    if (t->pid > 0)
        return;
    t->pid = 0;
    snprintf(t->why, sizeof t->why, "no process to try it in: %s", strerror(errno));
    if (t->log >= 0)
        close(t->log);
}

static bool trial_lasts(struct trial *t)
{
    if (t->pid && waitpid(t->pid, &t->status, WNOHANG))
        t->pid = 0; /* it ended; without a status if SIGCHLD is ignored */
    return t->pid != 0;
}

/* Waits until all children have ended, or, unless `ended`, passed; patience_ms at most. */
static void trials_wait(struct trial *t, int n, int patience_ms, bool ended)
{
    bool wait = true;
    for (double end = clock_ms() + patience_ms; wait && clock_ms() < end;) {
        wait = false;
        for (int i = 0; i < n; i++)
            wait |= trial_lasts(&t[i]) && (ended || *t[i].stage != DONE);
        if (wait)
            usleep(POLL_US);
    }
}

/* Copies the log to stderr, and its last line that is not blank to `line`. */
static void log_take(int fd, char *line, size_t size)
{
    static const char blank[] = " \t\r\n";
    char *text = malloc(LOG_BYTES);
    off_t n = lseek(fd, 0, SEEK_CUR); /* the child shares the offset */
    ssize_t got = text && n > 0 ? pread(fd, text, n < LOG_BYTES ? (size_t)n : LOG_BYTES, 0) : 0;
    size_t end = got > 0 ? (size_t)got : 0;

    while (end > 0 && strchr(blank, text[end - 1]))
        end--;
    if (end > 0)
        fprintf(stderr, "%.*s\n", (int)end, text);
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (begin < end && strchr(blank, text[begin]))
        begin++;
    scrub_text(text ? text + begin : "", end - begin, line, size);
    free(text);
}

static void trial_judge(struct trial *t, int patience_ms)
{
    char line[sizeof t->why], end[100];

    if (*t->why)
        return; /* it never began */
    int stage = *t->stage, s = t->status;
    t->loads = stage != LOADING;
    if (t->pid)
        snprintf(end, sizeof end, "hangs: no answer in %g s", patience_ms / 1e3);
    else if (WIFSIGNALED(s))
        snprintf(end, sizeof end, "kills the process with signal %d (%s)", WTERMSIG(s), strsignal(WTERMSIG(s)));
    else
        snprintf(end, sizeof end, "ends the process with status %d", WEXITSTATUS(s));
    if (stage != DONE) {
        log_take(t->log, line, sizeof line);
        snprintf(t->why, sizeof t->why, "%s it %s%s%.250s", doing[stage], end, *line ? ": " : "", line);
    }
    close(t->log);
}

void trial_run(struct trial *t, int n, struct device *const *device, int devices, int patience_ms)
{
    volatile int *stage = apart_alloc((uint64_t)n * sizeof *stage);

    fflush(stdout); /* a child that exits flushes what it inherited */
    for (int i = 0; i < n; i++) {
        t[i].stage = stage ? &stage[i] : NULL;
        trial_start(&t[i], n, device, devices);
    }
    trials_wait(t, n, patience_ms, false);
    for (int i = 0; i < n; i++)
        trial_judge(&t[i], patience_ms);
}

void trial_end(struct trial *t, int n)
{
    for (int i = 0; i < n; i++)
        if (trial_lasts(&t[i]))
            kill(t[i].pid, SIGKILL);
    trials_wait(t, n, GRACE_MS, true);
    if (n > 0)
        apart_free((void *)t[0].stage, (uint64_t)n * sizeof *t[0].stage);
}
