/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty_rows: the rows of Y for rows of A without entries, where these are most: one pass of streaming stores. */
#pragma once

#include "gpu/lib/overlap.cuh"
#include "gpu/mul/equal_access.cuh"

template <class T> struct empty_work {
    const uint32_t *empty; /* a bit for each row */
    T *y;
    int64_t words;
    uint32_t ldy;  /* in bytes */
    int k, across; /* across: lanes side by side, a power of two */
};

/* Zeros, S values at an access. A warp takes the rows of a word. */
template <class T, int S> static __global__ void __launch_bounds__(256) zero_rows(const empty_work<T> w)
{
    const int64_t word = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    let_next_begin();
    if (word >= w.words)
        return;
    const uint32_t bits = __ldg(w.empty + word);
    wait_for_x();
    for (int r = lane / w.across; r < WARP; r += WARP / w.across) {
        char *y = (char *)w.y + (uint64_t)(word * WARP + r) * w.ldy;
        for (int j = lane % w.across * S; bits >> r & 1 && j < w.k; j += w.across * S)
            store_whole<T, S>(y + j * sizeof(T), {});
    }
}

/* The bits of A's rows, uploaded. */
static bool empty_rows_upload(const struct problem *p, void **out, struct plan *plan, struct err *e)
{
    const struct csr *a = p->a;
    const int64_t words = (a->m + WARP - 1) / WARP;
    uint32_t *empty = static_cast<uint32_t *>(malloc((size_t)words * sizeof *empty + 1));
    if (!empty)
        return err_nomem(e, "the list of empty rows", (uint64_t)words * sizeof *empty);
#pragma omp parallel for schedule(static)
    for (int64_t at = 0; at < words; at++) {
        empty[at] = 0;
        for (int64_t i = at * WARP; i < std::min(at * WARP + WARP, a->m); i++)
            empty[at] |= (uint32_t)(a->ptr[i] == a->ptr[i + 1]) << i % WARP;
    }
    bool ok = gpu_upload(p->device, empty, (uint64_t)words * sizeof *empty, out, plan, e);
    free(empty);
    return ok;
}
