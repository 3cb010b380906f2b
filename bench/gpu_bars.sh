#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gpu_bars.sh RESULTS.csv [TILECHOL...]
# Measures every line of gpu_bars.txt beside cuSOLVER (or rocSOLVER), lower and upper, and writes all rows to
# one CSV file, from which plot_gpu.py makes pictures and tables. TILECHOL: the command, build/gpu/bin/tilechol
# if not given. In the environment:
#   ONLY=REGEXP   only the lines that match      UPLO=L   one triangle      REPS=7   repetitions
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,7s/^# //p' "$0" >&2; exit 2; }
results=$1
shift
[ $# -gt 0 ] || set -- "$here/../build/gpu/bin/tilechol"

grep -v '^#' "$here/gpu_bars.txt" | grep -E "${ONLY:-.}" | {
    status=0
    first=1 # line of a call's output: after the first call, the one below the header
    : >"$results"
    while read -r routine types orders sides members _ device; do
        nrhs=
        [ "$sides" = - ] || nrhs=--nrhs=$sides
        batch=
        [ "$members" = - ] || batch=--batch=$members
        # shellcheck disable=SC2086
        "$@" bench "$routine" --type="$types" --n="$orders" $nrhs $batch --uplo="${UPLO:-LU}" --device="$device" \
            --reps="${REPS:-7}" --csv </dev/null >"$results.part" || {
            echo "gpu_bars: $routine $types $orders ended with status $?" >&2
            status=1
        }
        tail -n "+$first" "$results.part" >>"$results"
        if [ -s "$results.part" ]; then first=2; fi
    done
    rm -f "$results.part"
    exit $status
}
