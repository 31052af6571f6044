/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_nvml: a management library of one GPU, which test_nvml builds. REASONS: why its clock is down. */

#ifndef START
#define START 0
#endif
#ifndef REASONS
#define REASONS 0x1
#endif

static int gpu;

int nvmlInit_v2(void);
int nvmlInit_v2(void)
{
    return START;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device);
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device)
{
    *device = &gpu;
    return strcmp(bus, "0000:19:00.0") != 0;
}

int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz);
int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
    *mhz = which == 1 ? 1980 : which == 2 ? 3201 : 7;
    return device != &gpu;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *bits);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *bits)
{
    *bits = REASONS;
    return device != &gpu;
}

#ifndef NO_POWER
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts);
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
    *milliwatts = 345500;
    return device != &gpu;
}
#endif

int nvmlSystemGetDriverVersion(char *text, unsigned size);
int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    strncpy(text, "580.65.06", size);
    return 0;
}
