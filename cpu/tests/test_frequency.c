/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_frequency: the clock as two kinds of systems tell it, in folders that the test makes. */
#include <sys/stat.h>

#include "core/tests/shell.h"
#include "cpu/device/host.h"

static char root[] = "/tmp/nzscope-root-XXXXXX";

static void put(const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(path, 0700);
    }
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

TEST(test_sources)
{
    char name[200], text[400];
    int cpu = host_processor_next(0);
    assert_true(host_mhz(root) == 0);
    snprintf(text, sizeof text, "processor\t: %d\ncpu MHz\t\t: 2600.125\nprocessor\t: 16000\ncpu MHz\t\t: 9999\n", cpu);
    put("proc/cpuinfo", text);
    assert_true(host_mhz(root) == 2600.125);
    for (; cpu >= 0; cpu = host_processor_next(cpu + 1)) {
        snprintf(name, sizeof name, "sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", cpu);
        put(name, cpu == host_processor_next(0) ? "3100000\n" : "800000\n"); /* the others idle */
    }
    assert_true(host_mhz(root) == 3100);
}

int main(void)
{
    if (!mkdtemp(root))
        return 1;
    int failed = tests_run(NULL, NULL);
    return shell_status("rm -r %s", root) ? 1 : failed;
}
