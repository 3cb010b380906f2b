#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_scripts.sh BUILD-FOLDER: results are neither lost nor cut off in silence: the exit status of the scripts
# here for wrong arguments and files, and of a program whose output cannot be written.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
expect() { # status, command...
    wanted=$1
    shift
    "$@" >"$work/output" 2>&1
    status=$?
    [ $status -eq "$wanted" ] && return
    echo "status $status, not $wanted: $*"
    cat "$work/output"
    failed=1
}

echo kept >"$work/bars.csv"
expect 2 sh "$here/gpu_bars.sh" "$work/bars.csv" /nonexistent/tilechol
expect 1 sh "$here/gpu_bars.sh" "$work/bars.csv" false
expect 2 env ONLY=nothing sh "$here/gpu_bars.sh" "$work/bars.csv" true
expect 0 grep -qx kept "$work/bars.csv"
# shellcheck disable=SC2016
expect 2 sh -c '"$0" bench batched --tune n=5..5 --batch 40 >/dev/full' "$build/bin/tilechol"

if command -v python3 >/dev/null; then
    expect 2 python3 "$here/plot_gpu.py" "$here/results/h200/batch.csv"
    expect 0 python3 "$here/plot_gpu.py" "$here/results/h200/bars.csv" --tables
    expect 2 python3 "$here/cpu/compare.py" run "$work/cpu.tsv" --build "$build" --peers nobody
    expect 2 python3 "$here/cpu/compare.py" run "$work/cpu.tsv" --build /nonexistent
    expect 0 python3 "$here/cpu/compare.py" run "$work/cpu.tsv" --build "$build" --peers '' --set sweep --most 2 \
        --threads 1 --rounds 1 --seconds 0
    expect 0 [ "$(wc -l <"$work/cpu.tsv")" -eq 8 ] # orders 1 and 2 of four types
fi
exit $failed
