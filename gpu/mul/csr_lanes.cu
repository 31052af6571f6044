/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_lanes: a few lanes per row and tile of columns of X; long rows are cut into pieces, which blocks take first.
   Small blocks with few registers keep nearby rows in the cache at the same time. Rows that a warp takes together have
   similar lengths: sorted among neighbours, or all of them if neighbours share nothing that a cache could keep; then
   concurrent rows also go through the columns of X together. A is stored in another order of rows if that brings
   together rows that share columns. */
#include "gpu/lib/expect.cuh"
#include "gpu/mul/csr_lanes_multiply.cuh"

#include "core/measure/similar_order.h"
#include "gpu/layout/row_places.h"

static const char name[] = "gpu.csr.lanes";

enum { PARAM_LANES, PARAM_VECTORS, PARAM_CUT, PARAM_ORDER };
enum { ORDER_AUTO, ORDER_FILE, ORDER_WINDOW, ORDER_LENGTH, ORDER_SIMILAR };
enum { LINE = 128 };
/* Rows sorted together: 8 to 256 were tried (NOTES.md). Below SHARED neighbours share nothing: uniform, R-MAT and items
   had 0.95 to 1.00, all others 1.23 and more. By the deviation over the mean of the rows' lengths: below EVEN sorting
   gains nothing. Sorting all rows costs the order in which A and Y stream, which rows of MANY entries, or of lengths
   above UNLIKE, outweigh: uniform with 38, R-MAT with 15 and 28, power law with 4 gain, uniform with 10 and short rows
   lose. */
enum { WINDOW = 32 };
static const double EVEN = 0.1, UNLIKE = 1, MANY = 16, SHARED = 1.1;
/* Rows above this are cut into pieces. LONG takes up to 1.4 times as long on 1M entries (R-MAT, items), SHORT 1.05 on
   10M, and as much as 1.5 if it cuts rows of average length. */
static const int64_t CUT_LEAST = 32, CUT_SHORT = 128, CUT_LONG = 256, CUT_ENTRIES = 4 << 20;
static const double CUT_MEAN = 64;
/* With fewer rows than this for each multiprocessor, whole rows leave most of it idle: a band of 2,914 rows with 231
   entries each, cut at 256 and at 64, k = 8 0.050 and 0.0097, k = 64 0.069 and 0.035; of 6,522 rows the same. */
static const int64_t CUT_FEW = 64, ROWS_FEW = 32;
/* Up to so many entries a column, rows of X leave the L2 unread: two vectors a lane instead of one, 2 entries a column
   (a hub, a dense row, short rows), k = 32 and 64, 0.83 to 0.99 of the time. 3 and 4 were not measured. */
static const int64_t AGAIN = 2;
/* If so many entries are far from the diagonal, 512 bytes of a row of X at a time are enough: circuit, k = 128: 1.52,
   1.42. Not measured in between. */
static const double FAR_MUCH = 0.25;
/* The bytes that the memory moves while a row's next entry arrives: 0.2 µs (pieces of 128 to 180 entries, k = 8). Below
   BRIEF entries a row lanes are ahead of csr.equal also if rows of X are short (f32, 7-point, 9-point, roads), and in
   f64 below half of DENSE; from DENSE on they are behind even if rows of X are not short (eleven bands of 46 to 371
   entries a row, below 512 bytes of a row of X: 1.0 to 4 times as long). */
static const double ENTRY_BYTES = 1e6, BRIEF = 16, DENSE = 64;
/* A search for another order needs more entries than this. Not measured. */
enum { SEARCH_LEAST = 1 << 20 };

struct lanes_plan : mul_plan {
    struct long_rows longs;
    void *place;                /* NULL: rows in the order of the file */
    int access, lanes, vectors; /* a lane has `vectors` vectors of `access` values */
    int64_t tiles, groups;      /* of columns; of rows, one a block */
    int64_t cut;                /* entries above which rows are cut */
    bool together;              /* the tiles of a group are consecutive, not spread over all of A */
};

template <class T, class P> using lanes_kernel = void (*)(const lanes_work<T, P>);

template <class T, class P, int A, int L> static lanes_kernel<T, P> for_vectors(int vectors)
{
    return vectors == 1 ? multiply<T, P, A, L, 1> : vectors == 2 ? multiply<T, P, A, L, 2> : multiply<T, P, A, L, 4>;
}

template <class T, class P, int A> static lanes_kernel<T, P> for_lanes(const struct lanes_plan *plan)
{
    return (plan->lanes == 2   ? for_vectors<T, P, A, 2>
            : plan->lanes == 4 ? for_vectors<T, P, A, 4>
            : plan->lanes == 8 ? for_vectors<T, P, A, 8>
                               : for_vectors<T, P, A, 16>)(plan->vectors);
}

template <class T, class P> static lanes_kernel<T, P> kernel_of(const struct lanes_plan *plan)
{
    constexpr int V = 16 / sizeof(T);
    if (plan->access == V)
        return for_lanes<T, P, V>(plan);
    return plan->access == 1 ? for_lanes<T, P, 1>(plan) : for_lanes<T, P, 2>(plan);
}

/* ---- the plan ---- */

/* The least of 1, 2, 4 … from `least` on that is at least `wanted`, but at most `most`. */
static int power_of_two(int least, int64_t wanted, int most)
{
    while (least < wanted && least < most)
        least *= 2;
    return least;
}

/* rows_apart: neighbouring rows share nothing. Then 256 bytes of a row of X at a time, so that more rows stay in the L2
   (uniform, k = 64: 1.094, 0.882), unless tiles would share lines, or most rows of X come once or twice. A lane has one
   vector of them, not two (R-MAT, k = 32: 0.303, 0.280); from k = 128 on two, which take 0.95 to 1.02 times as long as
   one. */
static void lay_out(const struct problem *p, bool rows_apart, struct lanes_plan *plan)
{
    const bool apart = rows_apart && p->a->nnz > AGAIN * p->a->n;
    const int64_t k = std::max<int64_t>(p->x.k, 1), vectors = p->param[PARAM_VECTORS], lanes = p->param[PARAM_LANES];
    plan->access = mul_access(p);
    plan->together = k * (int64_t)vtype_size(p->a->type) % LINE != 0;
    const int64_t parts = (k + plan->access - 1) / plan->access;
    const int wide = apart || expect_far(p) > FAR_MUCH ? 2 : 4, most = apart && !plan->together ? 1 : 2;
    plan->vectors = power_of_two(1, vectors ? vectors : parts <= 8 ? 1 : parts <= 32 ? most : wide, 4);
    plan->lanes = power_of_two(2, lanes ? lanes : (parts + plan->vectors - 1) / plan->vectors, 16);
    plan->tiles = (parts + plan->lanes * plan->vectors - 1) / (plan->lanes * plan->vectors);
    plan->groups = (p->a->m + BLOCK / plan->lanes - 1) / (BLOCK / plan->lanes);
}

static int64_t cut_of(const struct problem *p)
{
    if (p->param[PARAM_CUT] > 0)
        return std::max(p->param[PARAM_CUT], CUT_LEAST);
    if (p->a->m < ROWS_FEW * p->device->threads)
        return CUT_FEW;
    return p->stats->row_mean > CUT_MEAN || p->a->nnz > CUT_ENTRIES ? CUT_LONG : CUT_SHORT;
}

static int order_of(const struct problem *p, bool apart)
{
    if (p->param[PARAM_ORDER] != ORDER_AUTO && p->param[PARAM_ORDER] != ORDER_SIMILAR)
        return (int)p->param[PARAM_ORDER];
    const double mean = p->stats->row_mean, deviation = p->stats->row_std;
    if (deviation < EVEN * mean)
        return ORDER_FILE;
    if (!apart)
        return ORDER_WINDOW;
    return mean >= MANY || deviation > UNLIKE * mean ? ORDER_LENGTH : ORDER_FILE;
}

/* row: NULL, or the number in A of each row of `a`. */
static bool places_upload(const struct problem *p, const struct csr *a, const int32_t *row, int order,
                          struct lanes_plan *plan, struct plan *out, struct err *e)
{
    struct row_place *place = NULL;
    if (order == ORDER_FILE)
        return true;
    bool ok = order == ORDER_LENGTH ? row_places_all(a, &place, e) : row_places_windows(a, WINDOW, &place, e);
    for (int64_t i = 0; ok && row && i < a->m; i++)
        place[i].row = row[place[i].row];
    ok = ok && gpu_upload(p->device, place, (uint64_t)a->m * sizeof *place, &plan->place, out, e);
    free(place);
    return ok;
}

/* `a`: A, or its rows in another order. */
static bool build_from(const struct problem *p, const struct csr *a, const int32_t *row, struct lanes_plan *plan,
                       struct plan *out, struct err *e)
{
    double shared;
    if (!row_places_sharing(a, &shared, e))
        return false;
    const bool apart = shared < SHARED;
    lay_out(p, apart, plan);
    return places_upload(p, a, row, row ? ORDER_WINDOW : order_of(p, apart), plan, out, e) &&
           (row ? gpu_csr_upload(p->device, a, &plan->a, out, e) : gpu_csr_share(p, &plan->a, out, e));
}

/* *ordered_rows: whether A is stored in another order of rows. */
static bool build_similar(const struct problem *p, struct lanes_plan *plan, bool *ordered_rows, struct plan *out,
                          struct err *e)
{
    struct similar_order mine;
    const struct similar_order *order;
    struct csr ordered = {};
    bool ok = similar_order_find(p, &mine, &order, e);
    *ordered_rows = ok && order->found;
    if (*ordered_rows)
        ok = csr_gather(p->a, order->row, &ordered, e) && build_from(p, &ordered, order->row, plan, out, e);
    else
        ok = ok && build_from(p, p->a, NULL, plan, out, e);
    csr_free(&ordered);
    free(mine.row);
    return ok;
}

static bool build(const struct problem *p, struct lanes_plan *plan, struct plan *out, struct err *e)
{
    int64_t *row = NULL, rows = 0;
    bool ordered = false;
    plan->cut = cut_of(p);
    bool ok = p->param[PARAM_ORDER] == ORDER_SIMILAR ? build_similar(p, plan, &ordered, out, e)
                                                     : build_from(p, p->a, NULL, plan, out, e);
    ok = ok && (long_rows_list(p->a->ptr, p->a->m, 1, plan->cut, &row, &rows) ||
                err_nomem(e, "the list of long rows", (uint64_t)p->a->m * sizeof *row));
    ok = ok && long_rows_prepare(p, row, rows, ordered ? NULL : &plan->a, &plan->longs, out, e);
    free(row);
    return ok;
}

template <class T, class P> static bool launch(const struct lanes_plan *plan, struct err *e)
{
    const lanes_work<T, P> w = {
        .ptr = (const P *)plan->a.ptr,
        .ind = plan->a.ind,
        .place = (const int4 *)plan->place,
        .val = (const T *)plan->a.val,
        .x = (const T *)plan->x,
        .y = (T *)plan->y,
        .m = plan->a.m,
        .k = plan->k,
        .ldx = plan->ldx,
        .ldy = plan->ldy,
        .cut = plan->cut,
        .groups = (unsigned)plan->groups,
        .tiles = (unsigned)plan->tiles,
        .long_blocks = (unsigned)plan->longs.pieces * plan->longs.tiles,
        .together = plan->together,
        .longs = long_work_of<T>(&plan->longs, plan),
    };
    const size_t shared = w.long_blocks > 0 ? BLOCK * 16 : 0;
    return overlap_launch(plan, kernel_of<T, P>(plan), dim3(w.long_blocks + w.groups * w.tiles), BLOCK, shared, w, e);
}

template <class T> static bool run(const struct lanes_plan *plan, struct err *e)
{
    return plan->a.wide ? launch<T, int64_t>(plan, e) : launch<T, uint32_t>(plan, e);
}

static uint64_t bytes(const struct problem *p)
{
    const uint64_t nnz = (uint64_t)p->a->nnz, cut = (uint64_t)cut_of(p);
    const bool longs = (uint64_t)p->stats->row_max > cut;
    const uint64_t places = size_mul((uint64_t)p->a->m, sizeof(struct row_place));
    return size_add(size_add(kernel_csr_bytes(p->a), places), longs ? long_rows_bytes(p, nnz / cut, nnz) : 0);
}

static bool supports(const struct problem *p, struct err *why)
{
    struct lanes_plan plan = {};
    lay_out(p, true, &plan);
    if (plan.groups > INT32_MAX / plan.tiles)
        return err_set(why, ERR_UNSUPPORTED, "more blocks than a grid has");
    return true;
}

static const char *const order_choices[] = { "auto", "file", "window", "length", "similar", NULL };
static const struct param params[] = {
    param_number("LANES", "lanes of a row, rounded up to 2, 4, 8 or 16; 0: as suits k", 0, 16, 0),
    param_number("VECTORS", "16-byte vectors of a row of X for a lane: 1, 2 or 4; 0: as suits k", 0, 4, 0),
    param_number("CUT", "entries above which a row is cut into pieces, 32 at least; 0: as suits A", 0, 1 << 20, 0),
    param_choice("ORDER", "rows as in the file, by length within 32, by length, or such that neighbours share columns",
                 order_choices, ORDER_AUTO),
    {},
};

/* If rows of X are short and entries far apart, csr.equal is ahead: H200, f64 k = 8, in its multiples: items, power
   law, R-MAT, uniform 1.28 to 1.57, web 0.96. The same holds on bands (k = 8, eleven of them: 1.15 to 4; f32, k =
   16: 1.1 to 4), and if most rows are cut into pieces and rows of X are not long (a band of 231 a row, k = 64: 0.9). */
static double expect(struct problem *p)
{
    const uint64_t row = (uint64_t)p->x.k * vtype_size(p->a->type);
    if (row < 32)
        return INFINITY;
    if (!expect_local(p) && p->a->nnz > SEARCH_LEAST && similar_order_promises(p)) {
        p->param[PARAM_ORDER] = ORDER_SIMILAR;
        return expect_ordered(p, 1.1);
    }
    const bool local = expect_local(p);
    const bool dense = row < 4 * LINE && p->stats->row_mean > (local ? DENSE : (double)cut_of(p));
    const bool ahead = row >= LINE || (local && p->stats->row_mean < (p->a->type == VT_F64 ? DENSE / 2 : BRIEF));
    const double share = ahead ? 0.8 : local ? 1.0 : 1.3;
    return std::max((dense ? 1.6 : 1) * share * expect_mul(p, 1.0, 2.5),
                    ENTRY_BYTES * (double)std::min(p->stats->row_max, cut_of(p)));
}

template <class T>
static constexpr struct kernel table = mul_table<T>({
    .name = name,
    .what = "2 to 16 lanes per row and tile of columns of X, rows by length, long ones in pieces",
    .format = "csr",
    .params = params,
    .supports = supports,
    .bytes = bytes,
    .expect = expect,
    .prepare = mul_prepare<struct lanes_plan, build>,
    .run = mul_run<name, lanes_plan, run<T>>,
});

extern const struct kernel gpu_csr_lanes_f64 = table<double>, gpu_csr_lanes_f32 = table<float>;
