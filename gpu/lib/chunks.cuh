/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chunks: rows cut into pieces that are worked on side by side. Their number does not depend on that of threads, so
   that what is made of them does not. */
#ifndef NZ_CHUNKS_CUH
#define NZ_CHUNKS_CUH

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

/* Calls work(&chunk, first, end) for a chunk C of every piece first .. end-1 of `count` rows, and gives back the
   chunks in order. Throws std::bad_alloc, as `work` may. */
template <class C, class F> std::vector<C> chunks_work(int64_t count, F work)
{
    enum { MOST = 16, LEAST = 8192 }; /* chunks; rows of one */
    int64_t chunks = std::min<int64_t>(MOST, std::max<int64_t>(1, count / LEAST));
    std::vector<C> all((size_t)chunks);
    bool failed = false;
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t i = 0; i < chunks; i++) {
        try {
            work(&all[i], count * i / chunks, count * (i + 1) / chunks);
        } catch (const std::bad_alloc &) {
#pragma omp atomic write
            failed = true;
        }
    }
    if (failed)
        throw std::bad_alloc();
    return all;
}

#endif
