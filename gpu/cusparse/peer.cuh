/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer: what the cuSPARSE peers share: errors, the library's handle, and Y = A·X once A has a descriptor. */
#ifndef NZ_PEER_CUH
#define NZ_PEER_CUH

#include <cusparse.h>

#include "gpu/device/device_cuda.cuh"

/* Whether a cuSPARSE call succeeded; else *e names the call, the library's reason, the place and the kernel. */
#define PEER_OK(d, call, e) peer_ok((call), #call, __FILE__, __LINE__, (d), (e))
bool peer_ok(cusparseStatus_t status, const char *call, const char *file, int line, const struct device *d,
             struct err *e);

/* The device's handle, made when first asked for: that takes long, and no peer shall pay it twice. NULL: *e. */
cusparseHandle_t peer_handle(struct device *d, struct err *e);

cudaDataType peer_type(enum vtype type);

/* The working memory that the library asks for, within what the plan may allocate. */
bool peer_buffer(struct device *d, const char *name, size_t bytes, uint64_t limit, void **out, struct plan *plan,
                 struct err *e);

/* Y = A·X with A in any format that SpMV or SpMM takes. */
struct peer_mul {
    const char *name;
    struct device *device;
    cusparseSpMVAlg_t spmv; /* for k = 1 */
    cusparseSpMMAlg_t spmm; /* for k > 1 */
    enum vtype type;
    enum layout layout; /* of X and Y */
    int64_t m, n, k, ldy;
    void *y;
    bool empty;       /* m, n or nnz is 0: cuSPARSE refuses some of these, and Y is all zeros */
    struct gpu_csr a; /* the three arrays of A, whatever the format makes of them */
    cusparseConstSpMatDescr_t matrix;
    cusparseConstDnVecDescr_t x1;
    cusparseDnVecDescr_t y1;
    cusparseConstDnMatDescr_t xk;
    cusparseDnMatDescr_t yk;
    void *buffer;
};

/* Begins a plan: selects the device and fills in everything but A. NULL: *e. */
struct peer_mul *peer_mul_new(const struct problem *p, const char *name, cusparseSpMVAlg_t spmv, cusparseSpMMAlg_t spmm,
                              struct err *e);

/* Ends it: describes X and Y, gets the buffer, and lets cuSPARSE preprocess. On failure the caller releases. */
bool peer_mul_finish(struct peer_mul *l, const struct problem *p, struct plan *plan, struct err *e);

bool peer_mul_run(void *plan_data, struct err *e);
void peer_mul_release(void *plan_data);

/* The whole of prepare for A in CSR. */
bool peer_csr_prepare(const struct problem *p, const char *name, cusparseSpMVAlg_t spmv, cusparseSpMMAlg_t spmm,
                      struct plan *plan, struct err *e);

/* The same for A in COO, and its `supports` and `bytes`. */
bool peer_coo_prepare(const struct problem *p, const char *name, cusparseSpMVAlg_t spmv, cusparseSpMMAlg_t spmm,
                      struct plan *plan, struct err *e);
bool peer_coo_supports(const struct problem *p, struct err *why);
uint64_t peer_coo_bytes(const struct problem *p);

/* What every product asks for: 32-bit indices, and no stride in vectors. */
bool peer_mul_supports(const struct problem *p, struct err *why);

/* The same for what only SpMM has: k > 1 (algorithm: its name, for the reason). */
bool peer_spmm_supports(const struct problem *p, const char *algorithm, struct err *why);

/* `bytes` for a plan whose copy of A takes `matrix` bytes. cuSPARSE tells the size of its buffer only when everything
   is on the device; this leaves room for more than was ever seen. */
uint64_t peer_bytes(const struct problem *p, uint64_t matrix);

/* The same for A in CSR. */
uint64_t peer_csr_bytes(const struct problem *p);

extern "C" {
#define KERNEL(name) extern const struct kernel gpu_peer_##name##_f64, gpu_peer_##name##_f32;
#include "gpu/cusparse/peers.list"
#undef KERNEL
}

#endif
