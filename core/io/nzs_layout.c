/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/nzs_layout.h"

#include "core/base/hash.h"

static uint64_t page(uint64_t at)
{
    return at > UINT64_MAX - NZS_PAGE ? UINT64_MAX : (at + NZS_PAGE - 1) / NZS_PAGE * NZS_PAGE;
}

struct nzs_layout nzs_layout(const struct nzs_header *h)
{
    struct nzs_layout l = { 0 };
    uint64_t nnz = (uint64_t)h->nnz, at = NZS_PAGE;

    l.part[0].bytes = size_mul(8, size_add((uint64_t)h->m, 1));
    l.part[1].bytes = size_mul(4, nnz);
    l.part[2].bytes = size_mul(h->value_size, nnz);
    for (int k = 0; k < NZS_PARTS; k++) {
        l.part[k].at = at;
        l.part[k].first = l.blocks;
        at = page(size_add(at, l.part[k].bytes));
        l.blocks += l.part[k].bytes / NZS_BLOCK + (l.part[k].bytes % NZS_BLOCK > 0);
    }
    l.sums_at = at;
    l.size = size_add(at, size_mul(8, l.blocks));
    return l;
}

/* Four lanes, each a chain of bijections of its words, (lane ^ word)·odd: no single change is lost. */
uint64_t nzs_sum(const void *bytes, size_t n)
{
    const uint64_t odd = 0x9FB21C651E98DF25u;
    uint64_t lane[4] = { n, 1, 2, 3 }, word[4];
    const char *p = bytes;

    for (; n >= sizeof word; n -= sizeof word, p += sizeof word) {
        memcpy(word, p, sizeof word);
        for (int k = 0; k < 4; k++) {
            lane[k] = (lane[k] ^ word[k]) * odd;
            lane[k] ^= lane[k] >> 29;
        }
    }
    memset(word, 0, sizeof word);
    memcpy(word, p, n);
    uint64_t sum = 0;
    for (int k = 0; k < 4; k++)
        sum = hash_mix(sum ^ hash_mix((lane[k] ^ word[k]) * odd));
    return sum;
}
