/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tmul_equal: Y = Aᵀ·X by the method of gpu.csr.equal: the entries of A in the order of its columns, cut into equal
   strips. Every y is summed in the order of A's rows: no atomics. */
#include "gpu/lib/mul.cuh"

extern const struct kernel gpu_csr_equal_f64, gpu_csr_equal_f32;

template <class T> static const struct kernel *equal_of()
{
    return sizeof(T) == sizeof(double) ? &gpu_csr_equal_f64 : &gpu_csr_equal_f32;
}

static bool supports(const struct problem *p, struct err *why)
{
    if (p->a->m >= INT32_MAX || p->a->n >= INT32_MAX)
        return err_set(why, ERR_UNSUPPORTED, "more than 2^31 rows or columns");
    if (p->x.ld > INT32_MAX / 8 || p->y.ld > INT32_MAX / 8 || p->x.k > 1 << 20)
        return err_set(why, ERR_UNSUPPORTED, "too many columns of X");
    return true;
}

/* At most: entries and padding in strips and, while these are made, in CSR; sums of the rows that each block of 64
   entries or more cuts. */
static uint64_t bytes(const struct problem *p)
{
    uint64_t value = vtype_size(p->a->type), lines = (uint64_t)p->a->n + 1;
    uint64_t entries = size_add((uint64_t)p->a->nnz, lines), cut = size_mul((uint64_t)p->x.k + 64, value);
    return size_add(size_add(size_mul(entries, 3 * (4 + value)), size_mul(lines, 16)),
                    size_add(size_mul(entries / 64, cut), 1 << 20));
}

template <class T> static bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    const struct kernel *equal = equal_of<T>();
    struct csr columns = {};
    struct stats stats = {};
    struct problem own = *p;
    uint64_t size = csr_transposed_bytes(p->a);
    bool ok =
        limit_host(size, "A by columns", e) && csr_transpose(p->a, &columns, e) && stats_compute(&columns, &stats, e);
    own.op = OP_MUL;
    own.a = &columns;
    own.stats = &stats;
    for (int i = 0; equal->params[i].name; i++)
        own.param[i] = equal->params[i].initial;
    ok = ok && equal->prepare(&own, out, e);
    csr_free(&columns);
    return ok;
}

template <class T> static bool run(void *plan_data, struct err *e)
{
    return equal_of<T>()->run(plan_data, e);
}

template <class T>
static constexpr struct kernel table = {
    .name = "gpu.tmul.equal",
    .what = "the entries by columns, equally many for every group of lanes, as in gpu.csr.equal",
    .family = "cuda",
    .format = "csr",
    .op = OP_TMUL,
    .type = vtype_of<T>,
    .layout = ROW_MAJOR,
    .supports = supports,
    .bytes = bytes,
    .prepare = prepare<T>,
    .run = run<T>,
    .release = gpu_plan_release,
};

extern const struct kernel gpu_tmul_equal_f64 = table<double>, gpu_tmul_equal_f32 = table<float>;
