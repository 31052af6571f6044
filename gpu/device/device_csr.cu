/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_csr: CSR on the device, with 32-bit row pointers where they suffice. */
#include "gpu/device/device_cuda.cuh"

/* Row pointers as 32 bits, for nnz < 2³¹. */
static bool upload_narrow(const struct device *d, const struct csr *a, void **out, struct plan *plan, struct err *e)
{
    uint64_t count = (uint64_t)a->m + 1;
    uint32_t *narrow = static_cast<uint32_t *>(malloc(count * sizeof *narrow));
    if (!narrow)
        return err_nomem(e, "row pointers", count * sizeof *narrow);
    for (uint64_t i = 0; i < count; i++)
        narrow[i] = (uint32_t)a->ptr[i];
    bool ok = gpu_upload(d, narrow, count * sizeof *narrow, out, plan, e);
    free(narrow);
    return ok;
}

bool gpu_csr_upload(const struct device *d, const struct csr *a, struct gpu_csr *out, struct plan *plan, struct err *e)
{
    uint64_t nnz = (uint64_t)a->nnz, ptr = ((uint64_t)a->m + 1) * sizeof *a->ptr;
    *out = { .m = a->m, .n = a->n, .nnz = a->nnz, .wide = a->nnz > INT32_MAX };
    return (out->wide ? gpu_upload(d, a->ptr, ptr, &out->ptr, plan, e) : upload_narrow(d, a, &out->ptr, plan, e)) &&
           gpu_upload(d, a->ind, nnz * sizeof *a->ind, &out->ind, plan, e) &&
           gpu_upload(d, a->val, nnz * vtype_size(a->type), &out->val, plan, e);
}
