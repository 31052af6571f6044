/* SPDX-License-Identifier: GPL-3.0-or-later */
/* endure: a day at the screen in a few minutes. Random keys, commands, sizes, clicks, suspensions and killed engines,
   all from a seed; the screen must respond, and the memory and descriptors of both programs must stay flat. */
#include <sys/stat.h>

#include <dirent.h>

#include "core/base/ascending.h"
#include "tui/screen/tests/terminal.h"

enum { RESIZES = 10000, SUSPENSIONS = 1000, ROUND = 100, ROUNDS = 2000, LAST = 40 };

struct usage {
    long kb; /* anonymous memory */
    int descriptors;
};

struct endurance {
    struct terminal t;
    uint64_t random;
    char dir[64];
    struct usage front[ROUNDS], engine[ROUNDS];
    int rounds;
    char last[LAST][64]; /* for the report */
    long acts;
};

/* All commands that change what is shown, opened or run, except those that leave or download. */
static const char commands[] =
    "open gen:demo|open gen:rmat:10:8|open gen:stencil5:90|open matrices/fem-12.mtx|open matrices/road-300.mtx|"
    "open /nonexistent.mtx|open gen:nonsense:4|run cpu.csr.*|run *.serial|run cpu.transpose.*|run nothing*|"
    "sweep k 1..8x2|sweep threads|compare cpu.csr.omp cpu.csr.block|advise|answer|why|microscope ell|"
    "microscope hyb|tour 1|tour next|tour 2|tour off|reorder rcm|reorder none|set k 3|set k 1|set type f32|"
    "set type f64|set op transpose|set op mul|mark cpu.csr.*|unmark|filter csr|save runs.tsv !|"
    "save screen.svg !|baseline runs.tsv|baseline off|keep on|keep off|picture roofline|sort speed|roof|close|"
    "theme light|theme default|help run|nonsense|stop";

/* Keys, and the four arrows. */
static const char keys[] = "?r \t123456789\rz+-vxysHLAwitaPfb[]npocumg\f/", arrows[] = "ABCD";

static uint64_t draw(struct endurance *e, uint64_t below)
{
    e->random ^= e->random << 13;
    e->random ^= e->random >> 7;
    e->random ^= e->random << 17;
    return (e->random >> 11) % below;
}

/* One of the lines, separated by |. */
static const char *draw_line(struct endurance *e, const char *lines, char out[64])
{
    uint64_t n = 1;
    for (const char *at = lines; *at; at++)
        n += *at == '|';
    for (n = draw(e, n); n > 0; n--)
        lines = strchr(lines, '|') + 1;
    snprintf(out, 64, "%.*s", (int)strcspn(lines, "|"), lines);
    return out;
}

/* The program's process: the shell's child. */
static pid_t front(const struct endurance *e)
{
    return terminal_child(e->t.pid);
}

static void give_up(struct endurance *e, const char *why)
{
    terminal_dump(&e->t);
    for (long i = e->acts > LAST ? e->acts - LAST : 0; i < e->acts; i++)
        fprintf(stderr, "%ld\t%s\n", i, e->last[i % LAST]);
    fprintf(stderr, "endure: %s\n", why);
    exit(1);
}

/* ---- the program ---- */

static void type(struct endurance *e, const char *text, int ms)
{
    terminal_type(&e->t, text);
    for (double end = clock_s() + 1e-3 * ms; clock_s() < end;)
        if (!terminal_read(&e->t, ms < 5 ? ms : 5))
            break;
}

/* Writes everything in a folder of its own, from which the example matrices can be opened. */
static bool settle(char *dir)
{
    char *build = realpath(getenv("NZSCOPE_BUILD") ? getenv("NZSCOPE_BUILD") : "build", NULL);
    char *matrices = realpath("matrices", NULL);
    bool ok = build && matrices && mkdtemp(dir) && chdir(dir) == 0 && symlink(matrices, "matrices") == 0 &&
              setenv("NZSCOPE_BUILD", build, 1) == 0;
    free(build);
    free(matrices);
    return ok;
}

/* Under a shell with job control, which continues it whenever it has stopped. */
static void begin(struct endurance *e)
{
    static char script[] =
        "set -m; \"$@\"; while [ $? -ge 128 ]; do echo >>\"$XDG_STATE_HOME/stops\"; fg >/dev/null; done";
    static char home[100], config[100], data[100];
    static const char *env[] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8", home, config, data, NULL };
    static char shell[] = "/bin/sh", c[] = "-c", matrix[] = "gen:demo";
    char *argv[] = { shell, c, script, shell, terminal_program(), matrix, NULL };
    snprintf(home, sizeof home, "XDG_STATE_HOME=%s", e->dir);
    snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s", e->dir);
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s", e->dir);
    terminal_start(&e->t, 36, 120, argv, env);
    if (!terminal_wait(&e->t, "● ready", 30))
        give_up(e, "it does not start");
    type(e, ":samples 3\r", 100);
}

/* Returns to the demo from any state; `r` restarts the engine after too many deaths. */
static void calm(struct endurance *e)
{
    terminal_resize(&e->t, 36, 120);
    for (int attempt = 0; attempt < 3; attempt++) {
        for (int i = 0; i < 5; i++)
            type(e, "\033", 60);
        type(e, ":tour off\r", 60);
        type(e, ":open gen:demo\r", 300);
        if (terminal_wait(&e->t, "● ready", 20))
            return;
        type(e, "r", 1000);
    }
    give_up(e, front(e) > 0 ? "the screen does not come back to rest" : "the program has ended");
}

static struct usage usage_of(pid_t pid)
{
    char path[64], line[200];
    struct usage u = { 0 };
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "RssAnon:", 8) == 0)
            u.kb = atol(line + 8);
    if (f)
        fclose(f);
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *dir = opendir(path);
    for (struct dirent *d; dir && (d = readdir(dir));)
        u.descriptors += *d->d_name != '.';
    if (dir)
        closedir(dir);
    return u;
}

static void look(struct endurance *e, const char *what, double since)
{
    calm(e);
    struct usage a = usage_of(front(e)), b = usage_of(terminal_child(front(e)));
    printf("%-12s %7ld acts %6.0f s   screen %6.1f MB %3d descriptors   engine %6.1f MB %3d descriptors\n", what,
           e->acts, clock_s() - since, 1e-3 * (double)a.kb, a.descriptors, 1e-3 * (double)b.kb, b.descriptors);
    fflush(stdout);
    if (e->rounds < ROUNDS) {
        e->front[e->rounds] = a;
        e->engine[e->rounds++] = b;
    }
}

/* ---- what a day brings ---- */

static void resize(struct endurance *e)
{
    terminal_resize(&e->t, 1 + (int)draw(e, 80), 1 + (int)draw(e, 240));
}

static void click(struct endurance *e)
{
    char text[64];
    int row = 1 + (int)draw(e, (uint64_t)e->t.rows), col = 1 + (int)draw(e, (uint64_t)e->t.cols);
    int button = draw(e, 3) ? 0 : 64 + (int)draw(e, 2);
    snprintf(text, sizeof text, "\033[<%d;%d;%dM\033[<%d;%d;%dm", button, col, row, button, col, row);
    type(e, text, 10);
}

static void act(struct endurance *e)
{
    char *note = e->last[e->acts++ % LAST], text[100];
    uint64_t kind = draw(e, 100);
    if (kind < 55) {
        uint64_t key = draw(e, sizeof keys + 3);
        bool arrow = key >= sizeof keys - 1;
        snprintf(text, sizeof text, "%s%c", arrow ? "\033[" : "", arrow ? arrows[key - sizeof keys + 1] : keys[key]);
        snprintf(note, sizeof e->last[0], "key %.9s", text + (arrow ? 1 : 0));
        type(e, text, 15);
    } else if (kind < 80) {
        snprintf(text, sizeof text, ":%s\r", draw_line(e, commands, note));
        type(e, "\033", 40);
        type(e, text, (int)draw(e, 400));
    } else if (kind < 92) {
        snprintf(note, sizeof e->last[0], "resize");
        resize(e);
        type(e, "", 10);
    } else if (kind < 98) {
        snprintf(note, sizeof e->last[0], "click");
        click(e);
    } else if (kind < 99) {
        snprintf(note, sizeof e->last[0], "suspend");
        type(e, "\032", 100);
    } else {
        pid_t engine = terminal_child(front(e));
        snprintf(note, sizeof e->last[0], "kill");
        if (engine > 0)
            kill(engine, SIGKILL);
        type(e, "", 100);
    }
}

static void resizes(struct endurance *e)
{
    double then = clock_s();
    for (int i = 0; i < RESIZES; i++) {
        resize(e);
        terminal_read(&e->t, 5);
    }
    printf("%d resizes in %.0f s\n", RESIZES, clock_s() - then);
}

static long stops(const struct endurance *e)
{
    char path[100];
    struct stat s;
    snprintf(path, sizeof path, "%s/stops", e->dir);
    return stat(path, &s) == 0 ? (long)s.st_size : 0;
}

static void suspensions(struct endurance *e)
{
    double then = clock_s();
    for (int i = 0; i < SUSPENSIONS; i++) {
        long before = stops(e);
        for (double end = clock_s() + 10; stops(e) == before && clock_s() < end;)
            type(e, "\032", 20); /* what is typed while the terminal changes hands may be lost */
        if (stops(e) == before)
            give_up(e, "Ctrl-Z does not suspend it");
    }
    printf("%d suspensions in %.0f s\n", SUSPENSIONS, clock_s() - then);
}

/* ---- flat? ---- */

/* The median of the memory, the most descriptors. */
static struct usage typical(const struct usage *u, int n)
{
    struct usage m = { 0 };
    int64_t kb[ROUNDS];
    for (int i = 0; i < n; i++) {
        kb[i] = u[i].kb;
        m.descriptors = u[i].descriptors > m.descriptors ? u[i].descriptors : m.descriptors;
    }
    qsort(kb, (size_t)n, sizeof *kb, ascending_int64);
    m.kb = (long)kb[n / 2];
    return m;
}

/* The last third of the day needs no more than the second did, but for a tenth and a megabyte of chance. */
static bool flat(const char *what, const struct usage *u, int n)
{
    struct usage second = typical(u + n / 3, n / 3), third = typical(u + 2 * n / 3, n - 2 * n / 3);
    bool ok = third.kb <= second.kb + second.kb / 10 + 1000 && third.descriptors <= second.descriptors;
    printf("%s: %.1f then %.1f MB, %d then %d descriptors: %s\n", what, 1e-3 * (double)second.kb,
           1e-3 * (double)third.kb, second.descriptors, third.descriptors, ok ? "flat" : "GROWS");
    return ok;
}

int main(int argc, char **argv)
{
    static struct endurance e = { .dir = "/tmp/nzscope-endure-XXXXXX" };
    double minutes = argc > 1 ? atof(argv[1]) : 20, then = clock_s();
    e.random = 88172645463325252u + (argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    if (!settle(e.dir))
        return 2;
    begin(&e);
    look(&e, "start", then);
    resizes(&e);
    look(&e, "resized", then);
    suspensions(&e);
    look(&e, "suspended", then);
    e.rounds = 0;
    do {
        for (int i = 0; i < ROUND; i++)
            act(&e);
        look(&e, "used", then);
    } while (clock_s() < then + 60 * minutes || e.rounds < 3);
    bool screen = flat("screen", e.front, e.rounds), engine = flat("engine", e.engine, e.rounds);
    terminal_free(&e.t);
    return screen && engine ? 0 : 1;
}
