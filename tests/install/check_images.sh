#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_images.sh LIBRARY ARCH...: no image of the GPU library takes memory from the device's heap. A kernel that
# does is thousands of times slower, and ends the program when the heap is used up. In the environment:
# READELF, OFFLOAD_PACKAGER of LLVM.
set -eu
library=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
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
    rm "$work/image"
done
exit $failed
