/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library: the newest cuSPARSE of this machine, found when the plug-in is opened. */
#pragma once

#include "core/base/err.h"

C_NAMES_BEGIN

struct found_library {
    void *handle;  /* of dlopen */
    int version;   /* as in CUSPARSE_VERSION: 12904 */
    char name[64]; /* "cuSPARSE 12.9.4" */
};

/* Loads the file `soname` ("libcusparse.so.12"). If $CUSPARSE is set, only from that folder. Otherwise the newest that
   loads, the first of equals, from: the folder of `make deps-peers`, the packages of the python3 on the PATH and of the
   user, the CUDA toolkits, the loader's folders. */
bool library_load(const char *soname, struct found_library *, struct err *);

C_NAMES_END
