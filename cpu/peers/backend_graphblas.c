/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backend_graphblas: the plug-in of SuiteSparse:GraphBLAS; its kernels run on the engine's CPU device. */
#include "core/measure/backend.h"

extern const struct kernel cpu_peer_graphblas_f64_base, cpu_peer_graphblas_f32_base;

static const struct kernel *const kernels[] = { &cpu_peer_graphblas_f64_base, &cpu_peer_graphblas_f32_base, NULL };

#ifdef ABSENT
#include "cpu/peers/peer_absent.h"
#else

#include "cpu/peers/peer_graphblas.h"

/* The one block that GraphBLAS must not free. Its allocators are global, without context. */
static const void *lent;

void graphblas_lend(const void *block)
{
    lent = block;
}

static void block_free(void *block)
{
    if (block != lent)
        free(block);
}

bool graphblas_ok(GrB_Info status, const char *call, struct err *e)
{
    if (status == GrB_SUCCESS)
        return true;
    return err_set(e, status == GrB_OUT_OF_MEMORY ? ERR_MEMORY : ERR_DEVICE, "GraphBLAS: %s: %s (status %d)", call,
                   status == GrB_OUT_OF_MEMORY ? "out of memory" : "failed", (int)status);
}

bool graphblas_threads(int threads, struct err *e)
{
    return graphblas_ok(GxB_Global_Option_set(GxB_NTHREADS, threads), "GxB_Global_Option_set", e);
}

static void rows_fill(const struct csr *a, int threads, GrB_Index *ptr, GrB_Index *ind, void *val)
{
    size_t size = vtype_size(a->type);

#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t i = 0; i < a->m; i++) {
        int64_t begin = a->ptr[i], end = a->ptr[i + 1];
        ptr[i + 1] = (GrB_Index)end;
        for (int64_t s = begin; s < end; s++)
            ind[s] = (GrB_Index)a->ind[s];
        memcpy((char *)val + (size_t)begin * size, (const char *)a->val + (size_t)begin * size,
               (size_t)(end - begin) * size);
    }
    ptr[0] = 0;
}

bool graphblas_matrix(const struct csr *a, int threads, GrB_Matrix *out, struct err *e)
{
    uint64_t lines = (uint64_t)a->m + 1, entries = a->nnz ? (uint64_t)a->nnz : 1, size = vtype_size(a->type);
    GrB_Index *ptr = malloc(lines * sizeof *ptr), *ind = malloc(entries * sizeof *ind);
    void *val = malloc(entries * size);
    bool ok =
        (ptr && ind && val) || err_nomem(e, "64-bit indices", lines * sizeof *ptr + entries * (sizeof *ind + size));

    *out = NULL;
    if (ok)
        rows_fill(a, threads, ptr, ind, val);
    /* Packing takes over the three arrays and sets the pointers to NULL. */
    ok = ok && graphblas_new(out, a->type, a->m, a->n, e) &&
         graphblas_ok(GxB_Matrix_pack_CSR(*out, &ptr, &ind, &val, lines * sizeof *ptr, entries * sizeof *ind,
                                          entries * size, false, false, NULL),
                      "GxB_Matrix_pack_CSR", e);
    if (!ok)
        GrB_Matrix_free(out);
    free(val);
    free(ind);
    free(ptr);
    return ok;
}

/* GrB_INVALID_VALUE: already initialised. No memory pool: it would reuse our blocks instead of freeing them. */
static bool backend_open(struct err *why)
{
    int64_t no_pool[64] = { 0 };
    GrB_Info status = GxB_init(GrB_BLOCKING, malloc, calloc, realloc, block_free);

    return graphblas_ok(status == GrB_INVALID_VALUE ? GrB_SUCCESS : status, "GxB_init", why) &&
           graphblas_ok(GxB_Global_Option_set(GxB_MEMORY_POOL, no_pool), "switching its memory pool off", why);
}

static const char *backend_foreign(void)
{
    static char text[48];
    int v[3] = { 0 };

    GxB_Global_Option_get(GxB_LIBRARY_VERSION, v);
    snprintf(text, sizeof text, "SuiteSparse:GraphBLAS %d.%d.%d", v[0], v[1], v[2]);
    return text;
}
#endif

static const struct backend backend = {
    BACKEND_SIZES, "graphblas", "cpu", backend_open, NULL, kernels, backend_foreign
};

BACKEND_EXPORT
{
    return &backend;
}
