#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gpu_bars.sh RESULTS.csv [TILECHOL...]
# Measures every line of gpu_bars.txt beside cuSOLVER (or rocSOLVER), lower and upper, and writes all rows to
# one CSV file, from which plot_gpu.py makes pictures and tables. TILECHOL: the command, build/gpu/bin/tilechol
# if not given. In the environment:
#   ONLY=REGEXP   only the lines that match      UPLO=L   one triangle      REPS=7   repetitions
# RESULTS.csv is written at the end, with all rows that were measured; the exit status is 1 if a call failed.
# Until then, and after an interruption, the rows of the calls so far are in RESULTS.csv.new.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,9s/^# //p' "$0" >&2; exit 2; }
results=$(realpath -m "$1") # a link stays one
shift
[ $# -gt 0 ] || set -- "$here/../build/gpu/bin/tilechol"

stop() {
    echo "gpu_bars: $1" >&2
    exit 2
}
command -v "$1" >/dev/null || stop "no command $1"
# The file is replaced at the end, which must not happen to a device or a folder.
[ ! -e "$results" ] || [ -f "$results" ] || stop "$results is not a file"
lines=$(grep -v '^#' "$here/gpu_bars.txt" | grep -E "${ONLY:-.}") || stop "no line of gpu_bars.txt matches ${ONLY:-.}"

status=0
first=1 # line of a call's output: after the first call, the one below the header
: >"$results.new"
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
    tail -n "+$first" "$results.part" >>"$results.new"
    if [ -s "$results.part" ]; then first=2; fi
done <<EOF
$lines
EOF
rm "$results.part"
if [ "$(wc -l <"$results.new")" -gt 1 ]; then
    mv "$results.new" "$results"
else
    rm "$results.new"
    echo "gpu_bars: nothing was measured, $results is as it was" >&2
    status=1
fi
exit $status
