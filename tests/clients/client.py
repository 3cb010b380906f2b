# SPDX-License-Identifier: BSD-3-Clause
# SciPy. Prints one line per result, with all digits of its numbers.
import numpy as np
from scipy import linalg
from scipy.linalg import lapack

n = 150
k = np.arange(1, n + 1)
a = np.exp(-np.abs(k[:, None] - k) / 40) + np.eye(n)
b = np.stack([np.sin(k), np.cos(k)], axis=1)


def say(name, *x):
    print(name, *("%.17g" % v for v in x))


for lower in (False, True):
    factor = linalg.cho_factor(a, lower=lower)
    x = linalg.cho_solve(factor, b)
    say("cho_solve", factor[0][0, 0], factor[0][n - 1, n - 1], x[0, 0], x[n - 1, 1],
        np.abs(a @ x - b).max() < 1e-12)
say("cholesky", *linalg.cholesky(a)[3, 90:93], *np.linalg.cholesky(a)[90:93, 3])
say("solve", *linalg.solve(a, b, assume_a="pos")[7])
say("inverse", lapack.dpotri(factor[0], lower=1)[0][n - 1, 0], np.trace(linalg.inv(a)))
say("trtri", *lapack.dtrtri(factor[0], lower=1)[0][n - 1, 0:3])
z = a + 1j * (np.triu(a, 1) - np.triu(a, 1).T) / 9
row = linalg.cholesky(z)[3, 90:93]
say("complex", *row.real, *row.imag, abs(linalg.solve(z, b, assume_a="pos")[77, 1]))

packed, info = lapack.dtrttf(np.asfortranarray(a))
factor, info = lapack.dpftrf(n, packed)
x, info = lapack.dpftrs(n, factor, b)
say("dpftrf", info, factor[0], factor[5000], x[0, 0], x[n - 1, 1])
say("dpftri", lapack.dpftri(n, factor)[0][77])

a[69, 69] = -1
for call in (linalg.cho_factor, linalg.cholesky, np.linalg.cholesky):
    try:
        call(a)
    except np.linalg.LinAlgError as error:
        print(error)
say("info", lapack.dpotrf(a)[1], lapack.dpftrf(n, lapack.dtrttf(np.asfortranarray(a))[0])[1])
a[0, 0] = np.nan
try:
    linalg.cho_factor(a)
except ValueError as error:
    print(error)
