/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nzs_seal: for tests: makes the sums of a packed file right again, so that what they protect is looked at. */
#pragma once

#include "core/io/nzs_layout.h"

/* `size` ≥ that of the header. Sums of the parts are made only where the file is as long as its header says. */
static inline void nzs_seal(char *bytes, size_t size)
{
    struct nzs_header h;

    memcpy(&h, bytes, sizeof h);
    bool sane = h.m >= 0 && h.nnz >= 0 && h.value_size <= 8;
    struct nzs_layout l = sane ? nzs_layout(&h) : (struct nzs_layout){ 0 };
    if (sane && l.size == size) {
        for (int k = 0; k < NZS_PARTS; k++)
            for (uint64_t at = 0, b = 0; at < l.part[k].bytes; at += NZS_BLOCK, b++) {
                uint64_t left = l.part[k].bytes - at;
                uint64_t sum = nzs_sum(bytes + l.part[k].at + at, left < NZS_BLOCK ? left : NZS_BLOCK);
                memcpy(bytes + l.sums_at + 8 * (l.part[k].first + b), &sum, sizeof sum);
            }
        h.sums = nzs_sum(bytes + l.sums_at, 8 * l.blocks);
    }
    h.sum = 0;
    h.sum = nzs_sum(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}
