#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# gpu_report.sh LINK-COMMAND...
# Links the GPU library once more and prints a line for each kernel of each image:
#   arch  registers  stack bytes  spilled (bytes on NVIDIA, registers on AMD)  static team memory  kernel
# With GPU_REPORT_STRICT set, it fails if a kernel has a stack or spills.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
(cd "$dir" && "$@" -Xcuda-ptxas -v -o report.so) >"$dir/ptxas.txt" 2>&1 || {
    cat "$dir/ptxas.txt" >&2
    exit 1
}
name='s/__omp_offloading_[0-9a-f]*_[0-9a-f]*_//'

awk '
    /Compiling entry function/ { split($0, q, "\x27"); kernel = q[2]; arch = q[4] }
    /bytes stack frame/ { stack = $1; spilled = $5 + $9 }
    /Used [0-9]+ registers/ {
        for (i = 1; i < NF; ++i) if ($i == "Used") registers = $(i + 1)
        smem = match($0, /[0-9]+ bytes smem/) ? substr($0, RSTART) + 0 : 0
        print arch, registers, stack, spilled, smem, kernel
    }' "$dir/ptxas.txt" | sed "$name" >"$dir/report.txt"

for arch in $(printf '%s\n' "$@" | grep -o 'gfx[0-9a-f]*' | sort -u); do
    "$OFFLOAD_PACKAGER" "$dir/report.so" --image=file="$dir/image",arch="$arch",triple=amdgcn-amd-amdhsa
    "$READELF" --notes "$dir/image" | awk -v arch="$arch" '
        $1 == ".group_segment_fixed_size:" { team = $2 }
        $1 == ".name:" { kernel = $2 }
        $1 == ".private_segment_fixed_size:" { stack = $2 }
        $1 == ".vgpr_count:" { vgpr = $2 }
        $1 == ".vgpr_spill_count:" { print arch, vgpr, stack, $2, team, kernel }'
done | sed "$name" >>"$dir/report.txt"

{
    echo 'arch registers stack spilled team-memory kernel'
    sort "$dir/report.txt"
} | awk '{ printf "%-8s %9s %6s %8s %12s  %s\n", $1, $2, $3, $4, $5, $6 }'
if [ "${GPU_REPORT_STRICT-}" ] && awk '$3 + $4 > 0 { found = 1 } END { exit !found }' "$dir/report.txt"; then
    echo 'gpu_report: a kernel has a stack or spills' >&2
    exit 1
fi
