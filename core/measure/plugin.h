/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: the files that are plug-ins, and the table that each exports. */
#pragma once

#include <limits.h>
#include <sys/types.h>

#include "core/measure/kernel.h"

enum { PLUGIN_MAX = 64 };

struct plugin {
    char path[PATH_MAX];
    const char *file; /* its last part; NULL: a folder of $NZSCOPE_PLUGINS that cannot be used, and `why` says why */
    dev_t dev;        /* and which file that is */
    ino_t ino;
    bool seen; /* the caller's own */
    struct err why;
};

/* Finds every nzscope-*.so beside the executable, in the libdir and in $NZSCOPE_PLUGINS, in this order; a file with
   several paths comes several times. At most PLUGIN_MAX; returns how many. */
int plugin_find(struct plugin *found);

/* Loads the file and asks for its table. *handle is of dlopen, NULL when the file did not load. NULL: it is no plug-in
   of this build, and why. */
const struct backend *plugin_table(const char *path, void **handle, struct err *e);

/* Whether the table was built from the headers of this engine. */
bool plugin_compatible(const struct backend *b, struct err *e);
