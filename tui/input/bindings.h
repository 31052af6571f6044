/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bindings: keys that the user has given commands, besides those of keys.list. */
#ifndef NZ_BINDINGS_H
#define NZ_BINDINGS_H

#include "core/base/err.h"

enum { BINDINGS_MAX = 64 };

struct bindings {
    struct {
        int code;
        char key[16], command[160];
    } own[BINDINGS_MAX];
    int count;
};

/* Gives the key a command line of the screen, in place of what it had; "" takes it away. ERR_USAGE. */
bool bindings_set(struct bindings *, const char *key, const char *command, struct err *);

/* The command line of the key with this code; NULL: none. */
const char *bindings_find(const struct bindings *, int code);

#endif
