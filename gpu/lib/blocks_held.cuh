/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks_held: launch bounds that each architecture can keep. */
#pragma once

/* At most `wanted` blocks of so many threads, as far as a multiprocessor holds them: ptxas ignores a larger bound, with
   a warning, and then gives threads more registers. */
static constexpr __host__ __device__ int blocks_held(int wanted, int threads)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
    const int most = 2048;
#elif __CUDA_ARCH__ == 750
    const int most = 1024;
#else
    const int most = 1536;
#endif
    return wanted * threads > most ? most / threads : wanted;
}
