#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# packages.sh BUILD-FOLDER WORK-FOLDER
# Makes the Debian packages of a build, installs them on this machine, tests their contents, and purges them.
# Needs root, and a machine that has none of the packages.
set -eu
build=$1
work=$2
here=$(cd "$(dirname "$0")" && pwd)
step() {
    echo "packages test: $*"
}
fail() {
    echo "packages test: $*" >&2
    exit 1
}

rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
step cpack -G DEB
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/debs" >"$work/cpack.txt"
names=$(for package in "$work"/debs/*.deb; do dpkg-deb -f "$package" Package; done)
for name in libtilechol0 libtilechol-dev tilechol; do
    echo "$names" | grep -qx "$name" || fail "there is no package $name"
done
for name in $names; do
    ! dpkg -s "$name" >/dev/null 2>&1 || fail "$name is installed already"
done

step "dpkg --install $(echo $names)"
dpkg --install "$work"/debs/*.deb >"$work/dpkg.txt"
purge() {
    # shellcheck disable=SC2086
    dpkg --purge $names >>"$work/dpkg.txt"
}
trap purge EXIT
# shellcheck disable=SC2086
dpkg -L $names | sort -u | while read -r path; do
    [ -d "$path" ] || echo "$path"
done >"$work/files.txt"
grep -E '/lib/[^ ]*\.so\.0\.' "$work/files.txt" >/dev/null || fail 'no library was installed'

cd "$work"
step the command and its man page
tilechol --version
tilechol solve --demo=1000 >demo.txt
page=$(grep '/man1/tilechol\.1$' files.txt)
for command in info solve bench; do
    awk -v section="$command" '$1 == ".SS" || $1 == ".SH" { inside = $2 == section } inside' "$page" |
        grep -oE '\\-\\-[a-z]+' | tr -d '\\' | sort -u >paged.txt
    tilechol $command --help | grep -E '^ +-' | grep -oE -e '--[a-z]+' | grep -vxE -e '--(help|usage|version)' |
        sort -u >helped.txt
    diff paged.txt helped.txt >options.txt ||
        fail "options of $command in the man page (<) and in --help (>): $(grep '^[<>]' options.txt | tr '\n' ' ')"
    [ -s paged.txt ] || fail "the man page has no options of $command"
done

step the examples, with pkg-config
examples=$(dirname "$(grep 'examples/solve\.c$' files.txt)")
# shellcheck disable=SC2046
gcc "$examples/solve.c" $(pkg-config --cflags --libs tilechol) -lm -o c
./c
# shellcheck disable=SC2046
gfortran $(pkg-config --variable=includedir tilechol)/tilechol.f90 "$examples/solve.f90" \
    $(pkg-config --libs tilechol) -o fortran
./fortran
# shellcheck disable=SC2046
gfortran "$examples/lapack.f90" $(pkg-config --libs tilechol_lapack) -o lapack
./lapack
step find_package with CMake
cmake -S "$here/consumer" -B consumer >consumer.txt
cmake --build consumer >>consumer.txt
consumer/consumer
step preloaded by its name
LD_PRELOAD=libtilechol_lapack.so.0 sh -c 'grep -q libtilechol_lapack /proc/self/maps'

step dpkg --purge
trap - EXIT
purge
while read -r path; do
    ! [ -e "$path" ] || fail "$path is still there"
done <files.txt
for name in $names; do
    ! dpkg -s "$name" >/dev/null 2>&1 || fail "$name is still known to dpkg"
done
