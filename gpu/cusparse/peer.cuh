/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer: shared by the cuSPARSE peers: errors, the library's handle, and Y = A·X once A has a descriptor. */
#pragma once

#include "gpu/cusparse/calls.cuh"
#include "gpu/device/device_cuda.cuh"

/* Whether a cuSPARSE call succeeded; else *e names the call, the library's reason, the place and the kernel. */
#define PEER_OK(d, call, e) peer_ok((call), #call, __FILE__, __LINE__, (d), (e))
bool peer_ok(cusparseStatus_t status, const char *call, const char *file, int line, const struct device *d,
             struct err *e);

/* The device's handle, made by the first call, which takes long: no peer should pay for it twice. NULL: *e. */
cusparseHandle_t peer_handle(struct device *d, struct err *e);

cudaDataType peer_type(enum vtype type);

/* 1 and 0 on the host, for α and β of Y = αAX + βY. */
const void *peer_one(enum vtype type);
const void *peer_zero(enum vtype type);

/* The working memory that the library needs, within the plan's limit. */
bool peer_buffer(struct device *d, const char *name, size_t bytes, uint64_t limit, void **out, struct plan *plan,
                 struct err *e);

struct peer_mul;

/* One algorithm of cuSPARSE for Y = A·X or Y = Aᵀ·X, from which its kernel's tables are made. */
struct peer_algorithm {
    const char *name, *what, *format;
    cusparseSpMVAlg_t spmv; /* for k = 1; left out where only k > 1 is supported */
    cusparseSpMMAlg_t spmm; /* for k > 1; left out where only k = 1 is */
    cusparseOperation_t of; /* what is done to A; left out: nothing */
    enum layout layout;     /* of X and Y */
    bool not_repeatable;    /* according to its documentation */
    const struct param *params;
    bool (*supports)(const struct problem *, struct err *why);
    uint64_t (*bytes)(const struct problem *);
    /* Uploads A in the algorithm's format, and describes it in plan->matrix unless plan->empty. */
    bool (*upload)(const struct problem *, struct peer_mul *plan, struct plan *, struct err *);
    /* For algorithms other than SpMV and SpMM, their own calls: with x1 and y1 the rest of the plan, a run, and the
       release of plan->own. */
    bool (*finish)(const struct problem *, struct peer_mul *plan, struct plan *, struct err *);
    bool (*run)(const struct peer_mul *plan, cusparseHandle_t, struct err *);
    void (*release)(struct peer_mul *plan);
};

/* Y = A·X or Aᵀ·X with A in any format that SpMV or SpMM takes. */
struct peer_mul : gpu_plan {
    const struct peer_algorithm *algorithm;
    enum vtype type;
    enum layout layout; /* of X and Y */
    int64_t m, n, k, y_rows, ldy;
    void *y;
    bool empty;       /* m, n, k or nnz is 0: cuSPARSE refuses some of these cases, and Y is zero */
    struct gpu_csr a; /* the three arrays of A, whatever the format makes of them */
    cusparseConstSpMatDescr_t matrix;
    cusparseConstDnVecDescr_t x1;
    cusparseDnVecDescr_t y1;
    cusparseConstDnMatDescr_t xk;
    cusparseDnMatDescr_t yk;
    void *buffer;
    void *own[2]; /* owned by the algorithm */
};

/* A in CSR: upload of peer_algorithm. */
bool peer_csr_upload(const struct problem *p, struct peer_mul *plan, struct plan *out, struct err *e);

/* Uploads A, describes X and Y, gets the buffer, and lets cuSPARSE preprocess. */
bool peer_mul_prepare(const struct problem *p, const struct peer_algorithm *g, struct plan *out, struct err *e);
bool peer_mul_run(void *plan_data, struct err *e);
void peer_mul_release(void *plan_data);

/* Required by every product: 32-bit indices, and vectors without stride. */
bool peer_mul_supports(const struct problem *p, struct err *why);

/* The same for algorithms of SpMM only: k > 1 (algorithm: its name, for the reason). */
bool peer_spmm_supports(const struct problem *p, const char *algorithm, struct err *why);

/* `bytes` for a plan whose copy of A takes `matrix` bytes. cuSPARSE reports the size of its buffer only when everything
   is on the device; this leaves more room than was ever needed. */
uint64_t peer_bytes(const struct problem *p, uint64_t matrix);

/* The same for A in CSR. */
uint64_t peer_csr_bytes(const struct problem *p);

template <const struct peer_algorithm &g>
static bool peer_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return peer_mul_prepare(p, &g, out, e);
}

/* The table of the kernel that runs algorithm g. */
template <class T, const struct peer_algorithm &g>
static constexpr struct kernel peer_table = {
    .name = g.name,
    .what = g.what,
    .source = "NVIDIA cuSPARSE",
    .family = "cuda",
    .format = g.format,
    .op = g.of == CUSPARSE_OPERATION_NON_TRANSPOSE ? OP_MUL : OP_TMUL,
    .type = vtype_of<T>,
    .layout = g.layout,
    .peer = true,
    .not_repeatable = g.not_repeatable,
    .params = g.params,
    .supports = g.supports,
    .bytes = g.bytes,
    .prepare = peer_prepare<g>,
    .run = peer_mul_run,
    .release = peer_mul_release,
};

extern "C" {
#define KERNEL(name) extern const struct kernel gpu_peer_##name##_f64, gpu_peer_##name##_f32;
#include "gpu/cusparse/peers.list"
#undef KERNEL
}
