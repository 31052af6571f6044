/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variant: names for one plain source file compiled once per value type and instruction set. The Makefile defines T
   (double or float), TYPE (f64 or f32) and ISA (v2, v3, v4 or base). */
#pragma once

#include "core/measure/division.h"
#include "cpu/device/threads.h"
#include "cpu/lib/expect.h"
#include "cpu/lib/plan.h"

#define VARIANT_PASTE(name, type, isa) cpu_##name##_##type##_##isa
#define VARIANT_EXPAND(name, type, isa) VARIANT_PASTE(name, type, isa)
/* The table at the end of a kernel's file: const struct kernel VARIANT(csr_serial) = { … }; */
#define VARIANT(name) VARIANT_EXPAND(name, TYPE, ISA)

#define VARIANT_TYPE (sizeof(T) == sizeof(double) ? VT_F64 : VT_F32)

/* How often a parameter unrolls a loop, and call(u, …) with that number as a constant: in a parallel region it would be
   a variable. */
#define UNROLLS ((const char *const[]){ "1", "2", "4", "8", NULL })
#define UNROLLED(at, call, ...)                                                                                        \
    ((at) == 0   ? call(1, __VA_ARGS__)                                                                                \
     : (at) == 1 ? call(2, __VA_ARGS__)                                                                                \
     : (at) == 2 ? call(4, __VA_ARGS__)                                                                                \
                 : call(8, __VA_ARGS__))

/* The common entries of kernels' tables: plans that begin with a plan_held; products; products on a plan_csr,
   on a plan_ell; transpositions; kernels with functions of their own. */
#define CPU_KERNEL .family = "cpu", .type = VARIANT_TYPE, .release = plan_release
#define CPU_PRODUCT CPU_KERNEL, .op = OP_MUL
#define CPU_CSR_PRODUCT CPU_PRODUCT, .format = "csr", .bytes = plan_csr_bytes, .run = run
#define CPU_ELL_PRODUCT CPU_PRODUCT, .format = "ell", .bytes = plan_ell_bytes, .prepare = plan_ell_prepare, .run = run
#define CPU_TRANSPOSITION CPU_KERNEL, .op = OP_TRANSPOSE, .format = "csr"
#define CPU_OWN .bytes = bytes, .expect = expect, .prepare = prepare, .run = run
