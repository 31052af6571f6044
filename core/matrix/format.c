/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/format.h"

bool format_takes_rows32(const struct csr *a, struct err *why)
{
    char rows[TEXT_SIZE];

    return a->m <= INT32_MAX || err_set(why, ERR_UNSUPPORTED, "row numbers take 32 bits here, and there are %s rows",
                                        text_count(rows, a->m));
}

/* ---- what it costs ---- */

/* Bytes of count+1 pointers into `slots` slots: 4 bytes each if that suffices, as in plans, else 8. */
static uint64_t pointer_bytes(int64_t count, int64_t slots)
{
    return size_mul(slots <= INT32_MAX ? 4 : 8, (uint64_t)count + 1);
}

static struct format_cost cost_of(uint64_t bytes, uint64_t slots)
{
    return (struct format_cost){ .bytes = bytes, .slots = slots < INT64_MAX ? (int64_t)slots : INT64_MAX };
}

static struct format_cost csr_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    uint64_t nnz = (uint64_t)a->nnz;
    return cost_of(size_add(pointer_bytes(a->m, a->nnz), size_mul(nnz, 4 + value)), nnz);
}

static struct format_cost coo_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    return cost_of(size_mul((uint64_t)a->nnz, 8 + value), (uint64_t)a->nnz);
}

static struct format_cost ell_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)s->row_max);
    return cost_of(size_mul(slots, 4 + value), slots);
}

/* Slots, a pointer per chunk of 32 rows, and the permutation that sorted them: 4 bytes a row. */
static struct format_cost sell_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    int64_t chunks = a->m / 32 + (a->m % 32 != 0);
    uint64_t slots = (uint64_t)s->sell_slots, rows = size_mul(4, (uint64_t)a->m);
    return cost_of(size_add(size_add(size_mul(slots, 4 + value), pointer_bytes(chunks, s->sell_slots)), rows), slots);
}

static struct format_cost hyb_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)s->hyb_width), tail = (uint64_t)s->hyb_tail;
    return cost_of(size_add(size_mul(slots, 4 + value), size_mul(tail, 8 + value)), size_add(slots, tail));
}

static struct format_cost bsr_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    const int64_t lines = a->m / s->bsr_side + (a->m % s->bsr_side != 0);
    const uint64_t blocks = (uint64_t)s->bsr_blocks, slots = (uint64_t)(s->bsr_side * s->bsr_side);
    struct format_cost cost = cost_of(
        size_add(pointer_bytes(lines, s->bsr_blocks), size_mul(blocks, 4 + slots * value)), size_mul(slots, blocks));
    cost.block = s->bsr_side;
    return cost;
}

/* Each diagonal with an entry is stored in full: m values and an offset. */
static struct format_cost dia_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    uint64_t diagonals = (uint64_t)s->diagonals, m = (uint64_t)a->m;
    return cost_of(size_mul(diagonals, size_add(size_mul(m, value), 4)), size_mul(diagonals, m));
}

static struct format_cost dense_cost(const struct csr *a, const struct stats *s, uint64_t value)
{
    uint64_t slots = size_mul((uint64_t)a->m, (uint64_t)a->n);
    return cost_of(size_mul(slots, value), slots);
}

/* In the order shown. hyb: Bell & Garland, SC 2009; sell: SELL-C-σ, C = 32, σ = 1024, Kreutzer et al., SISC 2014. */
const struct format formats[] = {
    { "csr", "CSR", "compressed rows: a pointer per row, a column and a value per entry", false, false, csr_cost, NULL,
      "rows of any length" },
    { "ell", "ELLPACK", "every row padded to the longest, row after row", true, false, ell_cost, NULL,
      "rows of nearly equal length" },
    { "ell.col", "ELLPACK", "every row padded to the longest, slot after slot (GPU)", true, false, ell_cost, NULL,
      "rows of nearly equal length, on a GPU" },
    { "coo", "COO", "coordinates: a row, a column and a value per entry", false, true, coo_cost, NULL,
      "building a matrix, and for one whose rows are mostly empty" },
    { "sell", "SELL-32-1024", "rows sorted by length in windows of 1024, then ELLPACK chunks of 32 rows", true, true,
      sell_cost, "as SELL-32-1024; own kernels cut long rows and pad less",
      "rows of unequal length where several are multiplied in step: by SIMD, on a GPU" },
    { "hyb", "HYB", "ELLPACK for what two rows in three need, coordinates for the overflow", true, true, hyb_cost, NULL,
      "rows of nearly equal length but for a few long ones" },
    { "bsr", "BSR", "compressed rows of dense blocks, a column index each; of 2×2 to 8×8 the smallest", true, false,
      bsr_cost, NULL, "entries in dense blocks, as of finite elements" },
    { "dia", "DIA", "whole diagonals, each stored in full: no column indices", true, true, dia_cost, NULL,
      "entries on a few diagonals, as of a grid" },
    { "dense", "dense matrix", "written out in full with all zeros: no indices", true, false, dense_cost, NULL,
      "a matrix that is mostly full" },
    { 0 },
};

const struct format *format_find(const char *name)
{
    const size_t stem = strcspn(name, ".");
    const struct format *found = NULL;
    for (const struct format *f = formats; f->name; f++)
        if (strcmp(f->name, name) == 0 || (strlen(f->name) == stem && strncmp(f->name, name, stem) == 0))
            found = f;
    return found;
}

bool format_fits(const char *title, enum vtype type, uint64_t bytes, uint64_t limit, struct err *why)
{
    if (bytes <= limit)
        return true;
    char need[TEXT_SIZE], most[TEXT_SIZE];
    return err_set(why, ERR_MEMORY, "%s %s needs %s, limit %s", vtype_name(type), title, text_bytes(need, bytes),
                   text_bytes(most, limit));
}

void format_instead(const struct format *f, const struct csr *a, const struct stats *s, enum vtype type,
                    struct err *why)
{
    if (!f || f->cost != ell_cost)
        return;
    char slots[TEXT_SIZE], entries[TEXT_SIZE], csr[TEXT_SIZE];
    const uint64_t value = vtype_size(type);
    text_add(why->text, sizeof why->text, ": %s slots for %s entries; take a format that pads less: CSR needs %s",
             text_count(slots, ell_cost(a, s, value).slots), text_count(entries, a->nnz),
             text_bytes(csr, csr_cost(a, s, value).bytes));
}

const char *format_verdict(const struct format *f, const struct csr *a, const struct stats *s, enum vtype type,
                           uint64_t limit, struct format_cost *cost, struct err *why)
{
    *cost = (struct format_cost){ 0 };
    if (f->rows32 && !format_takes_rows32(a, why))
        return "no";
    *cost = f->cost(a, s, vtype_size(type));
    /* a saturated size is too big even without a limit */
    if (!format_fits(f->title, type, cost->bytes, limit ? limit : UINT64_MAX - 1, why)) {
        format_instead(f, a, s, type, why);
        return "too big";
    }
    const bool wasteful = cost->bytes >= size_mul(2, csr_cost(a, s, vtype_size(type)).bytes);
    if (wasteful && f->wasteful)
        snprintf(why->text, sizeof why->text, "%s", f->wasteful);
    return wasteful ? "wasteful" : "ok";
}
