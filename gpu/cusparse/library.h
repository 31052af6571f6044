/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library: the newest cuSPARSE of this machine, found when the plug-in is opened. */
#pragma once

#include "core/base/err.h"

C_NAMES_BEGIN

struct found_library {
    void *handle;  /* of dlopen */
    int version;   /* as CUSPARSE_VERSION: 12904 */
    char name[64]; /* "cuSPARSE 12.9.4" */
};

/* Loads the file `soname` ("libcusparse.so.12") from the folder $CUSPARSE only, if that is set. Otherwise searches
   where `make deps-peers` puts it, the packages of the python3 on the PATH and of the user, the CUDA toolkits and the
   loader's folders, and keeps the newest that loads; of equals, the first. */
bool library_load(const char *soname, struct found_library *, struct err *);

C_NAMES_END
