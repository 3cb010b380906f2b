#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_style.sh SOURCE-FOLDER: checks the rules of CONTRIBUTING.md that the text alone can show. Without
# clang-format-19 it leaves out the formatting, and exits with 77 (skipped).
set -u
cd "$1" || exit 1
failed=0
complain() { # title, lines
    [ -z "$2" ] && return
    printf '%s\n%s\n' "$1:" "$2" >&2
    failed=1
}

library=$(find src offload -name '*.[ch]' -o -name '*.inc' | grep -v '^src/command/' | sort)
complain 'omp target outside offload/ and bench/' \
    "$(grep -rnE '^[[:space:]]*#[[:space:]]*pragma[[:space:]]+omp.*target|_Pragma\(.*omp.*target|omp_target_' \
        src include tests --include='*.[ch]' --include='*.inc' --include='*.cpp' | grep -v '^include/.*:.*\*')"
# shellcheck disable=SC2086
complain 'the library prints, exits or aborts (allowed: the verbose line in src/call.c, xerbla in src/lapack_abi.c and src/lapack/lapacke.h)' \
    "$(grep -nE '\b(printf|fprintf|puts|fputs|putchar|perror|exit|_exit|abort|assert)[[:space:]]*\(' $library |
        grep -vE '^src/call\.c:[0-9]+:.*fprintf\(stderr|^src/lapack(_abi\.c|/lapacke\.h):[0-9]+:.*printf\(')"
# shellcheck disable=SC2086
complain 'no licence line at the top' \
    "$(find src offload include tests cmake bench \( -name '*.[ch]' -o -name '*.inc' -o -name '*.cpp' -o -name '*.f90' \
        -o -name '*.sh' -o -name '*.cmake' -o -name '*.[mR]' -o -name '*.py' \) -not -path 'src/types/*' -exec grep -L 'SPDX-License-Identifier' {} +)"
complain 'lines end in blanks' "$(grep -rnI '[[:blank:]]$' src offload include tests cmake --include='*.*' |
    grep -v '\.mtx:')"

format=$(command -v clang-format-19 || true)
if [ -z "$format" ]; then
    echo 'check_style: no clang-format-19, formatting not checked'
    [ $failed -eq 0 ] && exit 77
    exit $failed
fi
for file in $(find src offload include tests bench -name '*.[ch]' -o -name '*.inc' -o -name '*.cpp' | sort); do
    "$format" --assume-filename="${file%.inc}.c" <"$file" 2>/dev/null | cmp -s - "$file" ||
        complain 'not as clang-format-19 writes it' "$file"
done
exit $failed
