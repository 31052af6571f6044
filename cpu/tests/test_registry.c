/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_registry: plug-ins that load, that do not, and why; devices, kernels and globs by name. */
#include <limits.h>
#include <sys/stat.h>

#include "core/measure/registry.h"
#include "core/tests/shell.h"
#include "cpu/backend.h"

static struct registry registry;
static char folder[] = "/tmp/nzscope-test-XXXXXX";
static bool compiler; /* plug-ins can be built here */

/* ---- helpers ---- */

/* Loads what is in these folders. */
static void plugins_load(const char *folders)
{
    setenv("NZSCOPE_PLUGINS", folders, 1);
    registry_load(&registry);
}

/* Builds cpu/tests/plugin.c as FOLDER/DIR/nzscope-DIR.so and loads what is in FOLDER/DIR. */
static void plugin_load(const char *dir, const char *flags)
{
    char path[PATH_MAX];

    if (!compiler)
        skip();
    snprintf(path, sizeof path, "%s/%s", folder, dir);
    run_shell("mkdir -p %s", path);
    run_shell("cc -shared -fPIC -I. %s -DNAME='\"%s\"' cpu/tests/plugin.c -o %s/nzscope-%s.so", flags, dir, path, dir);
    plugins_load(path);
}

/* Which backend has this name or file; -1: none, -2: several. */
static int backend_find(const char *name)
{
    int found = -1;

    for (int i = 0; i < registry.backends; i++)
        if (!strcmp(registry.backend[i].name, name) || !strcmp(registry.backend[i].file, name))
            found = found == -1 ? i : -2;
    return found;
}

static void assert_ready(const char *name)
{
    assert_true(backend_find(name) >= 0);
    assert_true(registry.backend[backend_find(name)].ready);
}

static void assert_refused(const char *name, const char *reason)
{
    int at = backend_find(name);

    assert_true(at >= 0);
    assert_false(registry.backend[at].ready);
    if (!strstr(registry.backend[at].why, reason))
        fail_msg("'%s' does not say '%s'", registry.backend[at].why, reason);
}

static int setup(void **state)
{
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    compiler = !access("cpu/tests/plugin.c", R_OK) && !system("cc --version >/dev/null 2>&1");
    memset(&registry, 0, sizeof registry);
    return !mkdtemp(folder) || unsetenv("NZSCOPE_PLUGINS");
}

static int teardown(void **state)
{
    registry_close(&registry);
    run_shell("rm -rf %s", folder);
    return 0;
}

/* ---- plug-ins ---- */

TEST_IN(test_good, setup, teardown)
{
    plugin_load("good", "-DDEVICE");
    assert_ready("good");
    const struct registered *k = registry_kernel(&registry, "test.csr.nothing", VT_F64);
    assert_non_null(k);
    assert_true(k->ready);
    assert_null(k->why_not);
    assert_null(registry_kernel(&registry, "test.csr.nothing", VT_F32));
    assert_string_equal(registry_device(&registry, "test")->id, "test0");
    assert_ptr_equal(registry_device(&registry, "test0"), registry_device(&registry, "test"));
    assert_null(registry_device(&registry, "test1"));
}

TEST_IN(test_no_device, setup, teardown)
{
    plugin_load("lonely", "");
    assert_ready("lonely");
    const struct registered *k = registry_kernel(&registry, "test.csr.nothing", VT_F64);
    assert_false(k->ready);
    assert_non_null(strstr(k->why_not, "none was found"));
    plugin_load("single", "-DON='\"gpus\"'");
    assert_non_null(strstr(registry.kernel[1].why_not, "NZSCOPE_GPUS"));
}

/* A kernel's library is known once its plug-in is open. */
TEST_IN(test_library, setup, teardown)
{
    plugin_load("named", "-DDEVICE -DLIBRARY='\"thing 1.2.3\"'");
    const struct registered *k = registry_kernel(&registry, "test.csr.nothing", VT_F64);
    assert_non_null(k);
    assert_string_equal(k->backend->foreign, "thing 1.2.3");
    registry_close(&registry);
    plugin_load("shut", "-DOPEN_FAILS -DLIBRARY='\"thing 1.2.3\"'");
    assert_null(registry_kernel(&registry, "test.csr.nothing", VT_F64)->backend->foreign);
}

/* What else there is of the kind explains why there is no device. */
TEST_IN(test_open_fails, setup, teardown)
{
    plugin_load("closed", "-DOPEN_FAILS -DDEVICE");
    assert_refused("closed", "the moon is not full");
    assert_null(registry_device(&registry, "test"));
    plugin_load("lonely", "");
    assert_int_equal(registry.kernels, 2);
    for (int i = 0; i < registry.kernels; i++) {
        assert_false(registry.kernel[i].ready);
        assert_string_equal(registry.kernel[i].why_not, "the moon is not full");
    }
}

TEST_IN(test_other_builds, setup, teardown)
{
    plugin_load("old", "-DABI=99");
    assert_refused("nzscope-old.so", "interface 99");
    plugin_load("thin", "-DKERNEL_SIZE=8");
    assert_refused("nzscope-thin.so", "other headers");
    plugin_load("more", "-DOPERATIONS=99");
    assert_refused("nzscope-more.so", "other headers");
    assert_int_equal(registry.kernels, 0);
}

TEST_IN(test_garbage, setup, teardown)
{
    run_shell("echo garbage >%s/nzscope-garbage.so", folder);
    run_shell("echo garbage >%s/another.so", folder);
    plugins_load(folder);
    assert_refused("nzscope-garbage.so", "nzscope-garbage.so");
    assert_int_equal(backend_find("another.so"), -1);
}

TEST_IN(test_no_symbol, setup, teardown)
{
    if (!compiler)
        skip();
    run_shell("cc -shared -fPIC -x c /dev/null -o %s/nzscope-empty.so", folder);
    plugins_load(folder);
    assert_refused("nzscope-empty.so", BACKEND_SYMBOL);
}

/* Its library is gone, or is another than it was built with: what to do. */
TEST_IN(test_foreign_library, setup, teardown)
{
    if (!compiler)
        skip();
    run_shell("cd %s && cc -shared -fPIC -x c /dev/null -o libgone.so && cc -shared -fPIC -x c /dev/null -o "
              "nzscope-orphan.so -x none -Wl,--no-as-needed -L. -lgone && rm libgone.so",
              folder);
    run_shell("cd %s && echo 'void gone(void); void here(void) { gone(); }' | cc -shared -fPIC -x c - -o "
              "nzscope-wrong.so",
              folder);
    plugins_load(folder);
    assert_refused("nzscope-orphan.so", "libgone.so: cannot open shared object file");
    assert_refused("nzscope-orphan.so", "install that library, or name its folder in LD_LIBRARY_PATH");
    assert_refused("nzscope-wrong.so", "not the one it was built with");
}

/* By the same path, by a link to the folder, and as a copy. */
TEST_IN(test_once, setup, teardown)
{
    char list[3 * PATH_MAX];

    plugin_load("good", "-DDEVICE");
    run_shell("ln -s %s/good %s/link", folder, folder);
    run_shell("cp -r %s/good %s/copy", folder, folder);
    snprintf(list, sizeof list, "%s/good:%s/link::%s/copy", folder, folder, folder);
    plugins_load(list);
    assert_true(backend_find("good") >= 0);
    assert_int_equal(registry.kernels, 1);
    assert_int_equal(registry.devices, 1);
}

/* Relative folders would be the current directory's by another name. */
TEST_IN(test_folders, setup, teardown)
{
    char here[PATH_MAX];

    run_shell("echo garbage >%s/nzscope-here.so", folder);
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);
    plugins_load(".");
    assert_int_equal(chdir(here), 0);
    assert_int_equal(backend_find("nzscope-here.so"), -1);
    assert_refused("NZSCOPE_PLUGINS", "not an absolute path");

    registry_close(&registry);
    plugins_load("/nowhere/at/all");
    assert_refused("NZSCOPE_PLUGINS", "/nowhere/at/all");

    registry_close(&registry);
    plugins_load(":::");
    assert_int_equal(backend_find("NZSCOPE_PLUGINS"), -1);
}

/* ---- libraries that do not leave the process alone ---- */

/* The one kernel is listed with the reason. */
static void assert_unready(const char *name, const char *reason)
{
    assert_refused(name, reason);
    assert_int_equal(registry.kernels, 1);
    assert_false(registry.kernel[0].ready);
    assert_non_null(strstr(registry.kernel[0].why_not, reason));
}

TEST_IN(test_ends, setup, teardown)
{
    plugin_load("ends", "-DDEVICE -D'AT_OPEN=printf(\"half a\"),puts(\" part\\nFATAL: no parts\\n\"),exit(6)'");
    assert_unready("ends", "opening it ends the process with status 6: FATAL: no parts");
    assert_null(registry_device(&registry, "test"));
}

/* Status 0 is no success either. */
TEST_IN(test_leaves, setup, teardown)
{
    plugin_load("leaves", "-DDEVICE -D'AT_OPEN=_exit(0)'");
    assert_unready("leaves", "opening it ends the process with status 0");
}

TEST_IN(test_dies, setup, teardown)
{
    plugin_load("dies", "-DDEVICE -D'AT_OPEN=fputs(\"no driver\",stderr),abort()'");
    assert_unready("dies", "opening it kills the process with signal 6 (Aborted): no driver");
}

/* Nobody else can list its kernels; the next file of this name may do better. */
TEST_IN(test_not_loaded, setup, teardown)
{
    char list[2 * PATH_MAX];

    plugin_load("worse", "-DDEVICE -D'AT_LOAD=_exit(3)'");
    assert_refused("nzscope-worse.so", "loading it ends the process with status 3");
    assert_int_equal(registry.kernels, 0);

    registry_close(&registry);
    plugin_load("good", "-DDEVICE");
    registry_close(&registry);
    run_shell("mv %s/good/nzscope-good.so %s/good/nzscope-worse.so", folder, folder);
    snprintf(list, sizeof list, "%s/worse:%s/good", folder, folder);
    plugins_load(list);
    assert_ready("good");
    assert_int_equal(registry.kernels, 1);
}

/* What loads its parts late is used once: here on the device that is linked in. */
TEST_IN(test_runs, setup, teardown)
{
    struct err e;

    assert_true(registry_add(&registry, cpu_backend(), &e));
    int before = registry.kernels;
    plugin_load("late", "-D'ON=\"cpu\"' -D'AT_RUN=kill(getpid(),SIGSEGV)'");
    assert_refused("late", "running it kills the process with signal 11");
    assert_int_equal(registry.kernels, before + 1);
    assert_false(registry.kernel[before].ready);
    assert_true(registry.kernel[0].ready);
}

/* The others do not suffer from the one that hangs. */
TEST_IN(test_hangs, setup, teardown)
{
    registry.patience_ms = 500;
    plugin_load("hangs", "-DDEVICE -D'AT_OPEN=puts(\"asking the driver\"),pause()'");
    assert_unready("hangs", "opening it hangs: no answer in 0.5 s: asking the driver");
    plugin_load("good", "-DDEVICE");
    assert_ready("good");
}

/* A library that prints more than the log holds is fit for use; it keeps quiet in this process. */
TEST_IN(test_prints, setup, teardown)
{
    char pid[20];

    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("NZSCOPE_QUIET", pid, 1);
    plugin_load("prints", "-DDEVICE -D'AT_OPEN=while(atoi(getenv(\"NZSCOPE_QUIET\"))!=getpid()&&puts(\"...\")>=0)'");
    unsetenv("NZSCOPE_QUIET");
    assert_ready("prints");
}

/* ---- what is linked in ---- */

TEST_IN(test_cpu, setup, teardown)
{
    struct err e = { 0 };

    assert_true(registry_add(&registry, cpu_backend(), &e));
    assert_string_equal(registry.backend[0].name, "cpu");
    assert_string_equal(registry_device(&registry, "cpu")->id, "cpu");
    for (enum vtype type = VT_F64; type < VT_COUNT; type++) {
        const struct registered *k = registry_kernel(&registry, "cpu.csr.serial", type);
        assert_true(k && k->ready && k->kernel->type == type);
    }
}

/* A backend that is refused leaves its reason, and its kernels with it. */
TEST_IN(test_isa, setup, teardown)
{
    struct err e = { 0 };

    setenv("NZSCOPE_ISA", "v9", 1);
    bool added = registry_add(&registry, cpu_backend(), &e);
    unsetenv("NZSCOPE_ISA");
    assert_false(added);
    assert_non_null(strstr(e.text, "v9"));
    assert_true(registry.kernels > 0);
    assert_false(registry.kernel[0].ready);
    assert_non_null(strstr(registry.kernel[0].why_not, "v9"));

    registry_close(&registry);
    setenv("NZSCOPE_ISA", "base", 1);
    added = registry_add(&registry, cpu_backend(), &e);
    unsetenv("NZSCOPE_ISA");
    assert_true(added);
}

TEST_IN(test_match, setup, teardown)
{
    assert_true(registry_match("", "cpu.csr.omp"));
    assert_true(registry_match(NULL, "cpu.csr.omp"));
    assert_true(registry_match("cpu.csr.omp", "cpu.csr.omp"));
    assert_true(registry_match("peer.*,cpu.*", "cpu.csr.omp"));
    assert_true(registry_match("cpu.?sr.[no]mp", "cpu.csr.omp"));
    assert_false(registry_match("cpu.csr", "cpu.csr.omp"));
    assert_false(registry_match("gpu.*,peer.*", "cpu.csr.omp"));
    assert_false(registry_match(",", "cpu.csr.omp"));
}

TESTS(NULL, NULL)
