/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/cusparse/calls.cuh"

#include <dlfcn.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

struct cusparse_calls cusparse;
struct found_library cusparse_library;

template <class F> static bool call_find(F *f, const char *name, struct err *e)
{
    *f = reinterpret_cast<F>(dlsym(cusparse_library.handle, name));
    return *f || err_set(e, ERR_DEVICE, "%s has no %s", cusparse_library.name, name);
}

bool calls_load(struct err *e)
{
#define CALL(name) &&call_find(&cusparse.name, "cusparse" #name, e)
    return library_load("libcusparse.so." TEXT(CUSPARSE_VER_MAJOR), &cusparse_library, e)
#include "gpu/cusparse/calls.list"
        ;
#undef CALL
}
