#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_images.sh LIBRARY ARCH...: checks the images of the GPU library.
# - No image takes memory from the device's heap. A kernel that does is thousands of times slower, and ends the
#   program when the heap is used up.
# - In AMD's images, a crew's waves wait for their stores before the barrier after which others are told of them
#   (tlc_publish). Clang may leave the wait out, and nothing but the code shows that.
# In the environment: READELF, OBJDUMP, OFFLOAD_PACKAGER of LLVM.
set -eu
library=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Prints the factorisations of the disassembled image in which no barrier follows such a wait.
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
