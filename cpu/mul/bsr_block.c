/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsr_block: Y = A·X from block CSR: b × b blocks with one column index and b² values each, column-major, padded with
   zeros. One load of a row of X serves b rows of Y, whose sums stay in registers. The last block column is shifted left
   to end at column n; rows from m on are computed and dropped. Refused if nonzeros fill less than half of the slots: 16
   bytes or more would move per nonzero, against 12 with CSR. */
#include "cpu/lib/split.h"
#include "cpu/lib/stream.h"
#include "cpu/lib/variant.h"

#include "cpu/lib/block_row.h"
#include "cpu/lib/prefetch.h"
#include "cpu/lib/row_take.h"

/* ---- the blocks are found and filled, block row by block row ---- */

/* More slots per nonzero than this are refused. */
enum { BSR_BLOCK_FILL = 2 };

struct bsr_block {
    struct plan_held held;
    int64_t m, block_rows, b;
    int64_t *ptr;   /* block_rows + 1: the first block of each block row */
    int32_t *first; /* first column of each block */
    T *val;         /* b² for each block, column by column, then BLOCK_PAST */
    struct plan_vectors v;
    int threads, pieces;
    bool stream;
    int64_t cut[]; /* pieces + 1: the block rows of each piece */
};

static bool bsr_block_refuse(int64_t b, int64_t blocks, int64_t nnz, struct err *why)
{
    return err_set(why, ERR_UNSUPPORTED, "%d×%d blocks would be %.0f%% full; they pay from %d%% on", (int)b, (int)b,
                   floor(100.0 * (double)nnz / ((double)blocks * (double)(b * b))), 100 / BSR_BLOCK_FILL);
}

static void block_row_fill(struct bsr_block *s, const struct csr *a, int64_t q)
{
    const int64_t b = s->b;
    struct row_merge merge = row_merge_open(a, q * b, b);

    for (int64_t at = s->ptr[q]; at < s->ptr[q + 1]; at++) {
        int64_t column = row_merge_next(a, b, &merge), first = (column + 1) * b > a->n ? a->n - b : column * b;
        s->first[at] = (int32_t)first;
        memset(s->val + at * b * b, 0, (size_t)(b * b) * sizeof(T));
        row_take(a, b, &merge, column, first, b, s->val + at * b * b);
    }
}

static bool bsr_block_build(struct bsr_block *s, const struct csr *a, struct err *e)
{
    const int64_t b = s->b;
    int64_t blocks;

    if (!(s->ptr = plan_memory(s, size_mul((uint64_t)s->block_rows + 1, sizeof *s->ptr), "block pointers", e)))
        return false;
    s->ptr[0] = 0;
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t q = 0; q < s->block_rows; q++)
        s->ptr[q + 1] = row_merge_count(a, b, row_merge_open(a, q * b, b));
    for (int64_t q = 0; q < s->block_rows; q++)
        s->ptr[q + 1] += s->ptr[q];
    blocks = s->ptr[s->block_rows];
    if ((uint64_t)blocks > size_mul((uint64_t)a->nnz, BSR_BLOCK_FILL) / (uint64_t)(b * b))
        return bsr_block_refuse(b, blocks, a->nnz, e);
    if (!(s->first = plan_memory(s, size_mul((uint64_t)blocks, sizeof *s->first), "block columns", e)) ||
        !(s->val = plan_memory(s, size_mul((uint64_t)(blocks * b * b) + BLOCK_PAST, sizeof(T)), "blocks", e)))
        return false;
    split_rows(s->ptr, s->block_rows, s->pieces, s->cut);
    memset(s->val + blocks * b * b, 0, BLOCK_PAST * sizeof(T));
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int t = 0; t < s->pieces; t++)
        for (int64_t q = s->cut[t]; q < s->cut[t + 1]; q++)
            block_row_fill(s, a, q);
    return true;
}

/* ---- the kernel ---- */

enum { BLOCK, STREAM };

static const char *const sides[] = { "auto", "2", "3", "4", "5", "6", "7", "8", NULL };

static const struct param params[] = {
    [BLOCK] = { "BLOCK", "rows and columns of a block; auto: of these the one that takes the fewest bytes", 0, 7, 0,
                sides },
    [STREAM] = { "STREAM", STREAM_HELP, 0, 2, 1, stream_names },
    { 0 },
};

static int64_t side_of(const struct problem *p)
{
    return p->param[BLOCK] ? p->param[BLOCK] + 1 : p->stats->bsr_side;
}

static uint64_t block_rows_of(const struct problem *p)
{
    return ((uint64_t)p->a->m + (uint64_t)side_of(p) - 1) / (uint64_t)side_of(p);
}

/* The number of blocks: the statistics count them for one side; else the most that are not refused. */
static uint64_t blocks_most(const struct problem *p)
{
    const int64_t b = side_of(p);

    return b == p->stats->bsr_side ? (uint64_t)p->stats->bsr_blocks
                                   : size_mul((uint64_t)p->a->nnz, BSR_BLOCK_FILL) / (uint64_t)(b * b);
}

static uint64_t bytes(const struct problem *p)
{
    uint64_t b = (uint64_t)side_of(p), block = sizeof(int32_t) + b * b * sizeof(T);

    return size_add(size_mul(blocks_most(p), block) + BLOCK_PAST * sizeof(T),
                    size_mul(block_rows_of(p) + (uint64_t)plan_pieces(p) + 2, sizeof(int64_t)));
}

static bool supports(const struct problem *p, struct err *why)
{
    const int64_t b = side_of(p);

    if (p->a->n < b)
        return err_set(why, ERR_UNSUPPORTED, "a block has %d columns, the matrix %d", (int)b, (int)p->a->n);
    if (size_mul(blocks_most(p), (uint64_t)(b * b)) > size_mul((uint64_t)p->a->nnz, BSR_BLOCK_FILL))
        return bsr_block_refuse(b, p->stats->bsr_blocks, p->a->nnz, why);
    return true;
}

static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const int pieces = plan_pieces(p);
    size_t cuts = ((size_t)pieces + 1) * sizeof(int64_t);
    struct bsr_block *s = plan_new(sizeof *s + cuts, e);

    if (!s)
        return false;
    s->m = p->a->m;
    s->b = side_of(p);
    s->block_rows = (int64_t)block_rows_of(p);
    s->v = plan_vectors_of(p);
    s->stream = stream_wanted(p, p->param[STREAM]) && stream_aligned(s->v);
    s->threads = p->threads;
    s->pieces = pieces;
    if (!plan_end(s, threads_ready(p->threads, e) && bsr_block_build(s, p->a, e), bytes(p), out))
        return false;
    const uint64_t blocks = (uint64_t)s->ptr[s->block_rows];
    out->slots = blocks * (uint64_t)(s->b * s->b);
    out->traffic = kernel_traffic_below(p, (uint64_t)p->a->nnz * sizeof(T) + blocks * sizeof *s->first +
                                               (uint64_t)(s->block_rows + 1) * sizeof *s->ptr);
    return true;
}

static ALWAYS_INLINE void block_rows_times(const int b, const struct bsr_block *s, int64_t from, int64_t to)
{
    for (int64_t q = from; q < to; q++) {
        const int64_t row = q * b;
        struct block_row g = { .blocks = s->ptr[q + 1] - s->ptr[q], .x = s->v.x, .ldx = s->v.ldx, .ldy = s->v.ldy };
        g.first = s->first + s->ptr[q];
        g.val = s->val + s->ptr[q] * b * b;
        g.y = (T *)s->v.y + row * s->v.ldy;
        g.there = s->m - row < b ? (int)(s->m - row) : b;
        g.stream = s->stream;
        if (s->v.prefetch)
            prefetch_values(g.blocks * b * b, g.val);
        if (s->v.k == 1)
            block_row_vector(b, b, g);
        else
            block_row_times(b, b, g, s->v.k);
    }
    if (s->stream)
        simd_fence();
}

/* The block size as a constant, which keeps the sums in registers. */
#define ROWS_OF(b)                                                                                                     \
    case b:                                                                                                            \
        block_rows_times(b, s, s->cut[t], s->cut[t + 1]);                                                              \
        break;

static void piece_run(const void *plan, int t)
{
    const struct bsr_block *s = plan;

    switch (s->b) {
        ROWS_OF(2)
        ROWS_OF(3)
        ROWS_OF(4)
        ROWS_OF(5)
        ROWS_OF(6)
        ROWS_OF(7)
    default:
        block_rows_times(8, s, s->cut[t], s->cut[t + 1]);
        break;
    }
}

static bool run(void *plan_data, struct err *e)
{
    const struct bsr_block *s = plan_data;

    return threads_share(s->threads, s->pieces, piece_run, s, e);
}

/* As CSR, with the bytes of blocks. With k > 1 rows of X dominate; a block loads each once for all its rows, but also
   for padding: 2×2 blocks share few loads. A block row costs BEGIN extra blocks. The factors: NOTES.md, cpu.auto. */
static double expect(struct problem *p)
{
    enum { BEGIN = 2 };
    double nnz = (double)p->a->nnz, rest = expect_csr(p, true) - nnz * (sizeof(int32_t) + sizeof(T));
    double rows = (double)block_rows_of(p), columns = side_of(p) == 2 ? 1.0 : 0.55;
    double slots = (double)(side_of(p) * side_of(p)) * ((double)blocks_most(p) + BEGIN * rows);

    return (double)bytes(p) + (p->x.k == 1 || nnz == 0 ? 0.9 : columns * slots / nnz) * rest;
}

const struct kernel VARIANT(bsr_block) = {
    CPU_PRODUCT,
    CPU_OWN,
    .name = "cpu.bsr.block",
    .what = "dense blocks of 2×2 to 8×8, one load of a row of X for all rows of a block",
    .source = "Im, Yelick, Vuduc, SPARSITY (2004)",
    .format = "bsr",
    .params = params,
    .supports = supports,
    .divide = plan_divide,
};
