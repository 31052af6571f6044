/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin: finds plug-ins and loads the table that each exports. */
#pragma once

#include <limits.h>
#include <sys/types.h>

#include "core/measure/backend.h"

enum { PLUGIN_MAX = 64 };

struct plugin {
    char path[PATH_MAX];
    const char *file; /* its last component; NULL: an unusable folder of $NZSCOPE_PLUGINS, see `why` */
    dev_t dev;        /* identify the file */
    ino_t ino;
    bool seen; /* for the caller */
    struct err why;
};

/* Finds every nzscope-*.so beside the executable, in the libdir and in $NZSCOPE_PLUGINS, in this order; a file with
   several paths is found several times. Returns how many, at most PLUGIN_MAX. */
int plugin_find(struct plugin *found);

/* Loads the file and returns its table. *handle is from dlopen; NULL: the file did not load. Returns NULL, with the
   reason, if it is not a plug-in of this build. */
const struct backend *plugin_table(const char *path, void **handle, struct err *e);

/* Whether the table was built from the headers of this engine. */
bool plugin_compatible(const struct backend *b, struct err *e);
