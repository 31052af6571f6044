/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks_serial: the building blocks of transpositions by one thread (core/measure/block.h). */
#include "core/measure/block.h"
#include "cpu/lib/variant.h"

/* out = `op` applied to A or, for merges, to its sorted segments. */
struct serial_block {
    struct plan_held held;
    const struct csr *a; /* the caller's; it outlives the plan */
    enum op op;
    int64_t segment; /* entries per segment of the input */
    uint64_t *sorted;
    void *out; /* poisoned by `prepare` */
};

static bool merges(enum op op)
{
    return op == OP_MERGE || op == OP_MERGEBIG;
}

static uint64_t bytes(const struct problem *p)
{
    return (merges(p->op) ? 2 : 1) * block_bytes(p->op, p->a);
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const uint64_t size = block_bytes(p->op, p->a);
    struct serial_block *s = plan_new(sizeof *s, e);

    if (!s)
        return false;
    *s = (struct serial_block){ .a = p->a, .op = p->op, .segment = (int64_t)1 << p->param[0] };
    if (!(s->out = plan_memory(s, size, "the result", e)) ||
        (merges(p->op) && !(s->sorted = plan_memory(s, size, "sorted segments", e))))
        return plan_end(s, false, 0, out);
    memset(s->out, 0xAA, (size_t)size);
    if (s->sorted)
        block_segsort(p->a->ind, p->a->nnz, s->segment, s->sorted);
    return plan_end(s, true, bytes(p), out);
}

static bool run(void *plan_data, struct err *e)
{
    const struct serial_block *s = plan_data;
    const struct csr *a = s->a;

    switch (s->op) {
    case OP_SCAN:
        block_scan(a->ind, a->nnz, s->out);
        return true;
    case OP_SEGSORT:
        block_segsort(a->ind, a->nnz, s->segment, s->out);
        return true;
    case OP_MERGE:
    case OP_MERGEBIG:
        block_merge(s->sorted, a->nnz, s->segment, s->out);
        return true;
    case OP_INDEX2PTR:
        block_index2ptr(a->ind, a->nnz, a->n, s->out);
        return true;
    case OP_PTR2INDEX:
        block_ptr2index(a->ptr, a->m, s->out);
        return true;
    default:
        return err_set(e, ERR_UNSUPPORTED, "%s is not a building block", operations[s->op]->name);
    }
}

static bool verify(void *plan_data, struct check *c, struct err *e)
{
    const struct serial_block *s = plan_data;

    return block_check(s->op, s->a, merges(s->op) ? 2 * s->segment : s->segment, s->out, c, e);
}

static const char *const sizes[] = { "1",   "2",   "4",    "8",    "16",   "32",   "64", "128",
                                     "256", "512", "1024", "2048", "4096", "8192", NULL };

static const struct param params[] = {
    { .name = "SEGMENT", .help = "entries per segment", .min = 0, .max = 13, .initial = 7, .choices = sizes },
    { 0 },
};

#define BLOCK_SERIAL(block, operation, text)                                                                           \
    .name = "cpu." block ".serial", .what = "one thread: " text, .op = operation, .family = "cpu", .format = "csr",    \
    .type = VARIANT_TYPE, .serial = true, .bytes = bytes, .prepare = prepare, .run = run, .release = plan_release,     \
    .verify = verify

const struct kernel VARIANT(scan_serial) = { BLOCK_SERIAL("scan", OP_SCAN,
                                                          "exclusive prefix sum of the column indices") };
const struct kernel VARIANT(segsort_serial) = {
    BLOCK_SERIAL("segsort", OP_SEGSORT, "each segment of the column indices sorted by the C library"), .params = params
};
const struct kernel VARIANT(merge_serial) = {
    BLOCK_SERIAL("merge", OP_MERGE, "pairs of sorted segments merged, entry by entry"), .params = params
};
const struct kernel VARIANT(mergebig_serial) = {
    BLOCK_SERIAL("mergebig", OP_MERGEBIG, "pairs of long sorted segments merged, entry by entry"), .params = params
};
const struct kernel VARIANT(index2ptr_serial) = { BLOCK_SERIAL("index2ptr", OP_INDEX2PTR,
                                                               "column indices counted, then summed up") };
const struct kernel VARIANT(ptr2index_serial) = { BLOCK_SERIAL("ptr2index", OP_PTR2INDEX,
                                                               "the row number of each entry, row by row") };
