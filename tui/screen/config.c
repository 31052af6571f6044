/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config: the file that the screen reads at its start: commands for settings, theme, mouse, keep, keys. */
#include "core/base/file_save.h"
#include "core/base/file_text.h"
#include "core/base/user_path.h"
#include "core/base/words.h"
#include "tui/input/options.h"
#include "tui/screen/actions.h"

static bool config_path(char *path, size_t size)
{
    return user_path(USER_CONFIG, "config", path, size);
}

/* ---- reading ---- */

enum { LINES_MOST = 10000 }; /* one second; a longer file does not hold commands */

/* The commands allowed in the file, and the command-line option that overrides each. */
static const struct config_word {
    const char *name;
    int least, most; /* words after the command */
    enum option wins;
} config_words[] = {
    { "set", 2, 2, OPT_COUNT },  { "theme", 1, 1, OPT_THEME }, { "mouse", 1, 1, OPT_NO_MOUSE },
    { "keep", 1, 1, OPT_COUNT }, { "bind", 2, 16, OPT_COUNT },
};

static const struct config_word *word_find(const char *name)
{
    for (size_t i = 0; i < COUNT(config_words); i++)
        if (strcmp(config_words[i].name, name) == 0)
            return &config_words[i];
    return NULL;
}

static bool apply_line(struct app *a, const char *line, bool settings, struct err *why)
{
    struct words w;
    if (!words_split(line, &w, why))
        return false;
    const struct config_word *c = w.count > 0 ? word_find(w.word[0]) : NULL;
    bool is_setting = w.count > 0 && strcmp(w.word[0], "set") == 0, ok = true;
    if (w.count > 0 && !c)
        ok = err_set(why, ERR_USAGE, "'%.40s' is none of set, theme, mouse, keep, bind", w.word[0]);
    else if (w.count > 0 && (w.count - 1 < c->least || w.count - 1 > c->most))
        ok = err_set(why, ERR_USAGE, "%s wants %d word%s", c->name, c->least, c->least > 1 ? "s" : "");
    words_free(&w);
    if (!ok || !c)
        return ok || settings; /* reported once */
    if (is_setting != settings || (a->session && c->wins != OPT_COUNT && a->session->value[c->wins]))
        return true;
    app_command(a, line);
    ok = !a->dialog.bad || err_set(why, ERR_USAGE, "%s", a->dialog.message);
    a->dialog.message[0] = 0;
    a->dialog.bad = false;
    return ok;
}

void config_apply(struct app *a, bool settings)
{
    char path[4096], line[FILE_TEXT_LINE];
    struct err e, unread = { 0 }, wrong = { 0 }; /* the first invalid line; the log has all */
    const struct dialog shown = a->dialog;       /* the message on the screen stays */
    int number = 0;
    if (!config_path(path, sizeof path))
        return;
    FILE *f = file_text_is_file(path, "the configuration", &unread) ? file_text_open(path) : NULL;
    if (!f && !unread.text[0] && errno != ENOENT && errno != ENOTDIR)
        err_set(&unread, ERR_INPUT, "cannot read %.300s: %s", path, strerror(errno));
    while (f && number < LINES_MOST && file_text_line(f, line, &unread)) {
        number++;
        a->dialog.bad = false;
        if (apply_line(a, line, settings, &e))
            continue;
        err_prefix(&e, "%.300s:%d", path, number);
        model_note(a->model, e.text);
        wrong = wrong.text[0] ? wrong : e;
    }
    if (f && !feof(f))
        err_set(&unread, ERR_INPUT, "%.300s is not a file of commands", path);
    if (f)
        fclose(f);
    if (unread.text[0])
        model_note(a->model, unread.text);
    a->dialog = shown;
    if (wrong.text[0] && !shown.message[0])
        app_say(a, true, "%s", wrong.text);
}

bool config_may_keep(void)
{
    const char *env = getenv("NZSCOPE_KEEP");
    return !(env && strcmp(env, "0") == 0);
}

/* ---- writing ---- */

static void put(FILE *f, const struct app *a)
{
    fprintf(f, "# nzscope: what the screen begins with; written by :config write\n");
    fprintf(f, "theme %s\nmouse %s\n", a->theme->name, a->mouse ? "on" : "off");
    if (config_may_keep()) /* else NZSCOPE_KEEP decides, this time only */
        fprintf(f, "keep %s\n", a->results.keeps || a->results.kept_failed ? "on" : "off");
    for (int i = 0; i < a->settings.sets; i++)
        if (a->settings.set[i].value[0] && strcmp(a->settings.set[i].name, "keep") != 0)
            fprintf(f, "set %s %s\n", a->settings.set[i].name, a->settings.set[i].value);
    for (int i = 0; i < a->bindings.count; i++)
        fprintf(f, "bind \\%s %s\n", a->bindings.own[i].key, a->bindings.own[i].command); /* \# is also a key */
}

static bool config_write(const struct app *a, struct err *e)
{
    char path[4096], *text = NULL;
    size_t bytes = 0;
    if (!config_path(path, sizeof path))
        return err_set(e, ERR_INPUT, "there is no place for the configuration: HOME is not set");
    FILE *f = open_memstream(&text, &bytes);
    if (f)
        put(f, a);
    bool ok = (f && fclose(f) == 0) || err_nomem(e, "the configuration", bytes);
    ok = ok &&
         (user_path_folders(path) ||
          err_set(e, ERR_INPUT, "cannot make the folder of %.300s: %s", path, err_reason(errno))) &&
         file_save_text(path, text, e);
    free(text);
    return ok;
}

/* Appends a word, quoted so that words_split reads it as one. */
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

/* The command of a key so far, in any panel; "": none. */
static const char *command_of(const struct app *a, const char *key)
{
    const int code = key_code(key, strlen(key));
    const char *own = bindings_find(&a->bindings, code);
    const struct binding *b = key_find(code, "", "");
    return own ? own : b ? b->command : "";
}

/* bind KEY COMMAND...: a single word is a whole command line. */
void act_bind(struct app *a, char **w, int n)
{
    char command[400] = "", was[200];
    snprintf(was, sizeof was, "%s", n > 0 ? command_of(a, w[0]) : "");
    struct err e;
    if (n == 2)
        snprintf(command, sizeof command, "%s", w[1]);
    for (int i = 1; i < n && n > 2; i++) {
        strncat(command, i > 1 ? " " : "", sizeof command - strlen(command) - 1);
        add_quoted(command, sizeof command, w[i]);
    }
    if (n == 0)
        app_say(a, false, "%d key%s of your own; bind KEY COMMAND adds one, bind KEY removes it", a->bindings.count,
                text_plural(a->bindings.count));
    else if (!bindings_set(&a->bindings, w[0], command, &e))
        app_say(a, true, "%s", e.text);
    else if (n == 1)
        app_say(a, false, "%s has its own meaning again", w[0]);
    else
        app_say(a, false, "%s is %s now%s%s", w[0], command, *was ? ", no longer " : "", was);
}

void act_config(struct app *a, char **w, int n)
{
    char path[4096];
    struct err e;
    if (!config_path(path, sizeof path))
        path[0] = 0;
    if (n > 0) /* write */
        if (config_write(a, &e))
            app_say(a, false, "settings, theme, mouse, keep and keys are in %.300s", path);
        else
            app_say(a, true, "%s", e.text);
    else
        app_say(a, false, "config write saves this screen's settings for the next start in %.300s", path);
}
