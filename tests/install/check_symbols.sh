#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_symbols.sh LIBRARY-FOLDER: what the libraries export, and what they need.
set -u
cd "$1" || exit 1
failed=0
exports() { # library, pattern of the names it may export
    [ -e "$1" ] || return
    others=$(nm -D --defined-only "$1" | awk '{ print $NF }' | sed 's/@.*//' | grep -vE "^($2)$")
    [ -z "$others" ] && return
    printf '%s exports\n%s\n' "$1" "$others" >&2
    failed=1
}

exports libtilechol.so 'tilechol_[a-z_0-9]*'
exports libtilechol_gpu.so 'tilechol_backend_gpu'
full='potrf|potrf2|potf2|potrs|posv|potri|trtrs|trtri|trti2|lauum|lauu2'
packed='pptrf|pptrs|ppsv|pptri|pftrf|pftrs|pftri|tfsm|trttf|tfttr|tpttf|tfttp|trttp|tpttr'
other='pbtrf|pbtf2|pbtrs|pbsv|pstrf|pstf2'
lapacke='potrf|potrf2|potrs|posv|potri|trtrs|trtri|lauum|pptrf|pptrs|ppsv|pptri|pftrf|pftrs|pftri|pbtrf|pbtrs|pbsv|pstrf'
exports libtilechol_lapack.so "([sdcz]($full|$packed|$other)|dsposv|zcposv)(_64)?_|"\
"LAPACKE_([sdcz]($lapacke)|dsposv|zcposv)(_work)?(_64)?"
for name in tilechol_dpotrf tilechol_zfactor_refine tilechol_version; do
    nm -D --defined-only libtilechol.so | grep -q " $name$" || {
        echo "libtilechol.so does not export $name" >&2
        failed=1
    }
done
if ldd libtilechol.so | grep -E 'libomptarget|libcuda|libamdhip'; then
    echo 'libtilechol.so needs an offload runtime' >&2
    failed=1
fi
if nm -D libtilechol_lapack.so | grep -E ' [TWVD] xerbla'; then
    echo 'libtilechol_lapack.so defines xerbla' >&2
    failed=1
fi
exit $failed
