/* SPDX-License-Identifier: GPL-3.0-or-later */
/* isa: selects among the instruction sets for which kernels are compiled. */
#pragma once

#include "core/base/err.h"

/* In ascending order. Other architectures, and NATIVE=1, have only base. */
enum isa {
#ifdef ISAS_3
    ISA_V2,
    ISA_V3,
    ISA_V4,
#else
    ISA_BASE,
#endif
    ISA_COUNT
};

const char *isa_title(enum isa); /* "AVX-512": the name of its vectors */

/* The best one of this processor. */
enum isa isa_best(void);

/* $NZSCOPE_ISA, else the best. False: it names none, or one that this processor lacks; *isa is then the best. */
bool isa_choose(enum isa *isa, struct err *e);
