#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_images.sh LIBRARY ARCH...: no image of the GPU library takes memory from the device's heap. A kernel that
# does is thousands of times slower, and ends the program when the heap is used up. And in AMD's, where nothing tells but
# the code, a crew's waves wait for their stores before the barrier after which others are told of them (tlc_publish),
# which Clang may leave out. In the environment: READELF, OBJDUMP, OFFLOAD_PACKAGER of LLVM.
set -eu
library=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# The factorisations of the disassembled image that have no barrier after such a wait.
without_waits() {
    "$OBJDUMP" -d --no-show-raw-insn --no-leading-addr "$work/image" | awk '
        /^[0-9a-f]* *<.*>:/ { kernel = $0; sub(/.*_tlc_/, "", kernel); sub(/_gpu.*/, "", kernel) }
        kernel ~ /^[sdcz]potrf_region/ { all[kernel] }
        $1 == "s_barrier" && last ~ /^buffer_(inv|wbinvl1)/ && before == "s_waitcnt vmcnt(0)" { waits[kernel] }
        { before = last; last = $1 " " $2 }
        END {
            for (k in all) {
                ++count
                if (!(k in waits)) print k
            }
            if (count != 4) print count + 0, "of four factorisations"
        }'
}

for arch; do
    "$OFFLOAD_PACKAGER" "$library" --image=file="$work/image",arch="$arch"
    "$READELF" -sW "$work/image" | awk '{ print $NF }' >"$work/names"
    grep -q tlc_dpotrf_region "$work/names" || {
        echo "$arch: no image with dpotrf" >&2
        failed=1
    }
    if grep -wE 'malloc|__kmpc_alloc_shared' "$work/names" >&2; then
        echo "$arch: a kernel takes memory from the heap" >&2
        failed=1
    fi
    case $arch in
        gfx*)
            if without_waits | grep . >&2; then
                echo "$arch: stores are not final before others are told of them" >&2
                failed=1
            fi
            ;;
    esac
    rm "$work/image"
done
exit $failed
