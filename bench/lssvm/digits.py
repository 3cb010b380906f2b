#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""digits.py FILE: the handwritten digits of scikit-learn (Debian: python3-sklearn) for tilechol-lssvm --data,
scaled to [-1, 1]."""
import sys

from sklearn.datasets import load_digits

digits = load_digits()
with open(sys.argv[1], "w") as out:
    print(*digits.data.shape, len(digits.target_names), file=out)
    for label, point in zip(digits.target, digits.data / 8 - 1):
        print(label, *(f"{x:g}" for x in point), file=out)
