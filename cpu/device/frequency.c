/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frequency: from cpufreq if the kernel has it, else /proc/cpuinfo. Idle processors are slow, so the fastest counts. */
#include "cpu/device/frequency.h"

#include <stdio.h>

#include "cpu/device/host.h"

static double cpufreq_mhz(const char *root, int processor)
{
    char path[300];
    double khz = 0;

    snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", root, processor);
    FILE *f = fopen(path, "re");
    if (f && fscanf(f, "%lf", &khz) != 1)
        khz = 0;
    if (f)
        fclose(f);
    return khz / 1000;
}

static double cpuinfo_mhz(const char *root)
{
    char path[300], text[512];
    double most = 0, mhz;
    int processor = -1;

    snprintf(path, sizeof path, "%s/proc/cpuinfo", root);
    FILE *f = fopen(path, "re");
    while (f && fgets(text, sizeof text, f)) {
        sscanf(text, "processor : %d", &processor);
        bool ours = processor >= 0 && host_processor_next(processor) == processor;
        if (sscanf(text, "cpu MHz : %lf", &mhz) == 1 && ours && mhz > most)
            most = mhz;
    }
    if (f)
        fclose(f);
    return most;
}

double frequency_mhz(const char *root)
{
    double most = 0;

    for (int cpu = 0; (cpu = host_processor_next(cpu)) >= 0; cpu++) {
        double mhz = cpufreq_mhz(root, cpu);
        if (mhz <= 0)
            break; /* if one has no cpufreq, none has */
        most = mhz > most ? mhz : most;
    }
    return most > 0 ? most : cpuinfo_mhz(root);
}
