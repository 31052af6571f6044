/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/backend.h"

#include "cpu/device/device.h"
#include "cpu/device/isa.h"

static bool backend_open(struct err *why)
{
    enum isa isa;

    return isa_choose(&isa, why);
}

static struct device *backend_device(int index)
{
    return index == 0 ? cpu_device() : NULL;
}

/* The kernels of each instruction set: kernels.list, once per value type. */
/* clang-format off */
#ifdef ISAS_3
#define KERNEL(name) \
    extern const struct kernel cpu_##name##_f64_v2, cpu_##name##_f32_v2, cpu_##name##_f64_v3, cpu_##name##_f32_v3, \
        cpu_##name##_f64_v4, cpu_##name##_f32_v4;
#include "cpu/kernels.list"

#define KERNEL(name) &cpu_##name##_f64_v2, &cpu_##name##_f32_v2,
static const struct kernel *const kernels_v2[] = {
#include "cpu/kernels.list"
    NULL
};

#define KERNEL(name) &cpu_##name##_f64_v3, &cpu_##name##_f32_v3,
static const struct kernel *const kernels_v3[] = {
#include "cpu/kernels.list"
    NULL
};

#define KERNEL(name) &cpu_##name##_f64_v4, &cpu_##name##_f32_v4,
static const struct kernel *const kernels_v4[] = {
#include "cpu/kernels.list"
    NULL
};
#else
#define KERNEL(name) extern const struct kernel cpu_##name##_f64_base, cpu_##name##_f32_base;
#include "cpu/kernels.list"

#define KERNEL(name) &cpu_##name##_f64_base, &cpu_##name##_f32_base,
static const struct kernel *const kernels_base[] = {
#include "cpu/kernels.list"
    NULL
};
#endif

#define BACKEND(isa) { BACKEND_SIZES, "cpu", "cpu", backend_open, backend_device, kernels_##isa, NULL },
/* clang-format on */

static const struct backend backends[ISA_COUNT] = { ISA_LIST(BACKEND) };

const struct backend *cpu_backend(void)
{
    enum isa isa;

    isa_choose(&isa, NULL);
    return &backends[isa];
}
