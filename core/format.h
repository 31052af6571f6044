/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format: a way to store a sparse matrix: what it costs, known before a byte is allocated, and how to build it. */
#ifndef NZ_FORMAT_H
#define NZ_FORMAT_H

#include "core/csr.h"
#include "core/stats.h"

#ifdef __cplusplus
extern "C" {
#endif

struct format_cost {
    uint64_t bytes; /* UINT64_MAX: more than 64 bits can say */
    int64_t slots;  /* value slots, padding included; INT64_MAX: more */
};

struct format {
    const char *name; /* "csr", "ell", "ell.col", "coo", "sell", "hyb", "bsr3", "dia" */
    const char *what; /* one line */
    bool (*supports)(const struct csr *a, const struct stats *s, struct err *why);
    struct format_cost (*cost)(const struct csr *a, const struct stats *s, enum vtype type);
    /* The last three are NULL where the format is costed only. */
    bool (*build)(const struct csr *a, void **out, struct err *e);
    bool (*to_csr)(const void *built, struct csr *a, struct err *e);
    void (*free)(void *built);
};

extern const struct format *const formats[]; /* from formats.list; ends in NULL */
const struct format *format_find(const char *name);

/* ELLPACK: `width` slots in every row; a padded slot has value 0 and the column of its row's last entry (an empty
   row: 0). Slot (i, s) is at i*width + s (row-major, CPU) or at i + s*m (column-major, GPU). */
struct ell {
    int64_t m, n, nnz, width;
    bool column_major;
    int32_t *ind;
    void *val;
    enum vtype type;
};
bool ell_build(const struct csr *a, bool column_major, struct ell *out, struct err *e);
void ell_release(struct ell *);

#ifdef __cplusplus
}
#endif
#endif
