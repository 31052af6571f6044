/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend_librsb: the plug-in of librsb; its kernels run on the engine's CPU device. */
#include "core/measure/backend.h"

extern const struct kernel cpu_peer_librsb_f64_base, cpu_peer_librsb_f32_base;
extern const struct kernel cpu_peer_librsb_tuned_f64_base, cpu_peer_librsb_tuned_f32_base;

static const struct kernel *const kernels[] = {
    &cpu_peer_librsb_f64_base,
    &cpu_peer_librsb_f32_base,
    &cpu_peer_librsb_tuned_f64_base,
    &cpu_peer_librsb_tuned_f32_base,
    NULL,
};

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else
#include "cpu/peers/peer_librsb.h"

static bool backend_open(struct err *why)
{
    return librsb_ok(rsb_lib_init(RSB_NULL_INIT_OPTIONS), "rsb_lib_init", why);
}

static const char *backend_foreign(void)
{
    return "librsb " RSB_LIBRSB_VER_STRING;
}
#endif

static const struct backend backend = { BACKEND_SIZES, "librsb", "cpu", backend_open, NULL, kernels, backend_foreign };

BACKEND_EXPORT
{
    return &backend;
}
