#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# command.sh TILECHOL WORK-FOLDER: what the command says, and its exit status, where something is wrong.
set -u
tilechol=$1
failed=0
mkdir -p "$2" && cd "$2" || exit 1

complain() { # what was run, what came of it
    printf '%s:\n%s\n' "$1" "$2" >&2
    failed=1
}

expect() { # status, part of the output, arguments
    status=$1
    text=$2
    shift 2
    output=$("$tilechol" "$@" 2>&1)
    got=$?
    case $output in
    *"$text"*) [ $got -eq "$status" ] && return ;;
    esac
    complain "$*: expected status $status and '$text', got status $got" "$output"
}

expect_full() { # arguments
    output=$("$tilechol" "$@" 2>&1 >/dev/full)
    got=$?
    [ $got -eq 3 ] || complain "$* >/dev/full: expected status 3, got $got" "$output"
}

symmetric='%%%%MatrixMarket matrix coordinate real symmetric\n'
vector='%%%%MatrixMarket matrix array real general\n2 1\n'

# Numbers that overflow, in the file, in the type, or in a sum, give no right answer.
# shellcheck disable=SC2059
{
    printf "${symmetric}2 2 3\n1 1 1e39\n2 1 0\n2 2 1\n" >large_s.mtx
    printf "${symmetric}2 2 3\n1 1 1.7e308\n2 1 0.9e308\n2 2 1.7e308\n" >large_norm.mtx
    printf "${symmetric}2 2 3\n1 1 1e308\n1 1 1e308\n2 2 1\n" >large_sum.mtx
    printf "${symmetric}2 2 2\n1 1 1e400\n2 2 1\n" >large_number.mtx
    printf "${symmetric}2 2 2\n1 1 1\n2 2 1\n" >one.mtx
    printf "${symmetric}2 2 2\n1 1 1\n2 2 1\n\000more\n" >zero_byte.mtx
    printf "${vector}1e38\n1\n" >b.mtx
    printf "${vector}1\n1e39\n" >large_b.mtx
}
expect 3 'large_s.mtx: element (1, 1) is too large for --type=s' solve -t s large_s.mtx b.mtx
expect 0 'residual     0   ' solve -t d one.mtx b.mtx
expect 0 'residual     0.' solve large_norm.mtx b.mtx # not 0: the norm is no infinite double
expect 3 'element (1, 1) is too large for --type=d' solve large_norm.mtx
expect 3 'large_sum.mtx: element (1, 1) is too large for --type=d' solve large_sum.mtx b.mtx
expect 3 "large_number.mtx:3: the value is too large: '1e400'" solve large_number.mtx b.mtx
expect 3 'large_b.mtx: element (2, 1) is too large for --type=s' solve -t s one.mtx large_b.mtx
expect 3 'zero_byte.mtx: not a text file' solve zero_byte.mtx

# What does not fit is refused before any of it is made.
# shellcheck disable=SC3045 # dash and bash have ulimit -v
if (ulimit -v 3000000 && "$tilechol" --version) >/dev/null 2>&1; then
    (
        ulimit -v 3000000
        expect 5 'needs 1.2e+06 GB' solve --demo=10000000
        expect 5 'needs 4.8 GB' solve --demo=20000
        exit $failed
    ) || failed=1
else
    echo 'command: not tested with little address space (AddressSanitizer needs more)'
fi

# The check of a result is exact enough for many right-hand sides.
expect 0 '' bench posv --n=4 --nrhs=50000 --reps=1 --peer=none
expect 0 '' bench trtrs_strided --n=8 --nrhs=100000 --batch=2 --reps=1 --peer=none --type=dz

# A list is not empty; an order given with --demo is not replaced by a word that follows.
expect 2 'the list is empty' bench potrf --n=4 --device=,
expect 2 'the list is empty' bench potrf --n=4 --peer=,
expect 3 '7: ' solve --demo=5 7

# A library that is asked for by name must be there.
expect 7 '--peer=lapack=/nowhere.so: ' bench potrf --n=4 --peer=lapack=/nowhere.so
expect 7 '--peer=lapack=/nowhere.so: ' bench potrf --n=4 --peer=lapack=/nowhere.so --csv

# Output that is lost is a failure, also where argp prints and exits.
expect_full --version
expect_full info
expect_full solve --demo=10
for command in info solve bench; do
    for option in --help --usage --version; do
        expect_full $command $option
    done
done
exit $failed
