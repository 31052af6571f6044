/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzscope: parses the command line and runs the screen or the lines front end. */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>

#include "core/protocol/event.h"
#include "tui/input/help.h"
#include "tui/input/option_value.h"
#include "tui/input/outputs.h"
#include "tui/lines/lines_parts.h"
#include "tui/lines/table.h"
#include "tui/screen/screen.h"

/* Opens descriptors 0 to 2 if closed, so that our files do not get these numbers. A closed standard output is opened
   for reading only: writing to it then fails and is reported. */
static bool have_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        int mode = fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) != fd)
            return false;
    }
    return true;
}

/* "120x36": columns and rows. */
static bool take_size(const char *text, struct screen_options *s, struct err *e)
{
    int end = 0;
    if (text && (sscanf(text, "%4dx%4d%n", &s->cols, &s->rows, &end) != 2 || text[end] || s->cols < 1 || s->rows < 1))
        return err_set(e, ERR_USAGE, "--size wants COLUMNSxROWS such as 120x36, not '%.60s'", text);
    return true;
}

static bool take_speed(const struct options *o, double *speed, struct err *e)
{
    const char *text = o->value[OPT_SPEED];
    int end = 0;
    *speed = o->value[OPT_SCREENSHOT] ? 0 : 1; /* nobody watches */
    if (text && (sscanf(text, "%lf%n", speed, &end) != 1 || text[end] || !(*speed >= 0 && *speed <= 1e6)))
        return err_set(e, ERR_USAGE, "--speed wants a number such as 1, 10 or 0 (at once), not '%.60s'", text);
    return true;
}

static int run_screen(const struct options *o, struct err *e)
{
    struct screen_options s = {
        .session = o,
        .theme = o->value[OPT_THEME],
        .no_mouse = o->value[OPT_NO_MOUSE] != NULL,
        .no_config = o->value[OPT_NO_CONFIG] != NULL,
        .screenshot = o->value[OPT_SCREENSHOT],
        .script = o->value[OPT_SCRIPT],
        .ascii = o->value[OPT_ASCII] != NULL,
        .loop = o->value[OPT_LOOP] != NULL,
    };
    if (!o->value[OPT_SCREENSHOT] && (o->value[OPT_SIZE] || o->value[OPT_SCRIPT])) {
        err_set(e, ERR_USAGE, "--size and --script go with --screenshot FILE");
        return (int)e->code;
    }
    if (!take_size(o->value[OPT_SIZE], &s, e) || !option_client(o, &s.client, e) ||
        !take_speed(o, &s.client.link.replay_speed, e))
        return (int)e->code;
    if (o->command == CMD_tour) {
        s.tour = o->word[0];
    } else if (o->command != CMD_replay) {
        s.matrix = o->word;
        s.matrices = o->words;
    }
    return screen_main(&s, e);
}

/* A replay uses the screen, unless rows were requested or there is no terminal. */
static bool wants_screen(const struct options *o)
{
    static const enum option rows[] = { OPT_TSV, OPT_CSV, OPT_JSON, OPT_MD, OPT_OUT, OPT_APPEND };
    if (o->command == CMD_tour)
        return o->words == 1 && !o->value[OPT_CHECK];
    if (o->command != CMD_replay || o->words != 1 || o->value[OPT_SCREENSHOT])
        return o->command == CMD_screen || (o->words == 1 && o->value[OPT_SCREENSHOT]);
    for (size_t i = 0; i < COUNT(rows); i++)
        if (o->value[rows[i]])
            return false;
    return isatty(STDOUT_FILENO);
}

/* After a failure that an option would permit, prints the whole command with that option, for pasting. */
static void say_permitted(const struct options *o, struct err *e)
{
    static const enum option permits[] = { OPT_FORCE, OPT_PARTIAL };
    char name[40];
    for (size_t i = 0; i < COUNT(permits) && e->text[0]; i++) {
        struct options again = *o;
        snprintf(name, sizeof name, "--%s", option_table[permits[i]].name);
        if (!strstr(e->text, name) || o->value[permits[i]])
            continue;
        again.value[permits[i]] = "";
        table_say(e->text);
        fputs("  ", stderr);
        options_put(stderr, &again, SHELL);
        fputc('\n', stderr);
        e->text[0] = 0;
    }
}

static int run(char **word, int words, struct err *e)
{
    struct options o;
    if (!options_parse(word, words, SHELL, &o, e))
        return (int)e->code;
    int status = 0;
    if (o.value[OPT_VERSION])
        printf("nzscope %s, protocol %d\n", NZ_VERSION, EVENT_PROTOCOL);
    else if (o.value[OPT_HELP])
        help_print(stdout, o.command, SHELL);
    else if (!outputs_check(&o, NULL, NULL, e))
        status = (int)e->code;
    else
        status = wants_screen(&o) ? run_screen(&o, e) : lines_main(&o, e);
    if (status != 0)
        say_permitted(&o, e);
    options_free(&o);
    return status;
}

int main(int argc, char **argv)
{
    struct err e = { 0 };
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the shell's limit then fails */
    if (!have_descriptors())
        return ERR_USAGE;
    int status = argc > 0 ? run(argv + 1, argc - 1, &e) : ERR_USAGE;
    if (status == 0 && !lines_flush(&e))
        status = (int)e.code;
    if (status != 0 && e.text[0])
        table_say(e.text);
    return status;
}
