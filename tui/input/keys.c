/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/keys.h"

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
