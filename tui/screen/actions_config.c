/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions_config: commands for what the screen begins with next time. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/actions.h"
#include "tui/screen/config.h"

/* Appends a word so that words_split reads it as one. */
static void add_quoted(char *line, size_t size, const char *word)
{
    size_t used = strlen(line);
    for (; *word && used + 2 < size; word++) {
        if (strchr(" \t#\"'\\", *word))
            line[used++] = '\\';
        line[used++] = *word;
    }
    line[used] = 0;
}

/* bind KEY COMMAND...: one word is a whole command line. */
static void do_bind(struct app *a, char **w, int n)
{
    char command[400] = "";
    struct err e;
    if (n == 2)
        snprintf(command, sizeof command, "%s", w[1]);
    for (int i = 1; i < n && n > 2; i++) {
        strncat(command, i > 1 ? " " : "", sizeof command - strlen(command) - 1);
        add_quoted(command, sizeof command, w[i]);
    }
    if (n == 0)
        app_say(a, false, "%d key%s of your own; bind KEY COMMAND gives one, bind KEY takes it away", a->bindings.count,
                a->bindings.count == 1 ? "" : "s");
    else if (bindings_set(&a->bindings, w[0], command, &e))
        app_say(a, false, n > 1 ? "%s is %s now" : "%s has its own meaning again%s", w[0], command);
    else
        app_say(a, true, "%s", e.text);
}

static void do_config(struct app *a, char **w, int n)
{
    char path[4096];
    struct err e;
    if (!config_path(path, sizeof path))
        path[0] = 0;
    if (n == 1 && strcmp(w[0], "write") == 0)
        if (config_write(a, &e))
            app_say(a, false, "settings, theme, mouse, keep and keys are in %.300s", path);
        else
            app_say(a, true, "%s", e.text);
    else if (n == 0)
        app_say(a, false, "config write: the screen begins as it is now; the file is %.300s", path);
    else
        app_say(a, true, "config write, or config alone");
}

const struct action actions_config[] = {
    { "bind", .act = do_bind },
    { "config", .act = do_config },
    { NULL },
};
