/* SPDX-License-Identifier: GPL-3.0-or-later */
/* isa: which of the instruction sets that the kernels are compiled for this processor should run. */
#ifndef NZ_CPU_ISA_H
#define NZ_CPU_ISA_H

#include "core/base/err.h"

/* In ascending order. Without levels (other architectures, NATIVE=1) there is only the first, called base. */
#ifdef ISAS_3
enum isa { ISA_V2, ISA_V3, ISA_V4, ISA_COUNT };
#else
enum isa { ISA_BASE, ISA_COUNT };
#endif

const char *isa_name(enum isa);
const char *isa_title(enum isa); /* "AVX-512": what its vectors are called */

/* The best one that this processor has. */
enum isa isa_best(void);

/* $NZSCOPE_ISA, else the best. False: it names none, or one that this processor lacks; *isa is the best all the same.
 */
bool isa_choose(enum isa *isa, struct err *e);

#endif
