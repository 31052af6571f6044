/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend: the CUDA plug-in: finds the GPUs, and lists the kernels of this folder. */
#include "core/measure/backend.h"
#include "gpu/device/nvml.h"
#include "gpu/lib/mul.cuh"
#include "gpu/multi/gpus.cuh"

#include <cstdio>
#include <cstring>

enum { GPUS = 16 };

/* On an H200, medians of ten processes that had moved X, Y, A and the plan in every block still differed: by 3% where a
   run is one or two launches of 5 to 10 microseconds in all, by 0.2% where it takes 700. */
static const struct unseen unseen = { .launch_ms = 1.5e-4, .launch = 0.0125, .all = 5e-4 };

/* The devices live as long as the plug-in; open fills them in once. */
static struct device device[GPUS];
static struct gpu gpu[GPUS];
static int devices;
static struct nvml nvml;

/* The architectures compiled for, ascending (major*100 + minor*10); the last one also as PTX. */
static const int archs[] = { __CUDA_ARCH_LIST__ };

/* Machine code runs on its own major version from its minor version up; PTX on everything later. */
static bool arch_runs(int major, int minor)
{
    int last = 0;
    for (int arch : archs) {
        if (arch / 100 == major && arch / 10 % 10 <= minor)
            return true;
        last = arch;
    }
    return major * 100 + minor * 10 >= last;
}

static void uuid_print(const cudaUUID_t *uuid, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "GPU");
    for (int i = 0; i < 16; i++) {
        const char *dash = i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
        at += (size_t)snprintf(out + at, size - at, "%s%02x", dash, (unsigned char)uuid->bytes[i]);
    }
}

/* Why there is no device. */
static bool open_failed(cudaError_t status, struct err *why)
{
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (status == cudaErrorInsufficientDriver && driver == 0)
        return err_set(why, ERR_DEVICE, "no NVIDIA driver: install one, and see that nvidia-smi works");
    if (status == cudaErrorInsufficientDriver)
        return err_set(why, ERR_DEVICE,
                       "the NVIDIA driver is for CUDA %d.%d, and this program needs %d.%d: install a newer driver",
                       driver / 1000, driver / 10 % 100, runtime / 1000, runtime / 10 % 100);
    if (status == cudaErrorNoDevice || status == cudaSuccess)
        return err_set(why, ERR_DEVICE, "the NVIDIA driver finds no GPU (is CUDA_VISIBLE_DEVICES set?)");
    return err_set(why, ERR_DEVICE, "the NVIDIA driver does not start: %s (%s)", cudaGetErrorString(status),
                   cudaGetErrorName(status));
}

/* Adds CUDA's device `index`; its context is made when it is first used. */
static bool device_add(int index, struct err *why)
{
    struct cudaDeviceProp prop;
    cudaError_t status = cudaGetDeviceProperties(&prop, index);
    if (status != cudaSuccess)
        return err_set(why, ERR_DEVICE, "GPU %d: %s (%s)", index, cudaGetErrorString(status), cudaGetErrorName(status));
    if (!arch_runs(prop.major, prop.minor))
        return err_set(why, ERR_DEVICE,
                       "GPU %d (%s) has compute capability %d.%d, and the kernels were built for others: make "
                       "CUDA_ARCHS=%d%d",
                       index, prop.name, prop.major, prop.minor, prop.major, prop.minor);
    struct device *d = &device[devices];
    gpu[devices].index = index;
    snprintf(d->id, sizeof d->id, "gpu%d", devices);
    snprintf(d->kind, sizeof d->kind, "gpu");
    snprintf(d->family, sizeof d->family, "cuda");
    snprintf(d->name, sizeof d->name, "%.*s", (int)sizeof d->name - 1, prop.name);
    uuid_print(&prop.uuid, d->uuid, sizeof d->uuid);
    d->memory = prop.totalGlobalMem;
    d->cache = (uint64_t)prop.l2CacheSize;
    if (d->cache > 0)
        d->level[d->levels++] = { "L2", d->cache };
    d->threads = prop.multiProcessorCount;
    char bus[32] = "";
    cudaDeviceGetPCIBusId(bus, sizeof bus, index);
    gpu[devices].nvml = &nvml;
    gpu[devices].managed = nvml_device(&nvml, bus);
    nvml_driver(&nvml, d->driver, sizeof d->driver);
    d->ops = &gpu_ops;
    d->unseen = unseen;
    d->data = &gpu[devices++];
    return true;
}

static bool backend_open(struct err *why)
{
    int count = 0;
    devices = 0;
    cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0)
        return open_failed(status, why);
    nvml_open(&nvml, "libnvidia-ml.so.1"); /* without it, its data stay unknown */
    for (int i = 0; i < count && devices < GPUS; i++)
        device_add(i, why);
    return devices > 0;
}

static const char *backend_foreign(void)
{
    static char text[32];
    int v = 0;
    cudaRuntimeGetVersion(&v);
    snprintf(text, sizeof text, "CUDA %d.%d", v / 1000, v / 10 % 100);
    return text;
}

static struct device *backend_device(int index)
{
    return index < devices ? &device[index] : index == devices ? gpus_device(device, devices) : NULL;
}

#define KERNEL(name) extern const struct kernel gpu_##name##_f64, gpu_##name##_f32;
#include "gpu/kernels.list"
#undef KERNEL

#define KERNEL(name) &gpu_##name##_f64, &gpu_##name##_f32,
extern const struct kernel *const gpu_kernels[] = {
#include "gpu/kernels.list"
    NULL,
};
#undef KERNEL

static const struct backend backend = { BACKEND_SIZES,  "cuda",      "gpu",          backend_open,
                                        backend_device, gpu_kernels, backend_foreign };

extern "C" __attribute__((visibility("default"))) const struct backend *nzscope_backend(void)
{
    return &backend;
}
