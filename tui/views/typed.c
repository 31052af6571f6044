/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/views/typed.h"

#include "tui/views/arrays.h"
#include "tui/views/scene.h"

static bool no_command(char *const *word, int n, struct err *e)
{
    const char *name = word[0];
    char line[200];
    snprintf(line, sizeof line, "%.90s%s%.90s", name, n > 1 ? " " : "", n > 1 ? word[1] : "");
    const enum tui_command elsewhere = command_find(name, SHELL | PROMPT);
    const char *here = command_there(line, SCREEN), *near = command_near(name, SCREEN);
    const struct tui_command_info *c = &tui_commands[elsewhere];
    if (elsewhere != CMD_COUNT && here)
        return err_set(e, ERR_USAGE, "%s is for the shell (nzscope %s); on the screen it is :%s", name, name, here);
    if (elsewhere != CMD_COUNT)
        return err_set(e, ERR_USAGE, "%s is not for the screen: nzscope %s%s%s, in the shell", name, name,
                       *c->arguments ? " " : "", c->arguments);
    if (near)
        return err_set(e, ERR_USAGE, "no command is named %s; did you mean %s?", name, near);
    return err_set(e, ERR_USAGE, "no command is named %s; ? lists them", name);
}

bool typed_command(const struct settings *s, const struct model *m, char *const *word, int n, enum tui_command *c,
                   int *skip, struct err *e)
{
    *c = command_find(word[0], SCREEN);
    *skip = *c != CMD_COUNT;
    if (*skip)
        return *c == CMD_sweep || command_check(*c, word + 1, n - 1, e); /* typed_sweep says what to do with more */
    *c = CMD_set;
    if (strchr(word[0], '='))
        return true;
    return settings_find(s, m, word[0]) < 0 ? no_command(word, n, e)
                                            : command_uses(word[0], "VALUE|LIST", word + 1, n - 1, e);
}

bool typed_setting(char ***word, int *n, const char **name, const char **value)
{
    if (*n == 0)
        return false;
    char *equals = strchr((*word)[0], '=');
    const int used = !equals && *n > 1 ? 2 : 1;
    *name = (*word)[0];
    *value = equals ? equals + 1 : used == 2 ? (*word)[1] : "";
    if (equals)
        *equals = 0;
    *word += used;
    *n -= used;
    return true;
}

bool typed_panel(const char *word, int *by, int *view, struct err *e)
{
    *by = strcmp(word, "next") == 0 ? 1 : strcmp(word, "previous") == 0 ? -1 : 0;
    *view = *by ? -1 : view_panel(word, e);
    return *by || *view >= 0;
}

bool typed_format(const char *name, struct err *e)
{
    return arrays_known(name) || err_set(e, ERR_USAGE,
                                         "no picture of format %.60s; there are: csr, coo, ell, ell.col, sell, hyb, "
                                         "bsr, dia",
                                         name);
}

/* The default list of a sweep: "1..64x2" for k, all threads, all choices. False: a list is required. */
static bool all_values(const struct setting *row, char *out, size_t size)
{
    if (row->choices[0]) {
        snprintf(out, size, "%s", row->choices);
        for (char *c = out; *c; c++)
            *c = *c == ' ' && c[1] ? ',' : *c;
    } else if (strcmp(row->name, "k") == 0) {
        snprintf(out, size, "1..64x2");
    } else if (strcmp(row->name, "threads") == 0 && row->max <= 8) {
        snprintf(out, size, "1..%lld", (long long)row->max);
    } else if (strcmp(row->name, "threads") == 0) {
        snprintf(out, size, "1..%lldx2,%lld", (long long)row->max, (long long)row->max);
    } else {
        return false;
    }
    return true;
}

bool typed_sweep(const struct settings *s, const struct model *m, char *const *word, int n, struct typed_sweep *out,
                 struct err *e)
{
    const char *name = n > 0 ? word[0] : "k";
    struct setting row;
    char values[sizeof row.choices], more[100] = "";
    *out = (struct typed_sweep){ .set = *s };
    if (strcmp(name, "size") == 0 && n != 3)
        return err_set(e, ERR_USAGE,
                       "sweep size wants a list and a generator: size 50..800x2 stencil5:@, @ being "
                       "the size");
    if (strcmp(name, "size") == 0) {
        out->spec = word[2];
        return list_parse("size", word[1], 1, INT32_MAX, NULL, &out->sizes, e);
    }
    if (!settings_row(s, m, name, &row))
        return settings_set(&out->set, m, name, "", e);
    for (int i = 2; i < n; i++)
        text_join(more, sizeof more, " ", "%s", word[i]);
    if (n > 2)
        return err_set(e, ERR_USAGE,
                       "sweep %s wants one list, not %s too; it runs the kernels that are marked: first :mark %s, "
                       "or Space on their rows",
                       name, more, more);
    if (n < 2 && !all_values(&row, values, sizeof values))
        return err_set(e, ERR_USAGE, "sweep %s wants a list such as 1,2,4 or 64..4096x2", name);
    snprintf(out->setting, sizeof out->setting, "%s", row.name);
    out->param = row.param;
    return settings_set(&out->set, m, name, n > 1 ? word[1] : values, e);
}
