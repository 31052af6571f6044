/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/keys.h"

#include "core/base/words.h"
#include "tui/input/options.h"

#include <ctype.h>

#define KEYS(view, keys, command, label, help) { view, keys, command, label, help },
const struct binding key_table[] = {
#include "tui/input/keys.list"
};
const int key_bindings = COUNT(key_table);

static const struct {
    const char *name;
    int code;
} named[] = {
    { "Up", KEY_ARROW_UP },  { "Down", KEY_ARROW_DOWN }, { "Left", KEY_ARROW_LEFT },    { "Right", KEY_ARROW_RIGHT },
    { "PgUp", KEY_PAGE_UP }, { "PgDn", KEY_PAGE_DOWN },  { "Home", KEY_FIRST },         { "End", KEY_LAST },
    { "Tab", KEY_TAB },      { "Enter", KEY_RETURN },    { "Shift-Tab", KEY_BACK_TAB }, { "Esc", KEY_ESC },
    { "Space", ' ' },
};

int key_code(const char *name, size_t length)
{
    if (length == 1)
        return (unsigned char)name[0];
    if (length == 6 && strncmp(name, "Ctrl-", 5) == 0)
        return toupper((unsigned char)name[5]) & 0x1f;
    if (name[0] == 'F' && isdigit((unsigned char)name[1]))
        return KEY_FUNCTION + atoi(name + 1);
    for (size_t i = 0; i < COUNT(named); i++)
        if (strlen(named[i].name) == length && strncmp(named[i].name, name, length) == 0)
            return named[i].code;
    return 0;
}

static bool has_key(const struct binding *b, int key)
{
    const char *names = b->keys, *name;
    int length;
    while ((name = text_word(&names, &length)) && key_code(name, (size_t)length) != key) {
    }
    return name;
}

/* The mode's binding overrides the view's own, which overrides the one for any view. */
const struct binding *key_find(int key, const char *mode, const char *view)
{
    const struct binding *any = NULL, *own = NULL;
    for (const struct binding *b = key_table; b < key_table + key_bindings; b++) {
        if (!has_key(b, key))
            continue;
        if (*mode && strcmp(b->view, mode) == 0)
            return b;
        if (!own && strcmp(b->view, view) == 0)
            own = b;
        if (!any && !b->view[0])
            any = b;
    }
    return own ? own : any;
}

/* ---- the user's own, in addition to keys.list ---- */

static int find(const struct bindings *b, int code)
{
    int i = 0;
    while (i < b->count && b->own[i].code != code)
        i++;
    return i;
}

const char *bindings_find(const struct bindings *b, int code)
{
    int i = find(b, code);
    return i < b->count ? b->own[i].command : NULL;
}

static bool check_command(const char *command, struct err *e)
{
    struct words w;
    if (!words_split(command, &w, e))
        return false;
    bool ok = w.count > 0 && (strchr(w.word[0], '=') || command_find(w.word[0], SCREEN) != CMD_COUNT);
    if (!ok)
        err_set(e, ERR_USAGE, "'%.60s' is no command of the screen", command);
    words_free(&w);
    return ok;
}

bool bindings_set(struct bindings *b, const char *key, const char *command, struct err *e)
{
    int code = key_code(key, strlen(key)), i = find(b, code);
    if (code <= 0 || code >= KEY_END_OF_KEYS || strlen(key) >= sizeof b->own[0].key)
        return err_set(e, ERR_USAGE, "no key is named '%.20s': it is a character, F1 to F12, Ctrl-X, Space, PgUp ...",
                       key);
    if (code == ('C' & 0x1f) || code == ':')
        return err_set(e, ERR_USAGE, "%s keeps its meaning", key);
    if (!*command) {
        if (i < b->count)
            b->own[i] = b->own[--b->count];
        return true;
    }
    if (i == BINDINGS_MAX)
        return err_set(e, ERR_USAGE, "%d keys have been given commands already", BINDINGS_MAX);
    if (strlen(command) >= sizeof b->own[0].command)
        return err_set(e, ERR_USAGE, "the command of a key has fewer than %d characters",
                       (int)sizeof b->own[0].command);
    if (!check_command(command, e))
        return false;
    b->own[i].code = code;
    snprintf(b->own[i].key, sizeof b->own[i].key, "%s", key);
    snprintf(b->own[i].command, sizeof b->own[i].command, "%s", command);
    b->count += i == b->count;
    return true;
}
