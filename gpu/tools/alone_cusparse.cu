/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alone: cuSPARSE without nzscope: GFLOPS of A·X in CSR, A the 27-point stencil of an N×N×N grid as gen:stencil27:N
   makes it, for core/tools/gates.sh. `alone N K ALG`: ALG 1, 2 (SpMV: CSR_ALG1, CSR_ALG2) or 1, 2, 3 (SpMM). */
#include <cuda_runtime.h>
#include <cusparse.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define MUST(call)                                                                                                     \
    do                                                                                                                 \
        if ((int)(call) != 0) {                                                                                        \
            fprintf(stderr, "alone: %s failed\n", #call);                                                              \
            exit(1);                                                                                                   \
        }                                                                                                              \
    while (0)

template <class T> static T *device_copy(const std::vector<T> &v)
{
    T *p;
    MUST(cudaMalloc(&p, v.size() * sizeof(T)));
    MUST(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 24, k = argc > 2 ? atoi(argv[2]) : 1, alg = argc > 3 ? atoi(argv[3]) : 2;
    const int m = n * n * n;
    std::vector<int> ptr(1, 0), ind;
    for (int i = 0; i < m; i++) {
        int x = i % n, y = i / n % n, z = i / n / n;
        for (int c = -1; c <= 1; c++)
            for (int b = -1; b <= 1; b++)
                for (int a = -1; a <= 1; a++)
                    if (x + a >= 0 && x + a < n && y + b >= 0 && y + b < n && z + c >= 0 && z + c < n)
                        ind.push_back(i + a + b * n + c * n * n);
        ptr.push_back((int)ind.size());
    }
    std::vector<double> val(ind.size()), x((size_t)m * k);
    for (auto &v : val)
        v = rand() / (double)RAND_MAX;
    for (auto &v : x)
        v = rand() / (double)RAND_MAX;
    int *dptr = device_copy(ptr), *dind = device_copy(ind);
    double *dval = device_copy(val), *dx = device_copy(x), *dy = device_copy(x), one = 1, zero = 0;
    cusparseHandle_t h;
    cusparseConstSpMatDescr_t A;
    cusparseConstDnVecDescr_t X1;
    cusparseDnVecDescr_t Y1;
    cusparseConstDnMatDescr_t X;
    cusparseDnMatDescr_t Y;
    const auto no = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto mv = alg == 1 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2;
    const auto mm = alg == 1 ? CUSPARSE_SPMM_CSR_ALG1 : alg == 2 ? CUSPARSE_SPMM_CSR_ALG2 : CUSPARSE_SPMM_CSR_ALG3;
    MUST(cusparseCreate(&h));
    MUST(cusparseCreateConstCsr(&A, m, m, (int64_t)ind.size(), dptr, dind, dval, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    MUST(cusparseCreateConstDnVec(&X1, m, dx, CUDA_R_64F));
    MUST(cusparseCreateDnVec(&Y1, m, dy, CUDA_R_64F));
    MUST(cusparseCreateConstDnMat(&X, m, k, k, dx, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    MUST(cusparseCreateDnMat(&Y, m, k, k, dy, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    size_t bytes = 0;
    void *buffer = NULL;
    if (k == 1)
        MUST(cusparseSpMV_bufferSize(h, no, &one, A, X1, &zero, Y1, CUDA_R_64F, mv, &bytes));
    else
        MUST(cusparseSpMM_bufferSize(h, no, no, &one, A, X, &zero, Y, CUDA_R_64F, mm, &bytes));
    MUST(cudaMalloc(&buffer, bytes ? bytes : 1));
    if (k == 1)
        MUST(cusparseSpMV_preprocess(h, no, &one, A, X1, &zero, Y1, CUDA_R_64F, mv, buffer));
    else
        MUST(cusparseSpMM_preprocess(h, no, no, &one, A, X, &zero, Y, CUDA_R_64F, mm, buffer));
    cudaEvent_t from, to;
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
    std::vector<float> sample;
    /* several runs, so that the 5 µs between the first event and the first product do not count */
    const int runs = std::max(20, (int)(2e8 / ind.size() / k / 10));
    for (int s = 0; s < 60; s++) {
        float ms;
        MUST(cudaEventRecord(from, 0));
        for (int r = 0; r < runs; r++)
            if (k == 1)
                MUST(cusparseSpMV(h, no, &one, A, X1, &zero, Y1, CUDA_R_64F, mv, buffer));
            else
                MUST(cusparseSpMM(h, no, no, &one, A, X, &zero, Y, CUDA_R_64F, mm, buffer));
        MUST(cudaEventRecord(to, 0));
        MUST(cudaEventSynchronize(to));
        MUST(cudaEventElapsedTime(&ms, from, to));
        if (s >= 10)
            sample.push_back(ms / runs);
    }
    std::sort(sample.begin(), sample.end());
    printf("%.6g\n", 2.0 * ind.size() * k / sample[sample.size() / 2] * 1e-6);
    return 0;
}
