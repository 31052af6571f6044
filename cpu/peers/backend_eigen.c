/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend_eigen: the plug-in of Eigen; its kernels run on the engine's CPU device. */
#include "core/measure/backend.h"
#include "cpu/device/isa.h"

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else
static bool backend_open(struct err *why)
{
    return true;
}

static const char *backend_foreign(void)
{
    return "Eigen " EIGEN_VERSION; /* headers only: the version of the build */
}
#endif

/* The kernels of each instruction set, like those of cpu/backend.c. */
/* clang-format off */
#define KERNELS(isa) \
    extern const struct kernel cpu_peer_eigen_f64_##isa, cpu_peer_eigen_f32_##isa, \
        cpu_peer_eigen_tmul_f64_##isa, cpu_peer_eigen_tmul_f32_##isa, \
        cpu_peer_eigen_transpose_f64_##isa, cpu_peer_eigen_transpose_f32_##isa; \
    static const struct kernel *const kernels_##isa[] = { \
        &cpu_peer_eigen_f64_##isa, &cpu_peer_eigen_f32_##isa, \
        &cpu_peer_eigen_tmul_f64_##isa, &cpu_peer_eigen_tmul_f32_##isa, \
        &cpu_peer_eigen_transpose_f64_##isa, &cpu_peer_eigen_transpose_f32_##isa, NULL, \
    };
#define BACKEND(isa) { BACKEND_SIZES, "eigen", "cpu", backend_open, NULL, kernels_##isa, backend_foreign },
ISA_LIST(KERNELS)
static const struct backend backends[ISA_COUNT] = { ISA_LIST(BACKEND) };
/* clang-format on */

BACKEND_EXPORT
{
    enum isa isa;

    isa_choose(&isa, NULL);
    return &backends[isa];
}
