#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_symbols.sh LIBRARY-FOLDER HEADER: checks what the libraries export (their own names only, and all of HEADER's
# functions and of the names in README's table) and what they need.
set -u
header=$2
cd "$1" || exit 1
failed=0
names_of() { # library
    nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//'
}
exports() { # library, pattern of the names it may export
    [ -e "$1" ] || return
    others=$(names_of "$1" | grep -vE "^($2)$")
    [ -z "$others" ] && return
    printf '%s exports\n%s\n' "$1" "$others" >&2
    failed=1
}
# shellcheck disable=SC2086
requires() { # library, names
    missing=$({ names_of "$1" && echo && printf '%s\n' $2; } |
        awk 'NF == 0 { required = 1; next } !required { has[$1]; next } !($1 in has)')
    [ -z "$missing" ] && return
    printf '%s does not export\n%s\n' "$1" "$missing" >&2
    failed=1
}

exports libtilechol.so 'tilechol_[a-z_0-9]*'
exports libtilechol_gpu.so 'tilechol_backend_gpu'
# The functions that the header declares; it has ##X## for the type's letter.
requires libtilechol.so "$(for letter in s d c z; do
    sed -nE 's/^ *(int64_t|int|void|const char) \*?(tilechol_[a-z_#X]+)\(.*/\2/p' "$header" | sed "s/##X##/$letter/"
done)"

full='potrf potrf2 potf2 potrs posv potri trtrs trtri trti2 lauum lauu2'
packed='pptrf pptrs ppsv pptri pftrf pftrs pftri tfsm trttf tfttr tpttf tfttp trttp tpttr'
other='pbtrf pbtf2 pbtrs pbsv pstrf pstf2'
lapacke='potrf potrf2 potrs posv potri trtrs trtri lauum pptrf pptrs ppsv pptri pftrf pftrs pftri pbtrf pbtrs pbsv pstrf'
names=$(for letter in s d c z; do
    for name in $full $packed $other; do echo "$letter${name}_ $letter${name}_64_"; done
    for name in $lapacke; do echo "LAPACKE_$letter$name LAPACKE_$letter${name}_work"; done
    for name in $lapacke; do echo "LAPACKE_$letter${name}_64 LAPACKE_$letter${name}_work_64"; done
done
for name in dsposv zcposv; do
    echo "${name}_ ${name}_64_ LAPACKE_$name LAPACKE_${name}_work LAPACKE_${name}_64 LAPACKE_${name}_work_64"
done)
# shellcheck disable=SC2086
exports libtilechol_lapack.so "$(printf '%s|' $names)"
requires libtilechol_lapack.so "$names"
if ldd libtilechol.so | grep -E 'libomptarget|libcuda|libamdhip'; then
    echo 'libtilechol.so needs an offload runtime' >&2
    failed=1
fi
if nm -D libtilechol_lapack.so | grep -E ' [TWVD] xerbla'; then
    echo 'libtilechol_lapack.so defines xerbla' >&2
    failed=1
fi
exit $failed
