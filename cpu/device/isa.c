/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/isa.h"

#define ISA_WORD(isa) #isa,
static const char *const names[ISA_COUNT] = { ISA_LIST(ISA_WORD) };

#ifdef ISAS_3
static const char *const titles[ISA_COUNT] = { "SSE4.2", "AVX2", "AVX-512" };

/* By feature names: clang 14 does not know the names of the levels. */
enum isa isa_best(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2"))
        return ISA_v2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return ISA_v3;
    return ISA_v4;
}
#else
static const char *const titles[ISA_COUNT] = { "as compiled" };

enum isa isa_best(void)
{
    return ISA_base;
}
#endif

const char *isa_title(enum isa isa)
{
    return titles[isa];
}

bool isa_choose(enum isa *isa, struct err *e)
{
    const char *asked = getenv("NZSCOPE_ISA");
    enum isa best = *isa = isa_best();

    if (!asked || !*asked)
        return true;
    for (int i = 0; i < ISA_COUNT; i++) {
        if (strcmp(asked, names[i]) && (i > 0 || strcmp(asked, "base")))
            continue;
        if (i > (int)best)
            return err_set(e, ERR_DEVICE, "NZSCOPE_ISA=%s: this processor has %s at best", asked, names[best]);
        *isa = (enum isa)i;
        return true;
    }
    return err_set(e, ERR_USAGE, "NZSCOPE_ISA=%s: this build knows base and up to %s", asked, names[ISA_COUNT - 1]);
}
