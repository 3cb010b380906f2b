// SPDX-License-Identifier: BSD-3-Clause
// The header from C++, with std::complex.
#include <cmath>
#include <complex>
#include <cstdio>
#include <tilechol.h>
#include <vector>

int main()
{
    typedef std::complex<double> complex;
    const int n = 150;
    std::vector<complex> a(n * n), b(n);
    // Hermitian and diagonally dominant; b = A ones
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            a[i + j * n] = i == j       ? complex(4, 0)
                           : i == j + 1 ? complex(0, 1)
                           : i + 1 == j ? complex(0, -1)
                                        : 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            b[i] += a[i + j * n];
    const std::int64_t info = tilechol_zposv(TILECHOL_UPPER, n, 1, a.data(), n, b.data(), n, nullptr);
    double worst = 0;
    for (int i = 0; i < n; ++i)
        worst = std::fmax(worst, std::abs(b[i] - complex(1, 0)));
    const bool passed = info == 0 && worst < 1e-12;
    std::printf("tilechol from C++: %s\n", passed ? "passed" : "failed");
    return !passed;
}
