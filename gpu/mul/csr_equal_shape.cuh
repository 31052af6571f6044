/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_equal_shape: chooses csr_equal's lanes, strips and tiles of X for a problem. */
#pragma once

#include "gpu/lib/expect.cuh"
#include "gpu/mul/csr_equal.cuh"

enum { PARAM_STEPS, PARAM_TILE, PARAM_WEAVE, PARAM_PASSES };
enum { PASSES_AUTO, PASSES_APART, PASSES_TOGETHER };

/* Measured on an H200 (NOTES.md), except where stated. */
enum {
    ROWS = 6,         /* of mean length in a strip, half as many if narrow, keep what neighbours share of X in the L1 */
    STEPS_FEW = 16,   /* entries of a strip at least */
    STEPS_MOST = 128, /* at most */
    STEPS_EVEN = 32,  /* at most where columns are far and even: rows share nothing in a strip */
    TILE_MOST = 512,  /* bytes of a row of X at once, near the diagonal */
    TILE_FAR = 256,   /* elsewhere */
    LINE = 128,       /* or where a line of each row of X fits the L2, or REUSE of them */
    REUSE = 3,        /* where no column has EVEN times the mean entries: parts uniform of 1M and 2.5M, R-MAT */
    EVEN = 8,
    ONCE = 2,               /* with so few entries a column, rows of X are not fetched twice anyway (hypersparse) */
    WIDE = 256,             /* bytes of a row of X from which empty rows are left out: k = 64, but not k = 1 */
    EMPTY_LEAST = 8 << 20,  /* bytes of Y, likewise */
    COLUMNS = 4096,         /* of a tile for long rows, k = 1: best of 512 to 8192 */
    EACH = 2,               /* mean entries of a long row in a tile: best of 1 to 16 */
    WIDE_BYTES = 256 << 10, /* of X in a tile, k > 1; with 32 KB k = 8 takes 10 to 20% longer */
    /* not measured by themselves */
    X_LEAST = 512 << 10,  /* bytes of x: more than an L1 holds */
    LONG_LEAST = 1 << 21, /* entries of long rows that pay for a second launch */
    TILED = 64,           /* bytes of a row of X from which k > 1 is tiled */
    WIDE_EACH = 16,       /* EACH for k > 1 */
    LONG_SHARE = 8,       /* long rows have one in this many of A's entries, k > 1 */
    BLOCKS_PER_SM = 4,    /* at the same time: a wave has so many on each */
    PIECES = 256,         /* of a row, at most */
    SPARE = 8,            /* where there is much to do, blocks are full to all but one in this many of their entries */
    SPARE_WAVE = 4,       /* in one wave if that leaves most rows whole: nothing hides the time that cut rows take */
    LONG_MOST = 4,        /* a row with one in this many of A's entries reads all of X besides */
    SINGLE_MOST = 5,      /* fewer columns are single values where rows are no whole vectors */
};
/* A web graph with a sixth of its entries far is faster with TILE_MOST, a circuit with half of them far is not. */
static const double FAR_LITTLE = 0.25;

struct equal_plan : mul_plan {
    int vector, access, across, tiles; /* vector: values of a lane; access: of them at once */
    bool together;                     /* as in equal_work */
    struct split_shape shape;
    int64_t blocks, rows;   /* rows: the most that end in a block */
    int64_t longs, x_tiles; /* long rows, and the partial rows of each */
    struct block_range *range;
    uint16_t *strip;
    uint32_t *ind, *long_row, *place, *empty;
    void *val, *carry, *partial;
    unsigned *ticket;
};

static int64_t row_bytes(const struct problem *p)
{
    return p->x.k * (int64_t)vtype_size(p->a->type);
}

/* Leaves empty rows out if most are empty and rows are wide. Hypersparse: k = 64 2.35 → 2.17, k = 1 slower. */
static bool leaves_out_empty(const struct problem *p)
{
    return 2 * p->stats->empty_rows > p->a->m && row_bytes(p) >= WIDE && p->a->m * row_bytes(p) > EMPTY_LEAST;
}

/* Whether most entries follow one in the previous column, from a sample of rows. */
static bool runs_of_columns(const struct problem *p)
{
    const struct csr *a = p->a;
    int64_t count = 0, follow = 0;
    for (int64_t s = 0; s < EXPECT_ROWS && a->m > 0; s++) {
        int64_t i = a->m * s / EXPECT_ROWS, end = std::min(a->ptr[i + 1], a->ptr[i] + EXPECT_EACH);
        for (int64_t at = a->ptr[i] + 1; at < end; at++) {
            count++;
            follow += a->ind[at] == a->ind[at - 1] + 1;
        }
    }
    return 2 * follow > count;
}

/* Including padding for empty rows. */
static int64_t entries_of(const struct problem *p)
{
    return p->a->nnz + (leaves_out_empty(p) ? 0 : p->stats->empty_rows);
}

static int64_t rows_of(const struct problem *p)
{
    return std::max<int64_t>(p->a->m - (leaves_out_empty(p) ? p->stats->empty_rows : 0), 1);
}

/* Sums are staged in shared memory, in row order, if rows of Y are single values. */
static bool is_staged(const struct equal_plan *plan)
{
    return plan->across == 1 && plan->vector == 1;
}

/* Whether no column is a hub. */
static bool is_even(const struct problem *p)
{
    return p->stats->col_max <= EVEN * (p->a->nnz / std::max<int64_t>(p->a->n, 1) + 1);
}

/* One line of each row of X at a time pays while these lines fit this many L2s; hub columns stay
   anyway. */
static int64_t lines_worth(const struct problem *p)
{
    return is_even(p) ? REUSE : 1;
}

/* Bytes of a row of X at a time: fewer if columns are far apart, so that more rows of X stay in the L2, unless X fits
   in half of it, or has hub columns and four times its size at most: those stay anyway (k = 64, 512 and 256 bytes:
   R-MAT 15:36 0.0655, 0.0712, 18:7, with 134 MB of X, 0.152, 0.165, bands 0.0372, 0.0467 and 0.0534, 0.0647; without
   hubs, uniform with 77 MB of X, 0.164, 0.144, but so items with 133 MB, 0.785, 0.719); but pieces of rows that are not
   whole lines would share lines. */
static int64_t tile_bytes(const struct problem *p)
{
    int64_t n = p->a->n, cache = (int64_t)p->device->cache;
    if (p->param[PARAM_TILE] > 0)
        return p->param[PARAM_TILE];
    if (p->stats->row_max >= p->a->nnz / LONG_MOST && p->x.k * (int64_t)vtype_size(p->a->type) % LINE == 0)
        return TILE_FAR;
    if (p->a->nnz <= ONCE * n || n * row_bytes(p) <= (is_even(p) ? cache / 2 : 4 * cache))
        return TILE_MOST;
    if (expect_local(p) || expect_far(p) < FAR_LITTLE || p->x.k * (int64_t)vtype_size(p->a->type) % LINE != 0)
        return TILE_MOST;
    return n > cache / TILE_FAR && n <= lines_worth(p) * cache / LINE ? LINE : TILE_FAR;
}

/* Whether the tiles of a block are consecutive: they share the lines of X and Y if rows are not whole lines (H200,
   twelve patterns, f64 k = 100 and f32 k = 200: 0 to 16% less time). With whole lines it is 10% less to 21% more. */
static bool passes_together(const struct problem *p)
{
    if (p->param[PARAM_PASSES] != PASSES_AUTO)
        return p->param[PARAM_PASSES] == PASSES_TOGETHER;
    return row_bytes(p) % LINE != 0;
}

static void lay_out(const struct problem *p, struct equal_plan *plan)
{
    int64_t value = (int64_t)vtype_size(p->a->type), k = std::max<int64_t>(p->x.k, 1);
    plan->vector = 16 / (int)value;
    plan->access = mul_access(p);
    if (plan->access < plan->vector && k < SINGLE_MOST)
        plan->vector = plan->access = 1;
    int64_t parts = (k + plan->vector - 1) / plan->vector,
            most = std::min(tile_bytes(p) / (plan->vector * value), (int64_t)WARP);
    for (plan->across = 1; plan->across < parts && 2 * plan->across <= most;)
        plan->across *= 2;
    plan->tiles = (int)((parts + plan->across - 1) / plan->across);
    plan->together = passes_together(p);
}

/* Waves of blocks of `length` entries a strip: the last one may be nearly empty. A block ends before a row that it
   would cut, and so leaves half of that row unused on average. Longer rows are cut more often: the expected length of a
   cut row is E[l²] / E[l] = mean + variance / mean. A chunk of rows also begins a new block. */
static int64_t waves_of(const struct problem *p, const struct equal_plan *plan, int64_t strips, int64_t length,
                        int64_t spare)
{
    const int64_t wave = (int64_t)BLOCKS_PER_SM * std::max(p->device->threads, 1), block = strips * length;
    const double mean = std::max(p->stats->row_mean, 1.0), cut = mean + p->stats->row_std * p->stats->row_std / mean;
    const int64_t unused = (int64_t)std::min(cut, (double)(block / spare)) / 2;
    const int64_t blocks = entries_of(p) / (block - unused) + rows_of(p) / (SPLIT_CHUNK * block) + 1;
    return (blocks * plan->tiles + wave - 1) / wave;
}

/* The shortest strips that need no more waves: a last wave that is a fifth full costs as much time as a full one
   (circuit of 3.1M entries, k = 8: 1.2 waves 0.053 ms, 1.9 waves 0.041). */
static int64_t fill_waves(const struct problem *p, const struct equal_plan *plan, int64_t strips, int64_t length,
                          int64_t spare)
{
    const int64_t waves = waves_of(p, plan, strips, length, spare);
    int64_t least = ENTRY_QUAD;
    while (least < length && waves_of(p, plan, strips, least, spare) > waves)
        least += ENTRY_QUAD;
    return std::min(least, length);
}

/* SPARE or SPARE_WAVE. 280 entries a row, 1M entries: k = 8 0.0103 → 0.0069, k = 16 0.0134 → 0.0099. R-MAT, with short
   rows and long ones, would take two waves: 0.0192 → 0.0247. */
static int64_t spare_of(const struct problem *p, const struct equal_plan *plan, int64_t strips, int64_t length)
{
    const int64_t block = strips * fill_waves(p, plan, strips, length, SPARE), row = entries_of(p) / rows_of(p);
    const bool wave = waves_of(p, plan, strips, length, SPARE) == 1;
    return wave && block / SPARE < row && row <= block / SPARE_WAVE ? SPARE_WAVE : SPARE;
}

/* Single sums are staged in shared memory, which limits the length. Blocks may stay half empty if that costs
   little. */
static void shape_strips(const struct problem *p, struct equal_plan *plan)
{
    int64_t strips = BLOCK / plan->across, entries = entries_of(p);
    int64_t rows = ROWS * entries / rows_of(p), pieces = p->stats->row_max / (PIECES * strips);
    int64_t few = STEPS_FEW, most = std::min<int64_t>(STEPS_MOST, SPLIT_BLOCK_MOST / strips);
    if (plan->across <= 2)
        rows /= 2, few /= 2;
    if (is_staged(plan))
        most = STEPS_FEW;
    else if (p->param[PARAM_STEPS] == 0 && !expect_local(p) &&
             ((plan->tiles > 1 && is_even(p)) || p->a->nnz <= ONCE * p->a->n))
        most = STEPS_EVEN;
    int64_t length = p->param[PARAM_STEPS] > 0 ? p->param[PARAM_STEPS] : std::max({ rows, pieces, few });
    length = std::min((length + ENTRY_QUAD - 1) / ENTRY_QUAD * ENTRY_QUAD, most);
    const int64_t spare = spare_of(p, plan, strips, length);
    if (p->param[PARAM_STEPS] == 0)
        length = fill_waves(p, plan, strips, length, spare);
    if (is_staged(plan)) /* a power of two: no strip's ends are in two words of add_beside */
        length = length > few + ENTRY_QUAD ? most : length > ENTRY_QUAD ? few : (int64_t)ENTRY_QUAD;
    bool little =
        entries * plan->across * plan->vector * (int64_t)vtype_size(p->a->type) <= (int64_t)p->device->cache / 4;
    plan->shape = { .strips = (int)strips,
                    .groups = WARP / plan->across,
                    .length = (int)length,
                    .spare = (int)(little ? strips * length : strips * length / spare),
                    .beside = is_staged(plan) && length > ENTRY_QUAD && runs_of_columns(p) };
}

/* For one column, COLUMNS columns of x, so that they stay in the L1; else WIDE_BYTES of rows of X, which the long rows
   of a tile then share, also with the rows near the tile. AUTO: if X is large and long rows have much of A. */
static struct tiling_wish tiling_of(const struct problem *p, const struct equal_plan *plan)
{
    const struct csr *a = p->a;
    const int64_t row = row_bytes(p);
    struct tiling_wish w = { (enum tiling_when)p->param[PARAM_WEAVE], COLUMNS, EACH,
                             std::max<int64_t>(a->n, LONG_LEAST), leaves_out_empty(p) };
    bool worth = a->nnz >= LONG_LEAST && a->n * row > X_LEAST;
    if (!is_staged(plan) || plan->tiles > 1) {
        w.columns = std::max<int64_t>(WIDE_BYTES / row, 1);
        w.each = WIDE_EACH;
        w.entries = a->nnz / LONG_SHARE;
        worth = row >= TILED && a->n * row > (int64_t)p->device->cache / 4;
    }
    worth = worth && p->stats->row_max >= w.each * (a->n / w.columns); /* a row is long */
    if (w.when == TILING_AUTO && !worth)
        w.when = TILING_NO;
    return w;
}
