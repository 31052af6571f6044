/* SPDX-License-Identifier: GPL-3.0-or-later */
/* npy: the header of a .npy array of NumPy: element type and shape. */
#pragma once

#include "core/base/err.h"

/* Before the dictionary: magic, version, and its length in two or four bytes. */
enum { NPY_START = 12, NPY_HEADER_MAX = 4096, NPY_DIMS = 4 };

struct npy {
    char kind; /* 'f', 'i', 'u', 'b' (bool), 'S' (bytes) */
    int size;  /* bytes of an element */
    int dims;
    int64_t shape[NPY_DIMS];
    int64_t count;   /* elements: the product of shape */
    uint64_t header; /* bytes before the first element */
};

/* How many bytes the header has, from its first NPY_START bytes; at most NPY_HEADER_MAX. */
bool npy_length(const char start[NPY_START], uint64_t *header, struct err *e);

/* The header, all of it. Little-endian numbers, booleans and byte strings in C order are taken; all else is refused
   with the reason: ERR_INPUT. */
bool npy_parse(const char *bytes, uint64_t header, struct npy *a, struct err *e);

/* Element k of `bytes`: a number; a size or index, -1 where it is none. */
double npy_double(const struct npy *a, const unsigned char *bytes, int64_t k);
int64_t npy_index(const struct npy *a, const unsigned char *bytes, int64_t k);
