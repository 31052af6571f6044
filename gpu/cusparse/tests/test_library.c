/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_library: which of several cuSPARSEs is loaded. The libraries are made here and know their version alone. */
#include <dlfcn.h>
#include <limits.h>

#include "core/tests/shell.h"
#include "gpu/cusparse/library.h"

#define SONAME "libcusparse.so.12"

/* For LeakSanitizer: the machine's own cuSPARSE, which is loaded and closed here, too, keeps what it allocates. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}

static char folder[] = "/tmp/nzscope-library-XXXXXX";
static bool compiler;

static const char *path(const char *below)
{
    static char text[PATH_MAX];
    snprintf(text, sizeof text, "%s/%s", folder, below);
    return text;
}

/* A library of version 12.minor.patch below FOLDER. Minors are from 90 on: newer than any that this machine may have.
 */
static void library_make(const char *below, int minor, int patch)
{
    run_shell("cd %s && mkdir -p %s && echo 'int cusparseGetProperty(int i, int *v)"
              "{ int p[] = { 12, %d, %d }; *v = p[i]; return 0; }' | cc -shared -fPIC -x c - -o %s/" SONAME,
              folder, below, minor, patch, below);
}

static int prepare(void **state)
{
    compiler = system("cc --version >/dev/null 2>&1") == 0;
    return !mkdtemp(folder);
}

static int clean(void **state)
{
    run_shell("rm -rf %s", folder);
    return 0;
}

/* An empty folder, and an environment that leads nowhere else. */
static int empty(void **state)
{
    run_shell("rm -rf %s/* && mkdir -p %s/home %s/data %s/venv/bin && touch %s/venv/bin/python3 && chmod +x "
              "%s/venv/bin/python3",
              folder, folder, folder, folder, folder, folder);
    char search[2 * PATH_MAX];
    snprintf(search, sizeof search, "%s/venv/bin:/usr/local/bin:/usr/bin:/bin", folder);
    setenv("PATH", search, 1);
    setenv("HOME", path("home"), 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("CUDA_HOME");
    unsetenv("CUSPARSE");
    return 0;
}

static void loads(const char *name, int version)
{
    struct found_library l;
    struct err e = { ERR_NONE, "" };
    if (!library_load(SONAME, &l, &e))
        fail_msg("%s", e.text);
    assert_string_equal(l.name, name);
    assert_int_equal(l.version, version);
    dlclose(l.handle);
}

TEST_IN(test_newest, empty, NULL)
{
    if (!compiler)
        skip();
    library_make("home/.local/share/nzscope/peers/nvidia/cu13/lib", 91, 0);
    loads("cuSPARSE 12.91.0", 21100);
    library_make("venv/lib/python3.12/site-packages/nvidia/cusparse/lib", 92, 3);
    loads("cuSPARSE 12.92.3", 21203);
    library_make("home/.local/lib/python3.11/site-packages/nvidia/cu13/lib", 92, 1);
    loads("cuSPARSE 12.92.3", 21203);
    library_make("toolkit/lib64", 93, 0);
    setenv("CUDA_HOME", path("toolkit"), 1);
    loads("cuSPARSE 12.93.0", 21300);
    library_make("data/nzscope/peers/nvidia/cu13/lib", 93, 1);
    setenv("XDG_DATA_HOME", path("data"), 1);
    loads("cuSPARSE 12.93.1", 21301);
}

/* A file that is no library does not keep the others from being found. */
TEST_IN(test_broken, empty, NULL)
{
    if (!compiler)
        skip();
    library_make("home/.local/share/nzscope/peers/nvidia/cu13/lib", 91, 0);
    run_shell("mkdir -p %s/venv/lib/python3.12/site-packages/nvidia/cu13/lib && echo x >%s/venv/lib/python3.12/"
              "site-packages/nvidia/cu13/lib/" SONAME,
              folder, folder);
    loads("cuSPARSE 12.91.0", 21100);
}

/* The folder that the user names is the only one. */
TEST_IN(test_named, empty, NULL)
{
    struct found_library l;
    struct err e = { ERR_NONE, "" };
    if (!compiler)
        skip();
    library_make("home/.local/share/nzscope/peers/nvidia/cu13/lib", 91, 0);
    library_make("old", 1, 2);
    library_make("older/lib", 0, 1);
    setenv("CUSPARSE", path("old"), 1);
    loads("cuSPARSE 12.1.2", 12102);
    setenv("CUSPARSE", path("older"), 1);
    loads("cuSPARSE 12.0.1", 12001);
    setenv("CUSPARSE", path("home"), 1);
    assert_false(library_load(SONAME, &l, &e));
    assert_int_equal(e.code, ERR_DEVICE);
    assert_non_null(strstr(e.text, path("home")));
    assert_null(l.handle);
    run_shell("echo x >%s/home/" SONAME, folder);
    assert_false(library_load(SONAME, &l, &e));
    assert_non_null(strstr(e.text, "too short"));
    setenv("CUSPARSE", "old", 1);
    assert_false(library_load(SONAME, &l, &e));
    assert_non_null(strstr(e.text, "absolute"));
}

TEST_IN(test_none, empty, NULL)
{
    struct found_library l;
    struct err e = { ERR_NONE, "" };
    assert_false(library_load("libcusparse.so.nowhere", &l, &e));
    assert_int_equal(e.code, ERR_DEVICE);
    assert_non_null(strstr(e.text, "make deps-peers"));
}

TESTS(prepare, clean)
