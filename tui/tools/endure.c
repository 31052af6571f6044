/* SPDX-License-Identifier: GPL-3.0-or-later */
/* endure: a day at the screen in a few minutes. Random keys, commands, sizes, clicks, suspensions and killed engines,
   all from a seed; the screen must respond, and the memory and descriptors of both programs must stay flat. */
#include <sys/stat.h>

#include <dirent.h>

#include "core/base/ascending.h"
#include "core/base/hash.h"
#include "tui/screen/tests/terminal.h"

enum { RESIZES = 10000, SUSPENSIONS = 1000, ROUND = 100, ROUNDS = 2000, LAST = 40 };

struct usage {
    long kb; /* anonymous memory */
    int descriptors;
};

struct endurance {
    struct terminal t;
    uint64_t seed, draws;
    char dir[64];
    struct usage screen[ROUNDS], engine[ROUNDS]; /* after each round */
    int rounds;
    char last[LAST][64]; /* acts, to be reported on failure */
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

/* Keys, and the last letters of the four arrows. */
static const char keys[] = "?r \t123456789\rz+-vxysHLAwitaPfb[]npocumg\f/", arrows[] = "ABCD";

static uint64_t draw(struct endurance *e, uint64_t below)
{
    return hash_at(e->seed, e->draws++, 0) % below;
}

static void draw_command(struct endurance *e, char out[64])
{
    const char *at = commands;
    uint64_t n = 1;
    for (const char *c = commands; *c; c++)
        n += *c == '|';
    for (n = draw(e, n); n > 0; n--)
        at = strchr(at, '|') + 1;
    snprintf(out, 64, "%.*s", (int)strcspn(at, "|"), at);
}

/* The program is the shell's child; the engine is the program's. */
static pid_t screen_pid(const struct endurance *e)
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

/* Enters a new folder for all that is written, where the example matrices can be opened. */
static bool enter_folder(char *dir)
{
    char *build = realpath(getenv("NZSCOPE_BUILD") ? getenv("NZSCOPE_BUILD") : "build", NULL);
    char *matrices = realpath("matrices", NULL);
    bool ok = build && matrices && mkdtemp(dir) && chdir(dir) == 0 && symlink(matrices, "matrices") == 0 &&
              setenv("NZSCOPE_BUILD", build, 1) == 0 && setenv("XDG_STATE_HOME", dir, 1) == 0 &&
              setenv("XDG_CONFIG_HOME", dir, 1) == 0 && setenv("XDG_DATA_HOME", dir, 1) == 0;
    free(build);
    free(matrices);
    return ok;
}

/* Starts the program under a shell with job control, which continues it whenever it has stopped. */
static void start(struct endurance *e)
{
    static char script[] =
        "set -m; \"$@\"; while [ $? -ge 128 ]; do echo >>\"$XDG_STATE_HOME/stops\"; fg >/dev/null; done";
    static const char *const env[] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL };
    static char shell[] = "/bin/sh", c[] = "-c", matrix[] = "gen:demo";
    char *argv[] = { shell, c, script, shell, terminal_program(), matrix, NULL };
    terminal_start(&e->t, 36, 120, argv, env);
    if (!terminal_wait(&e->t, "● ready", 30))
        give_up(e, "it does not start");
    type(e, ":samples 3\r", 100);
}

/* `r` restarts the engine after too many deaths. */
static void return_to_demo(struct endurance *e)
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
    give_up(e, screen_pid(e) > 0 ? "the screen does not come back to rest" : "the program has ended");
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

static void note_usage(struct endurance *e, const char *what, double since)
{
    return_to_demo(e);
    struct usage screen = usage_of(screen_pid(e)), engine = usage_of(terminal_child(screen_pid(e)));
    printf("%-12s %7ld acts %6.0f s   screen %6.1f MB %3d descriptors   engine %6.1f MB %3d descriptors\n", what,
           e->acts, clock_s() - since, 1e-3 * (double)screen.kb, screen.descriptors, 1e-3 * (double)engine.kb,
           engine.descriptors);
    fflush(stdout);
    if (e->rounds < ROUNDS) {
        e->screen[e->rounds] = screen;
        e->engine[e->rounds++] = engine;
    }
}

/* ---- acts ---- */

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
        draw_command(e, note);
        snprintf(text, sizeof text, ":%s\r", note);
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
        pid_t engine = terminal_child(screen_pid(e));
        snprintf(note, sizeof e->last[0], "kill");
        if (engine > 0)
            kill(engine, SIGKILL);
        type(e, "", 100);
    }
}

static void resize_often(struct endurance *e)
{
    double begin = clock_s();
    for (int i = 0; i < RESIZES; i++) {
        resize(e);
        terminal_read(&e->t, 5);
    }
    printf("%d resizes in %.0f s\n", RESIZES, clock_s() - begin);
}

static long stop_count(const struct endurance *e)
{
    char path[100];
    struct stat s;
    snprintf(path, sizeof path, "%s/stops", e->dir);
    return stat(path, &s) == 0 ? (long)s.st_size : 0;
}

static void suspend_often(struct endurance *e)
{
    double begin = clock_s();
    for (int i = 0; i < SUSPENSIONS; i++) {
        long before = stop_count(e);
        for (double end = clock_s() + 10; stop_count(e) == before && clock_s() < end;)
            type(e, "\032", 20); /* what is typed while the terminal changes hands may be lost */
        if (stop_count(e) == before)
            give_up(e, "Ctrl-Z does not suspend it");
    }
    printf("%d suspensions in %.0f s\n", SUSPENSIONS, clock_s() - begin);
}

/* ---- the verdict ---- */

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

/* The last third of the rounds may need a tenth and a megabyte more memory than the second, by chance. */
static bool is_flat(const char *what, const struct usage *u, int n)
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
    double minutes = argc > 1 ? atof(argv[1]) : 20, begin = clock_s();
    e.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (!enter_folder(e.dir))
        return 2;
    start(&e);
    note_usage(&e, "start", begin);
    resize_often(&e);
    note_usage(&e, "resized", begin);
    suspend_often(&e);
    note_usage(&e, "suspended", begin);
    e.rounds = 0;
    do {
        for (int i = 0; i < ROUND; i++)
            act(&e);
        note_usage(&e, "used", begin);
    } while (clock_s() < begin + 60 * minutes || e.rounds < 3);
    bool screen = is_flat("screen", e.screen, e.rounds), engine = is_flat("engine", e.engine, e.rounds);
    terminal_free(&e.t);
    return screen && engine ? 0 : 1;
}
