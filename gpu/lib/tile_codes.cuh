/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile_codes: numbers for the distinct values of a matrix, when they are few. */
#ifndef NZ_TILE_CODES_CUH
#define NZ_TILE_CODES_CUH

#include <vector>

#include "gpu/lib/tiles.cuh"

/* A hash table from values, told apart by their bits, to their numbers. */
struct tile_codes {
    enum { SLOTS = 1024 };
    uint64_t key[SLOTS];
    int16_t number[SLOTS]; /* -1: free */
    int count;
};

/* Numbers the values of a, 0 first; false: there are more than TILE_CODES. `code` gets the values. */
bool tile_codes_find(const struct csr *a, struct tile_codes *codes, std::vector<double> *code);

/* The number of a value that is there. */
int tile_code(const struct tile_codes *codes, double value);

#endif
