/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend_mkl: the plug-in of Intel MKL; its kernels run on the engine's CPU device. */
#include "core/measure/backend.h"

extern const struct kernel cpu_peer_mkl_f64_base, cpu_peer_mkl_f32_base;
extern const struct kernel cpu_peer_mkl_tmul_f64_base, cpu_peer_mkl_tmul_f32_base;
extern const struct kernel cpu_peer_mkl_transpose_f64_base, cpu_peer_mkl_transpose_f32_base;

static const struct kernel *const kernels[] = {
    &cpu_peer_mkl_f64_base,
    &cpu_peer_mkl_f32_base,
    &cpu_peer_mkl_tmul_f64_base,
    &cpu_peer_mkl_tmul_f32_base,
    &cpu_peer_mkl_transpose_f64_base,
    &cpu_peer_mkl_transpose_f32_base,
    NULL,
};

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else
#include <mkl_service.h>

/* MKL uses libgomp's threads, as we do: two OpenMP runtimes would compete for the processors. The layer must be set
   before any other call. Dynamic teams are off: MKL uses the given number of threads. */
static bool backend_open(struct err *why)
{
    if (mkl_set_threading_layer(MKL_THREADING_GNU) != MKL_THREADING_GNU)
        return err_set(
            why, ERR_DEVICE,
            "MKL refuses to use the threads of GNU OpenMP: libmkl_gnu_thread is not beside libmkl_rt; install "
            "all of MKL (pip install mkl), or name its folder in LD_LIBRARY_PATH");
    mkl_set_dynamic(0);
    return true;
}

static const char *backend_foreign(void)
{
    static char text[48];
    MKLVersion v;

    mkl_get_version(&v);
    snprintf(text, sizeof text, "MKL %d.%d.%d", v.MajorVersion, v.MinorVersion, v.UpdateVersion);
    return text;
}
#endif

static const struct backend backend = { BACKEND_SIZES, "mkl", "cpu", backend_open, NULL, kernels, backend_foreign };

BACKEND_EXPORT
{
    return &backend;
}
