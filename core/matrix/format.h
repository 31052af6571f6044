/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format: storage formats and the cost of a matrix in each, known before anything is allocated. */
#pragma once

#include "core/matrix/stats.h"

C_NAMES_BEGIN

struct format_cost {
    uint64_t bytes; /* UINT64_MAX: at least that */
    int64_t slots;  /* number of values, padding included; INT64_MAX: at least that */
    int block;      /* rows and columns of a block; 0: it has no blocks */
};

struct format {
    const char *name;  /* "csr", "ell", "ell.col", "coo", "sell", "hyb", "bsr", "dia", "dense" */
    const char *title; /* as in a sentence: "ELLPACK" */
    const char *what;  /* one line */
    bool padded;       /* has padding: 0·x is NaN where x is not finite */
    bool rows32;       /* numbers rows in 32 bits */
    struct format_cost (*cost)(const struct csr *a, const struct stats *s, uint64_t value); /* value: bytes of one */
    const char *wasteful; /* what qualifies that verdict; NULL: nothing */
    const char *suits;    /* the matrices that it is good for */
};

extern const struct format formats[]; /* the last has no name */
/* The format of this name; for a variant that is not listed ("csr.packed"), the one before the dot; NULL: neither. */
const struct format *format_find(const char *name);

/* The verdict on a format: "ok", "wasteful" (twice the bytes of CSR, or more), "too big" (over the limit, 0 for none)
   or "no" (not supported). Fills *cost unless "no", and *why for "too big", "no" and a qualified "wasteful". */
const char *format_verdict(const struct format *, const struct csr *, const struct stats *, enum vtype, uint64_t limit,
                           struct format_cost *cost, struct err *why);

/* Fails with ERR_MEMORY and "f64 ELLPACK needs 12.4 GB, limit 8.0 GB" when bytes > limit. */
bool format_fits(const char *title, enum vtype type, uint64_t bytes, uint64_t limit, struct err *why);

/* Appends to a refusal for memory, of ELLPACK, how many slots it needs, and what CSR needs instead: ": 1,034,000,000
   slots for 3,000,000 entries; take a format that pads less: CSR needs 40.0 MB". Other formats (or NULL): nothing. */
void format_instead(const struct format *, const struct csr *, const struct stats *, enum vtype, struct err *why);

/* Whether row numbers fit 32 bits. */
bool format_takes_rows32(const struct csr *a, struct err *why);

C_NAMES_END
