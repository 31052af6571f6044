/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calls: cuSPARSE through function pointers, because the newest version is found at run time. */
#pragma once

#include <cusparse.h>

#include "gpu/cusparse/library.h"

struct cusparse_calls {
#define CALL(name) decltype(&cusparse##name) name;
#include "gpu/cusparse/calls.list"
#undef CALL
};

/* Written once, when the plug-in opens. */
extern struct cusparse_calls cusparse;
extern struct found_library cusparse_library;

/* Loads the library and finds its functions. */
bool calls_load(struct err *);
