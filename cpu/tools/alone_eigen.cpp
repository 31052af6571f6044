/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alone_eigen: Eigen without nzscope, on one thread: GFLOPS of A·x in CSR, A the 27-point stencil of an N×N×N grid, for
   core/tools/gates.sh. `alone_eigen N` */
#include <Eigen/SparseCore>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static double now_ms()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 24, m = n * n * n;
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < m; i++)
        for (int d = 0; d < 27; d++) {
            int x = i % n + d % 3 - 1, y = i / n % n + d / 3 % 3 - 1, z = i / n / n + d / 9 - 1;
            if (std::min({ x, y, z }) >= 0 && std::max({ x, y, z }) < n)
                entries.emplace_back(i, x + y * n + z * n * n, rand() / (double)RAND_MAX);
        }
    Eigen::SparseMatrix<double, Eigen::RowMajor> a(m, m);
    a.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd x = Eigen::VectorXd::Random(m), y(m);
    std::vector<double> sample;
    const int runs = std::max(1, (int)(2e6 / (double)a.nonZeros()));
    for (int s = 0; s < 300; s++) {
        double begin = now_ms();
        for (int r = 0; r < runs; r++)
            y.noalias() = a * x;
        sample.push_back((now_ms() - begin) / runs);
    }
    std::sort(sample.begin(), sample.end());
    printf("%.6g\n", 2.0 * (double)a.nonZeros() / sample[sample.size() / 2] * 1e-6);
    return y[0] > 1e300;
}
