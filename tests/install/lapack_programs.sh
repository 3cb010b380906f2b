#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# lapack_programs.sh PROGRAMS LIBRARY: LAPACK's own test programs (Debian's liblapack-test, in the folder
# PROGRAMS) with LIBRARY preloaded: the PO and TR families. They exit with 0 whatever happens, so their
# text is what counts. STR's 104 failures are of SLATRS3 in OpenBLAS 0.3.21, not of a routine of ours.
set -u
programs=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for letter in s d c z; do
    upper=$(echo $letter | tr a-z A-Z)
    awk "NR <= 16 || \$1 ~ /^$upper(PO|TR)\$/" "$programs/${letter}test.in" > "$work/in"
    LD_PRELOAD=$library TILECHOL_VERBOSE=1 "$programs/xlintst$letter" < "$work/in" > "$work/out" 2> "$work/err"
    grep -E 'out of .* failed|failed the tests of the error exits|\*\*\*' "$work/out" |
        grep -vE ' STR: +104 out of +8008 ' && failed=1
    passed=$(grep -c 'passed the threshold' "$work/out")
    calls=$(grep -c '^tilechol: ' "$work/err")
    echo "xlintst$letter: $passed families passed, $calls calls of tilechol"
    [ "$passed" -ge 2 ] && [ "$calls" -gt 1000 ] || failed=1
done
exit $failed
