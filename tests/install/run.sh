#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run.sh BUILD-FOLDER LIBDIR WORK-FOLDER
# Installs the build under WORK-FOLDER, moves it, and builds and runs programs against it: with gcc, g++ and
# gfortran through pkg-config, with CMake through find_package, and with LAPACK's names from Fortran.
set -eu
build=$1
libdir=$2
work=$3
here=$(cd "$(dirname "$0")" && pwd)

for tool in gcc g++ gfortran pkg-config cmake; do
    command -v "$tool" >/dev/null || {
        echo "install test: no $tool; install it (Debian: gcc g++ gfortran pkg-config cmake)" >&2
        exit 1
    }
done
step() {
    echo "install test: $*"
}

rm -rf "$work"
mkdir -p "$work"
step cmake --install
cmake --install "$build" --prefix "$work/first" >"$work/install.txt"
# An installed tree may be moved, so nothing in it may name the folder that it was installed to.
prefix=$work/prefix
mv "$work/first" "$prefix"

export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig"
export LD_LIBRARY_PATH="$prefix/$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
flags=$(pkg-config --cflags --libs tilechol)
cflags=$(pkg-config --cflags tilechol)
lapack_flags=$(pkg-config --libs tilechol_lapack)
module=$(pkg-config --variable=includedir tilechol)/tilechol.f90
[ "$(pkg-config --modversion tilechol)" = "$("$prefix/bin/tilechol" --version | awk '{print $2}')" ]

# The flags are lists of words.
# shellcheck disable=SC2086
{
    step C with gcc
    gcc -std=c99 -Wall -Wextra -pedantic -Werror "$here/solve.c" $flags -lm -o "$work/c"
    "$work/c"
    step C++ with g++
    g++ -std=c++11 -Wall -Wextra -pedantic -Werror "$here/solve.cpp" $flags -o "$work/cpp"
    "$work/cpp"
    step Fortran with gfortran
    gfortran -std=f2008 -Wall -Werror -fimplicit-none -J "$work" -c "$module" -o "$work/tilechol.o"
    gfortran -std=f2008 -Wall -J "$work" "$here/solve.f90" "$work/tilechol.o" $flags -o "$work/fortran"
    "$work/fortran"
    step "LAPACK's names with gfortran"
    gfortran -std=f2008 -Wall "$here/lapack.f90" $lapack_flags -Wl,-rpath-link,"$prefix/$libdir" -o "$work/lapack"
    "$work/lapack"
    step the header alone
    printf '#include "tilechol.h"\n' >"$work/header.c"
    gcc -std=c11 -Wall -Wextra -pedantic -Werror $cflags -fsyntax-only "$work/header.c"
    g++ -std=c++98 -Wall -Wextra -Werror -Wno-long-long $cflags -fsyntax-only -x c++ "$work/header.c"
}

step find_package with CMake
cmake -S "$here/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$prefix" >"$work/consumer.txt"
cmake --build "$work/consumer" >>"$work/consumer.txt"
"$work/consumer/consumer"
"$work/consumer/consumer_fortran"
"$work/consumer/consumer_lapack"

step 'the command, without LD_LIBRARY_PATH'
(unset LD_LIBRARY_PATH && "$prefix/bin/tilechol" --version)
if grep -rl "$work/first" "$prefix"; then
    echo "install test: these files name the folder that was installed to" >&2
    exit 1
fi
