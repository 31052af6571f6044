/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpirun: a child process with a socket to its input, a pipe from its output, and a file for its errors. */
#include "cpu/peers/mpirun.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "core/base/apart.h"
#include "core/base/clock.h"

enum { LOOK_US = 2000, END_MS = 3000, ARGUMENTS = 20, LIMIT_MOST_S = 86400, SLOTS_MOST = 1024 };

double mpirun_limit_s(void)
{
    const char *asked = getenv("NZSCOPE_MPI_LIMIT");
    const double s = asked ? strtod(asked, NULL) : 0;
    return s > LIMIT_MOST_S ? LIMIT_MOST_S : s > 0 ? s : 50;
}

/* "host1 slots=4", one host per line. */
int mpirun_slots(int here)
{
    const char *path = getenv("NZSCOPE_MPI_HOSTS");
    char line[512];
    long sum = 0;
    FILE *f = path ? fopen(path, "re") : NULL;
    while (f && fgets(line, sizeof line, f)) {
        const char *slots = strstr(line, "slots=");
        if (line[strspn(line, " \t")] != '#' && line[strspn(line, " \t\n")])
            sum += slots ? strtol(slots + strlen("slots="), NULL, 10) : 1;
        sum = sum < SLOTS_MOST ? sum : SLOTS_MOST;
    }
    if (f)
        fclose(f);
    return sum > 0 ? (int)sum : here;
}

/* ---- starting ---- */

/* Variables for Open MPI 4 and 5; other MPIs ignore them. Root may run programs, since containers have no other user.
   Ranks may outnumber cores, unless a host file gives the slots; without effect on fewer ranks. */
static const char *const settings[] = {
    "OMPI_ALLOW_RUN_AS_ROOT=1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
    "OMPI_MCA_rmaps_base_oversubscribe=1",
    "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
};
enum { ROOT = 2 };

/* Only calls that may follow a fork. */
static void child_exec(const struct mpirun *m, int in, int out, const char *const *argv)
{
    setpgid(0, 0); /* Ctrl-C is ours */
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(m->log, STDERR_FILENO) >= 0)
        execvp(argv[0], (char *const *)argv);
    dprintf(m->log, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

bool mpirun_start(struct mpirun *m, int ranks, const char *const *argv, struct err *e)
{
    const char *hosts = getenv("NZSCOPE_MPI_HOSTS"), *all[ARGUMENTS] = { "env" };
    char number[16];
    int in[2] = { -1, -1 }, out[2] = { -1, -1 }, n = 1;

    *m = (struct mpirun){ .log = -1, .to = -1, .from = -1, .limit_s = m->limit_s };
    snprintf(number, sizeof number, "%d", ranks);
    for (size_t i = 0; i < COUNT(settings); i++)
        if (i < ROOT ? geteuid() == 0 : !hosts)
            all[n++] = settings[i];
    all[n++] = "mpirun";
    if (hosts) {
        all[n++] = "--hostfile";
        all[n++] = hosts;
    }
    all[n++] = "-n";
    all[n++] = number;
    while (*argv && n < ARGUMENTS - 1)
        all[n++] = *argv++;
    m->log = memfd_create("mpirun", MFD_CLOEXEC);
    bool ok = m->log >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0 &&
              pipe2(out, O_CLOEXEC) == 0 && (m->pid = apart_fork()) >= 0;
    if (ok && m->pid == 0)
        child_exec(m, in[0], out[1], all);
    m->pid = ok ? m->pid : 0;
    ok = ok || err_set(e, ERR_MEMORY, "mpirun: no process: %s", strerror(errno));
    m->to = in[1];
    m->from = out[0];
    close(in[0]);
    close(out[1]);
    return ok;
}

/* ---- ending ---- */

static bool ends_within(struct mpirun *m, int ms)
{
    for (const double end = clock_ms() + ms;; usleep(LOOK_US)) {
        if (m->pid && waitpid(m->pid, NULL, WNOHANG) != 0)
            m->pid = 0;
        if (!m->pid || clock_ms() >= end)
            return !m->pid;
    }
}

/* mpirun forwards SIGTERM, and kills ranks that ignore it; they die with mpirun. */
static void make_end(struct mpirun *m)
{
    const int signals[] = { SIGTERM, SIGKILL };
    for (int i = 0; i < 2 && m->pid; i++) {
        kill(m->pid, signals[i]);
        ends_within(m, END_MS);
    }
}

void mpirun_end(struct mpirun *m)
{
    int *fd[] = { &m->to, &m->from, &m->log };
    if (m->to >= 0)
        shutdown(m->to, SHUT_RDWR);
    if (!ends_within(m, END_MS))
        make_end(m);
    for (size_t i = 0; i < COUNT(fd); i++) {
        if (*fd[i] >= 0)
            close(*fd[i]);
        *fd[i] = -1;
    }
}

/* ---- talking ---- */

/* The most telling line of the log: a rank's own, else mpirun's about a dead rank, else any. Our log gets all of it. */
static void log_take(const struct mpirun *m, char *line, size_t size)
{
    static const char *const telling[] = { "nzscope-petsc-rank: ", "mpirun noticed that ", "" };
    char text[4096];
    const ssize_t n = pread(m->log, text, sizeof text - 1, 0);

    text[n > 0 ? n : 0] = '\0';
    fputs(text, stderr);
    *line = '\0';
    for (size_t i = 0; i < COUNT(telling) && !*line; i++)
        for (const char *at = text; *at && !*line; at += strcspn(at, "\n"), at += *at == '\n')
            if (strncmp(at, telling[i], strlen(telling[i])) == 0 && *at != '-' && *at != '\n')
                snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static bool failed(struct mpirun *m, const char *what, struct err *e)
{
    char line[300];

    make_end(m);
    log_take(m, line, sizeof line);
    return err_set(e, ERR_DEVICE, "%s%s%s", what, *line ? ": " : "", line);
}

static bool is_answered(const struct mpirun *m, size_t used)
{
    const char *ok = strncmp(m->answer, "ok", 2) == 0 ? m->answer : strstr(m->answer, "\nok");
    return ok && m->answer[used - 1] == '\n';
}

bool mpirun_ask(struct mpirun *m, const char *order, struct err *e)
{
    const double end = clock_ms() + 1000 * m->limit_s;
    struct pollfd from = { .fd = m->from, .events = POLLIN };
    char text[120];

    if (!m->pid)
        return err_set(e, ERR_DEVICE, "the MPI ranks have ended");
    send(m->to, order, strlen(order), MSG_NOSIGNAL); /* a dead child does not answer */
    m->answer[0] = '\0';
    for (size_t used = 0; !used || !is_answered(m, used);) {
        const double left = end - clock_ms();
        if (left <= 0 || poll(&from, 1, (int)left + 1) == 0) {
            snprintf(text, sizeof text, "an MPI rank hangs: no answer in %.0f s (NZSCOPE_MPI_LIMIT)", m->limit_s);
            return failed(m, text, e);
        }
        const ssize_t n = read(m->from, m->answer + used, sizeof m->answer - 1 - used);
        if (n == 0 && ends_within(m, END_MS))
            return failed(m, "the MPI ranks have died", e);
        if (n <= 0 && errno != EINTR)
            return failed(m, "no answer from the MPI ranks", e);
        used += n > 0 ? (size_t)n : 0;
        m->answer[used] = '\0';
    }
    return true;
}
