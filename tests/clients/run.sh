#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run.sh HERE LIBRARY MODULE WORK: runs client programs, each without and with LIBRARY preloaded. Both runs must
# print the same (words exactly, numbers up to rounding), and the preloaded one must have called the library.
set -u
here=$1 library=$2 module=$3 work=$4
folder=$(dirname "$library")
rm -rf "$work"
mkdir -p "$work"
export OPENBLAS_NUM_THREADS=1
unset TILECHOL_DISABLE TILECHOL_VERBOSE
failed=0

# Debian's SciPy is for Debian's Python; another one may come first in PATH.
python=python3
"$python" -c 'import scipy' 2>/dev/null || python=/usr/bin/python3

# Lines must be equal, except that numbers may differ by 1e-9 of the preloaded run's value, or of 1 if that is
# larger.
same='
    NR == FNR { line[FNR] = $0; lines = FNR; next }
    {
        count = split(line[FNR], one)
        bad = count != NF
        for (i = 1; i <= NF && !bad; ++i)
            if ($i ~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/ && one[i] ~ /^[-+]?[0-9.]/) {
                difference = $i - one[i]; size = $i < 0 ? -$i : $i
                if (difference < 0) difference = -difference
                bad = difference > 1e-9 * (size > 1 ? size : 1)
            } else bad = $i != one[i]
        if (bad) { print "without: " line[FNR]; print "with:    " $0; wrong = 1 }
    }
    END { if (lines != FNR) print lines " lines without, " FNR " with"; exit wrong || lines != FNR }'

# client NAME CALLS COMMAND...: runs the command, which must call the library at least CALLS times.
client() {
    name=$1 least=$2
    shift 2
    "$@" >"$work/$name.without" 2>"$work/$name.without.err" || {
        echo "$name: fails without the library"
        cat "$work/$name.without.err"
        failed=1
    }
    LD_PRELOAD=$library "$@" >"$work/$name.with" 2>"$work/$name.err" || {
        echo "$name: fails with the library"
        cat "$work/$name.err"
        failed=1
    }
    cmp -s "$work/$name.without.err" "$work/$name.err" || {
        echo "$name: not the same on stderr"
        diff "$work/$name.without.err" "$work/$name.err"
        failed=1
    }
    awk "$same" "$work/$name.without" "$work/$name.with" || {
        echo "$name: other results with the library"
        failed=1
    }
    LD_PRELOAD=$library TILECHOL_VERBOSE=1 "$@" 2>&1 >/dev/null | grep '^tilechol: ' >"$work/$name.calls"
    LD_PRELOAD=$library TILECHOL_VERBOSE=1 TILECHOL_DISABLE=1 "$@" >"$work/$name.disabled" \
        2>"$work/$name.disabled.err"
    calls=$(grep -c . "$work/$name.calls")
    echo "$name: $(grep -c . "$work/$name.with") lines, $calls calls:" \
        "$(awk '{ print $2 }' "$work/$name.calls" | sort -u | tr '\n' ' ')"
    if [ "$calls" -lt "$least" ]; then
        echo "$name: fewer than $least calls"
        failed=1
    fi
    if grep -q '^tilechol: ' "$work/$name.disabled.err" ||
        ! awk "$same" "$work/$name.without" "$work/$name.disabled"; then
        echo "$name: TILECHOL_DISABLE=1 does not give the other library's results"
        failed=1
    fi
}

# build NAME COMMAND...
build() {
    name=$1
    shift
    "$@" -o "$work/$name" || {
        echo "$name: cannot be built"
        failed=1
    }
}

build lapacke gcc -O1 -Wall -Wextra -Werror "$here/client_lapacke.c" -llapacke -lm
build threads gcc -O1 -Wall -Wextra -Werror -fopenmp "$here/client_threads.c" -llapack -lm
client lapacke 12 "$work/lapacke"
client threads 100 "$work/threads"
for compiler in gfortran flang-new-19; do
    build $compiler $compiler -O1 "$here/client_fortran.f90" -llapack
    client $compiler 7 "$work/$compiler"
    mkdir "$work/modules.$compiler"
    build $compiler.long $compiler -O1 -fdefault-integer-8 -J"$work/modules.$compiler" "$module" \
        "$here/client_long.f90" -L"$folder" -ltilechol_lapack -ltilechol -Wl,-rpath,"$folder"
    "$work/$compiler.long" || failed=1
done
client R 4 R --vanilla --no-echo --file="$here/client.R"
client octave 8 octave-cli --norc --no-gui --quiet "$here/client.m"
client scipy 10 "$python" "$here/client.py"
exit $failed
