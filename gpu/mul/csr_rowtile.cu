/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csr_rowtile: a warp per row and panel of columns of X; A is staged in shared memory, a tile of the row at a time. */
#include "gpu/lib/mul.cuh"

static const char name[] = "gpu.csr.rowtile";

enum { SHARED = 48 << 10 };
enum { PARAM_TILE, PARAM_ELEMS, PARAM_MAPPING, PARAM_BLOCK };
enum { ADJACENT, STRIDED };

/* The E columns of a lane: the first at lane*lane_step, then every elem_step-th, within a panel of 32·E. */
struct mapping {
    int lane_step, elem_step;
};

/* y_ij = Σ a_ie x_ej for E columns j a lane; blockIdx.y runs over panels and varies slowest. */
template <class T, class P, int E>
static __global__ void __launch_bounds__(1024)
    mul(int64_t m, int64_t k, int tile, struct mapping map, const P *__restrict__ ptr, const int32_t *__restrict__ ind,
        const T *__restrict__ val, const T *__restrict__ x, int64_t ldx, T *__restrict__ y, int64_t ldy)
{
    extern __shared__ __align__(16) char shared[];
    int warps = (int)blockDim.x / WARP, warp = (int)threadIdx.x / WARP, lane = (int)threadIdx.x % WARP;
    T *tile_val = (T *)shared + warp * tile;
    int32_t *tile_ind = (int32_t *)((T *)shared + warps * tile) + warp * tile;
    for (int64_t i = (int64_t)blockIdx.x * warps + warp; i < m; i += (int64_t)gridDim.x * warps) {
        P begin = ptr[i], end = ptr[i + 1];
        for (int64_t panel = (int64_t)blockIdx.y * WARP * E; panel < k; panel += (int64_t)gridDim.y * WARP * E) {
            int64_t j = panel + lane * map.lane_step;
            T sum[E] = {};
            for (P base = begin; base < end; base += tile) {
                int count = (int)(end - base < (P)tile ? end - base : (P)tile);
                __syncwarp(); /* the previous tile has been used */
                for (int s = lane; s < count; s += WARP) {
                    tile_ind[s] = ind[base + s];
                    tile_val[s] = val[base + s];
                }
                __syncwarp();
#pragma unroll 4
                for (int s = 0; s < count; s++) {
                    const T *row = x + tile_ind[s] * ldx + j;
                    T a = tile_val[s];
#pragma unroll
                    for (int t = 0; t < E; t++)
                        if (j + t * map.elem_step < k)
                            sum[t] += a * row[t * map.elem_step];
                }
            }
#pragma unroll
            for (int t = 0; t < E; t++)
                if (j + t * map.elem_step < k)
                    y[i * ldy + j + t * map.elem_step] = sum[t];
        }
    }
}

/* ELEMS_PER_THREAD: 1, 2 or 4; by default 1 for up to 32 columns, like the report, and 4 above (H200, NOTES.md). */
static int elems(const struct mul_plan *plan)
{
    int64_t wanted = plan->param[PARAM_ELEMS];
    if (wanted == 0)
        return plan->k > WARP ? 4 : 1;
    return wanted >= 4 ? 4 : wanted >= 2 ? 2 : 1;
}

template <class T, class P, int E> static void launch(const struct mul_plan *plan)
{
    int64_t tile = plan->param[PARAM_TILE], each = tile * (int64_t)(sizeof(T) + sizeof(int32_t));
    int64_t warps = std::min(std::max(plan->param[PARAM_BLOCK] / WARP, (int64_t)1), SHARED / each);
    int64_t panels = (plan->k + WARP * E - 1) / (WARP * E);
    struct mapping map = { 1, WARP };
    if (plan->param[PARAM_MAPPING] == ADJACENT)
        map = { E, 1 };
    dim3 grid(gpu_grid(plan->a.m, warps), (unsigned)std::min(panels, (int64_t)65535));
    mul<T, P, E><<<grid, (unsigned)(warps * WARP), warps * each>>>(
        plan->a.m, plan->k, (int)tile, map, (const P *)plan->a.ptr, plan->a.ind, (const T *)plan->a.val,
        (const T *)plan->x, plan->ldx, (T *)plan->y, plan->ldy);
}

template <class T, class P> static void launch_elems(const struct mul_plan *plan)
{
    int e = elems(plan);
    (e == 4 ? launch<T, P, 4> : e == 2 ? launch<T, P, 2> : launch<T, P, 1>)(plan);
}

static const char *const mappings[] = { "adjacent", "strided", NULL };

static const struct param params[] = {
    param_number("TILE_SIZE", "entries of a row that are staged at once", 32, 1024, 128),
    param_number("ELEMS_PER_THREAD", "columns of X per lane: 1, 2 or 4; 0: 1 for k up to 32, else 4", 0, 4, 0),
    param_choice("MAPPING", "which columns: side by side, or every 32nd", mappings, STRIDED),
    param_number("BLOCK", "threads per block, fewer where tiles would not fit", 32, 1024, 128),
    {},
};

template <class T>
static constexpr struct kernel table = mul_csr_table<T>({
    .name = name,
    .what = "a warp per row and panel of X, tiles of A staged in shared memory",
    .source = "report on SpMM for graph neural networks, GPU kernel",
    .params = params,
    .run = mul_run<name, mul_plan, mul_csr_launch<mul_plan, launch_elems<T, int64_t>, launch_elems<T, uint32_t>>>,
});

extern const struct kernel gpu_csr_rowtile_f64 = table<double>, gpu_csr_rowtile_f32 = table<float>;
