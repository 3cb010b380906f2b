/* SPDX-License-Identifier: BSD-3-Clause
 * The public header as C++11, and calls through it. */
#include "tilechol.h"

#include <cstdint>

int main()
{
    const tilechol_options options = TILECHOL_OPTIONS_DEFAULT;
    tilechol_complex_double a[1] = {tilechol_complex_double(9.0, 0.0)};
    tilechol_complex_double b[1] = {tilechol_complex_double(0.0, 18.0)};
    tilechol_zfactor *factor = nullptr;
    if (tilechol_zfactor_create(TILECHOL_LOWER, 1, a, 1, &options, &factor) != 0) {
        return 1;
    }
    const std::int64_t info = tilechol_zfactor_solve(factor, 1, b, 1);
    tilechol_zfactor_destroy(factor);
    return info == 0 && b[0].real() == 0.0 && b[0].imag() == 2.0 ? 0 : 2;
}
