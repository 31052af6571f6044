/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_nvml: what is read from a library that the test builds, and that a missing one costs nothing but the values. */
#include "core/tests/shell.h"
#include "gpu/device/nvml.h"

static char folder[] = "/tmp/nzscope-nvml-XXXXXX", library[100];

static void build(const char *name, const char *flags)
{
    snprintf(library, sizeof library, "%s/%s.so", folder, name);
    run_shell("cc -shared -fPIC %s gpu/device/tests/fake_nvml.c -o %s", flags, library);
}

TEST(test_values)
{
    struct nvml n;
    struct device_state s;
    char driver[48] = "x";
    build("whole", "");
    assert_true(nvml_open(&n, library));
    nvml_driver(&n, driver, sizeof driver);
    assert_string_equal(driver, "580.65.06");
    nvml_state(&n, nvml_device(&n, "0000:19:00.0"), &s);
    assert_true(s.clock_mhz == 1980 && s.memory_mhz == 3201 && s.power_w == 345.5);
    assert_false(s.throttled); /* idle is no throttling */
    assert_null(nvml_device(&n, "0000:20:00.0"));
    nvml_state(&n, NULL, &s);
    assert_true(s.clock_mhz == 0 && !s.throttled);
}

TEST(test_throttled)
{
    static const struct {
        const char *flags;
        bool throttled;
    } cases[] = { { "-DREASONS=0x4", true },
                  { "-DREASONS=0x20", true },
                  { "-DREASONS=0x88", true },
                  { "-DREASONS=0x2", false },
                  { "-DREASONS=0x100", false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct nvml n;
        struct device_state s;
        char name[16];
        snprintf(name, sizeof name, "case%zu", i);
        build(name, cases[i].flags);
        assert_true(nvml_open(&n, library));
        nvml_state(&n, nvml_device(&n, "0000:19:00.0"), &s);
        assert_true(s.throttled == cases[i].throttled);
    }
}

TEST(test_missing)
{
    struct nvml n;
    struct device_state s;
    char driver[48] = "x";
    assert_false(nvml_open(&n, "/nowhere/libnvidia-ml.so.1"));
    nvml_driver(&n, driver, sizeof driver);
    assert_string_equal(driver, "");
    assert_null(nvml_device(&n, "0000:19:00.0"));
    build("stuck", "-DSTART=9");
    assert_false(nvml_open(&n, library));
    assert_null(nvml_device(&n, "0000:19:00.0"));
    build("old", "-DNO_POWER");
    assert_true(nvml_open(&n, library));
    nvml_state(&n, nvml_device(&n, "0000:19:00.0"), &s);
    assert_true(s.clock_mhz == 1980 && s.power_w == 0);
}

int main(void)
{
    if (access("gpu/device/tests/fake_nvml.c", R_OK) || !mkdtemp(folder))
        return 77; /* not run from the top of the sources */
    int failed = tests_run(NULL, NULL);
    return shell_status("rm -r %s", folder) ? 1 : failed;
}
