/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzscope: parses the command line and runs the screen or the lines front end. */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>

#include "core/protocol/event.h"
#include "tui/input/help.h"
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
        status = wants_screen(&o) ? screen_main(&o, e) : lines_main(&o, e);
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
