/* SPDX-License-Identifier: GPL-3.0-or-later */
/* isa: chooses among the instruction sets that the kernels are compiled for. */
#pragma once

#include "core/base/err.h"

/* In ascending order. Other architectures, and NATIVE=1, have a single one, base. */
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

const char *isa_title(enum isa); /* "AVX-512": what its vectors are called */

/* The best one that this processor has. */
enum isa isa_best(void);

/* $NZSCOPE_ISA, else the best. False: it names none, or one that this processor lacks; *isa is the best all the same.
 */
bool isa_choose(enum isa *isa, struct err *e);
