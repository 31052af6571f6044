/* SPDX-License-Identifier: GPL-3.0-or-later */
/* isa: selects among the instruction sets for which kernels are compiled. */
#pragma once

#include "core/base/err.h"

/* X of each, in ascending order. Other architectures, and NATIVE=1, have only base. */
#ifdef ISAS_3
#define ISA_LIST(X) X(v2) X(v3) X(v4)
#else
#define ISA_LIST(X) X(base)
#endif

#define ISA_NAME(isa) ISA_##isa,
enum isa { ISA_LIST(ISA_NAME) ISA_COUNT };

const char *isa_title(enum isa); /* "AVX-512": the name of its vectors */

enum isa isa_best(void);

/* $NZSCOPE_ISA, else the best. False: it names none, or one that this processor lacks; *isa is then the best. */
bool isa_choose(enum isa *isa, struct err *e);
