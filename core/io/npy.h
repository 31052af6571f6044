/* SPDX-License-Identifier: GPL-3.0-or-later */
/* npy: the header of NumPy's .npy arrays: element type and shape. */
#pragma once

#include "core/base/err.h"

/* NPY_START: magic, version, and the dictionary's length in two or four bytes. */
enum { NPY_START = 12, NPY_HEADER_MAX = 4096, NPY_DIMS = 4 };

struct npy {
    char kind; /* 'f', 'i', 'u', 'b' (bool), 'S' (bytes) */
    int size;  /* bytes of an element */
    int dims;
    int64_t shape[NPY_DIMS];
    int64_t count;   /* elements: the product of shape */
    uint64_t header; /* bytes before the first element */
};

/* The length of the header, at most NPY_HEADER_MAX, from its first NPY_START bytes. */
bool npy_length(const char start[NPY_START], uint64_t *header, struct err *e);

/* Parses a whole header. Accepts little-endian numbers, booleans and byte strings in C order. ERR_INPUT. */
bool npy_parse(const char *bytes, uint64_t header, struct npy *a, struct err *e);

/* Element k of `bytes` as a number; as a size or index, -1 if it is neither. */
double npy_double(const struct npy *a, const unsigned char *bytes, int64_t k);
int64_t npy_index(const struct npy *a, const unsigned char *bytes, int64_t k);
