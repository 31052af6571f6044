/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tensor: a step of the FP64 tensor cores. */
#pragma once

#if __CUDA_ARCH__ >= 800

/* D += A·B for A 16 × 8 = [a a'], B 8 × 8: lane l gives a(l/4, l%4), a(8 + l/4, l%4), the same two of a', B(l%4, l/4)
   and B(4 + l%4, l/4), and holds D(l/4, 2(l%4)) and the one beside, then the same of row 8 + l/4. */
static __device__ void multiply_add(double d[4], double2 a0, double2 a1, double b0, double b1)
{
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a0.x), "d"(a0.y), "d"(a1.x), "d"(a1.y), "d"(b0), "d"(b1));
#else
    const double a[2][2] = { { a0.x, a0.y }, { a1.x, a1.y } }, b[2] = { b0, b1 };
#pragma unroll
    for (int s = 0; s < 2; s++)
#pragma unroll
        for (int i = 0; i < 2; i++)
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                : "+d"(d[2 * i]), "+d"(d[2 * i + 1])
                : "d"(a[s][i]), "d"(b[s]));
#endif
}

#endif
