/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_ui: the speed of the screen: first frame, a key while every core computes, a frame of 200 × 60, idle. */
#include "tui/screen/tests/terminal.h"

#include "core/base/ascending.h"
#include "tui/model/tests/events.h"
#include "tui/screen/app.h"

enum { STARTS = 20, KEYS = 60, FRAMES = 2000 };

static const char *const env[] = { "TERM=xterm-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME=/nonexistent", NULL };

static void start(struct terminal *t, char *matrix)
{
    char *argv[] = { terminal_program(), matrix, NULL };
    terminal_start(t, 60, 200, argv, env);
}

static void report(const char *what, double *ms, int n, double limit)
{
    qsort(ms, (size_t)n, sizeof *ms, ascending_double);
    printf("%-44s median %7.2f ms   worst %7.2f ms   (should be under %g ms)\n", what, ms[n / 2], ms[n - 1], limit);
}

static void first_frame(void)
{
    double ms[STARTS];
    char demo[] = "gen:demo";
    for (int i = 0; i < STARTS; i++) {
        struct terminal t;
        double then = clock_s();
        start(&t, demo);
        terminal_wait(&t, "5 Kernels", 5);
        ms[i] = 1000 * (clock_s() - then);
        terminal_free(&t);
    }
    report("first frame after the start", ms, STARTS, 100);
}

/* User and system time of a process in clock ticks. */
static long ticks_of(pid_t pid)
{
    char path[64];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        user = 0;
    if (f)
        fclose(f);
    return (long)(user + system);
}

static double cpu_share(struct terminal *t, double seconds)
{
    long before = ticks_of(t->pid);
    for (double end = clock_s() + seconds; clock_s() < end;)
        terminal_read(t, 20);
    return (double)(ticks_of(t->pid) - before) / (double)sysconf(_SC_CLK_TCK) / seconds;
}

/* Help on and off while kernels run on every core. */
static void keys_under_load(void)
{
    struct terminal t;
    double ms[KEYS];
    char matrix[] = "gen:stencil27:80";
    start(&t, matrix);
    terminal_wait(&t, "● ready", 60);
    printf("%-44s %.2f%% of a core\n", "idle", 100 * cpu_share(&t, 3));
    terminal_type(&t, ":samples 1000\rr");
    terminal_wait(&t, "sample ", 60);
    for (int i = 0; i < KEYS; i++) {
        for (double until = clock_s() + 0.1; clock_s() < until;) /* at any moment of a run */
            terminal_read(&t, 5);
        double then = clock_s();
        terminal_type(&t, "?");
        if (i % 2)
            terminal_wait_gone(&t, "/ finds a word or sign", 5);
        else
            terminal_wait(&t, "/ finds a word or sign", 5);
        ms[i] = 1000 * (clock_s() - then);
    }
    report("a key while every core computes", ms, KEYS, 50);
    printf("%-44s %.2f%% of a core\n", "while bars move", 100 * cpu_share(&t, 3));
    terminal_free(&t);
}

static void cost_of_a_frame(void)
{
    struct app *a = app_new(themes[0], false, NULL);
    struct canvas c;
    double ms[FRAMES];
    FEED(a->model, events_start);
    FEED(a->model, events_matrix);
    for (int i = 0; i < 100; i++)
        FEED(a->model, events_runs);
    a->panels.rows = 60;
    a->panels.cols = 200;
    if (!canvas_init(&c, 60, 200, false, NULL))
        abort();
    for (int i = 0; i < FRAMES; i++) {
        double then = clock_s();
        app_draw(a, &c);
        ms[i] = 1000 * (clock_s() - then);
    }
    report("drawing a frame of 200 x 60", ms, FRAMES, 2);
    canvas_free(&c);
    app_free(a);
}

int main(void)
{
    cost_of_a_frame();
    first_frame();
    keys_under_load();
    return 0;
}
