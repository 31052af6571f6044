/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys: one list of keys (every key runs a command), and the user's own bindings. */
#pragma once

#include "core/base/err.h"

/* A key's code is its code point, and Ctrl-A is 1; keys that are not characters have codes beyond. */
enum { KEY_TAB = 9, KEY_RETURN = 13, KEY_ESC = 27, KEY_DELETE_BACK = 127 };
enum key {
    KEY_ARROW_UP = 0x110000,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_BACK_TAB,
    KEY_FUNCTION, /* F1 is KEY_FUNCTION + 1 */
    KEY_END_OF_KEYS = KEY_FUNCTION + 13
};

struct binding {
    const char *view;    /* the view that must have the focus, or "tour": during a tour; "": any */
    const char *keys;    /* names, separated by blanks: "F5 r" */
    const char *command; /* the command line, or a word understood by the view with the focus */
    const char *label;   /* in the key bar; "": not there */
    const char *help;
};

extern const struct binding key_table[];
extern const int key_bindings;

/* The binding of this key in this mode ("": none) while this view has the focus; NULL: none. */
const struct binding *key_find(int key, const char *mode, const char *view);

/* The code of a key's name: "Up", "F5", "Ctrl-L", "r"; 0: no such key. */
int key_code(const char *name, size_t length);

enum { BINDINGS_MAX = 64 };

struct bindings {
    struct {
        int code;
        char key[16], command[160];
    } own[BINDINGS_MAX];
    int count;
};

/* Binds the key to a command line of the screen, replacing its former one; "" removes it. ERR_USAGE. */
bool bindings_set(struct bindings *, const char *key, const char *command, struct err *);

/* The command line of the key with this code; NULL: none. */
const char *bindings_find(const struct bindings *, int code);
