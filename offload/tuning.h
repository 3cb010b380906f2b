/* SPDX-License-Identifier: BSD-3-Clause
 * The numbers that were found by measuring, kept apart from the code; each has its machine and date. */
#ifndef TLC_TUNING_H
#define TLC_TUNING_H

#include <stdint.h>
#include <string.h>

/* ---- chosen when a back end is compiled -------------------------------------------------------- */

/* Sides of tiles, by type. A CPU's tile and its operands fit in a core's second-level cache (Zen 3,
 * 2026-11-21); a GPU's tile is as large as the registers of 128 threads allow (H200, 2026-11-21). */
#define TLC_HOST_NB_s 96
#define TLC_HOST_NB_d 96
#define TLC_HOST_NB_c 96
#define TLC_HOST_NB_z 48
/* The same for orders from TLC_FINE_FROM_N on and below TLC_FINE_EACH times the threads that the process
 * may have, but at most TLC_FINE_N (offload/potrf_fine.c).
 * Speed relative to the sides above, the best of alternating runs. On 2 threads of Zen 3: d 1.4 for n of
 * 192, 1.2 for 224, 1.06 to 1.1 for 256 to 296, 1.0 from 320 on; c 1.3 for 160, 1.15 for 256, 1.1 for
 * 296, 1.0 for 320; on 1 thread: s and d 0.92 to 0.96, c 1.0. On a Xeon with 16 threads: d 1.7 for 256,
 * 3.2 for 384, 3.1 for 512, 1.3 for 1024, 1.0 for 2048, s 1.7 and c 1.2 for 1024; with 8 threads: d 1.7
 * for 384, 1.2 for 1024; with 4: d 1.7 for 384, 1.3 for 512, 0.9 for 768 and 1024. 2026-11-21 */
#define TLC_FINE_NB_s     48
#define TLC_FINE_NB_d     48
#define TLC_FINE_NB_c     48
#define TLC_FINE_NB_z     48
#define TLC_FINE_FROM_N_s 192
#define TLC_FINE_FROM_N_d 192
#define TLC_FINE_FROM_N_c 128
#define TLC_FINE_FROM_N_z TLC_FINE_N
#define TLC_FINE_EACH     150
#define TLC_FINE_N        1500
#define TLC_GPU_NB_s      64
#define TLC_GPU_NB_d      64
#define TLC_GPU_NB_c      32
#define TLC_GPU_NB_z      32

/* Columns of the operands in a stage, and the number of stages: for tile_nvptx.inc (H200, 2026-11-21; FEW,
 * for images of compute capability 8.x and 12.x, as 8.6, 8.9 and 12.x give a team 99 KB), and for
 * tile_amdgcn.inc, with two stages (never run: chosen so that two or more crews fit on a compute unit). */
#define TLC_NVPTX_KC         16
#define TLC_NVPTX_STAGES     4
#define TLC_NVPTX_FEW_STAGES 3
#define TLC_AMDGCN_KC        8

/* The same for tile_nvptx_halves.inc. With sums of 16 and of 32 columns s 16384 takes 14.3 and 13.9 ms
 * (H200, 2026-11-25). */
#define TLC_HALVES_KC     32
#define TLC_HALVES_STAGES 3

/* Where one crew goes down the diagonal (offload/diagonal.inc). LAST: how many columns TLC_TASK_AHEAD
 * sums for both of its tiles. LEAST: how many there must be before those to make a task of their own (not
 * measured).
 * ms of potrf with LAST = 1, 2, 3, 4, 6, 8 and, last, with one task summing both tiles, H200, 2026-11-24:
 * d 4096 0.902 0.908 0.904 0.911 0.919 0.922 1.05; 5120 1.36 1.35 1.36 1.36 1.39 1.40 1.66; s 4096 0.713
 * 0.711 0.714 0.722 0.728 0.734 0.911; c 2048 0.601 0.599 0.602 0.597 0.608 0.614 0.711; z 2048 0.744
 * 0.734 0.747 0.747 0.753 0.767 0.876 */
#define TLC_AHEAD_LAST  2
#define TLC_AHEAD_LEAST 4

/* Few right-hand sides on a GPU (offload/solve_few.inc): more strips than TLC_STRIPS_WHOLE, which is the
 * number of crews on an H200, go in parts of TLC_STRIP_PART block columns (by lines,
 * TLC_STRIP_PART_LINES).
 * ms of potrs in d, H200, 2026-11-25 (before the last changes), whole and in parts of 8, 16, 24: 32
 * right-hand sides, n = 8192 0.74 0.62 0.61 0.61; 16384 1.86 1.42 1.39 1.47; 32768 4.60 4.32 4.03 4.14.
 * By lines, whole and in parts of 16 and 32: 32768 2.81 2.55 2.47 */
#ifndef TLC_STRIPS_WHOLE
#define TLC_STRIPS_WHOLE     264
#define TLC_STRIP_PART       16
#define TLC_STRIP_PART_LINES 32
#endif

/* From this order on twins factor a host matrix in d and z that several threads copy, unless
 * options.tiles says otherwise. Other schedules do not report their progress, so nothing could be copied
 * back before the end. (For d, H200, 2026-11-22. In z twins factor any matrix from a smaller order on,
 * see TLC_TILES.) */
#define TLC_FLOW_TWINS_N 5120

/* ---- looked up by each call -------------------------------------------------------------------- */

enum tlc_tuned {
    TLC_CREWS, /* crews for each multiprocessor or compute unit of a GPU */
    TLC_GROUP, /* block columns of a factorisation whose tasks alternate (tlc_task_tile) */
    TLC_TILES, /* tiles of a task on NVIDIA: 1, 2, or 4 by twins; in a solve 1 or 4 */
    TLC_BY_STRIPS, /* up to how many right-hand sides a solve on a GPU, or an inverse, goes by strips */
    TLC_WIDE_STRIPS, /* ... from how many on a strip has TLC_STRIP_MOST of them */
    TLC_WIDEST_STRIPS, /* ... and from how many on TLC_STRIP_WIDEST */
    TLC_LANES, /* batches on NVIDIA: lanes per member of order n; 64: whole warps */
    TLC_COLUMNS, /* ... columns that such a member's lanes have at once: 4 or 8 */
    TLC_WARPS, /* ... warps per member, if these are whole; in a solve at least one for each 32 rows */
    /* whether NVIDIA factors small lower triangles in registers (2), by warps (3) or in team memory (1) */
    TLC_REGISTERS_LOWER,
    TLC_REGISTERS_UPPER, /* ... and upper ones */
    TLC_SIDES_LEAST, /* fewest right-hand sides with which posv and potrs go as these two say ... */
    TLC_SIDES_MOST, /* ... and most */
    /* in registers or by warps, with more members than the GPU holds at a time: threads of a team ... */
    TLC_TEAM_LOWER,
    TLC_TEAM_UPPER,
    TLC_AT_ONCE_LOWER, /* ... and the most of its teams on a multiprocessor */
    TLC_AT_ONCE_UPPER,
    TLC_SWEEPS_LOWER, /* solves on NVIDIA: from how many right-hand sides on batch_sweep.inc does them */
    TLC_SWEEPS_UPPER, /* ... with upper triangles */
    TLC_BY_SIDES, /* ... and from how many on batch_sides.inc, of up to 1024 members */
    TLC_BY_SIDES_MANY, /* ... of more */
    TLC_ALL_SIDES, /* ... if all members together have as many as this, */
    TLC_ALL_SIDES_BEYOND, /* ... or as this, if team memory does not hold one */
    /* teams of a multiprocessor that factor a batch in panels, or another way to hold its members */
    TLC_TEAMS,
    TLC_FEW_WARPS, /* TLC_WARPS for batches with no more members than multiprocessors */
    /* whether one matrix on NVIDIA goes as a batch (2; posv with one right-hand side: 3) or by tiles (1) */
    TLC_ALONE,
    TLC_THREADS_MIN_FLOPS, /* from how many operations on a second thread helps */
    TLC_GPU_MIN_N, /* from which order on host data goes to a GPU and back, if each ... */
    TLC_GPU_FLOPS_PER_BYTE, /* ... byte moved is worth this many operations */
    TLC_TUNED_KINDS
};

/* For TLC_TEAMS, instead of a number. */
enum { TLC_HELD_WHOLE = 64, TLC_BY_HALVES = 65 };

/* For TLC_FEW_WARPS: they are factored like those of larger batches. */
enum { TLC_AS_MANY = 64 };

/* For TLC_AT_ONCE_...: as many as fit. */
enum { TLC_ALL_AT_ONCE = 64 };

/* For numbers of right-hand sides: more than there ever are. */
enum { TLC_NEVER = 1 << 30 };

/* Up to this many right-hand sides a solve on a GPU goes by the narrowest strips, whatever its order,
 * without a look-up. */
enum { TLC_ALWAYS_BY_STRIPS = 48 };

/* A value that holds from order n on. The machine is the CPU's back end or the GPU's name, as `tilechol
 * info` shows them; a row holds for all machines whose name begins with its text. Routine "" is any. */
struct tlc_tuned_row {
    enum tlc_tuned what;
    const char *machine, *routine, *types;
    int64_t n;
    double value;
};

static inline int tlc_tuned_holds(const struct tlc_tuned_row *row, const char *machine, const char *routine,
                                  char type)
{
    return !strncmp(row->machine, machine, strlen(row->machine)) && strchr(row->types, type) &&
           (!*row->routine || !strcmp(row->routine, routine));
}

/* Whether b is more specific than a. */
static inline int tlc_tuned_before(const struct tlc_tuned_row *a, const struct tlc_tuned_row *b)
{
    const size_t in_a = strlen(a->machine), in_b = strlen(b->machine);
    if (in_a != in_b)
        return in_a < in_b;
    if (!*a->routine != !*b->routine)
        return !*a->routine;
    return a->n <= b->n;
}

static const struct tlc_tuned_row tlc_tuned_rows[] = {
    {TLC_CREWS, "", "", "sdcz", 0, 2}, /* two hide each other's waits. NVIDIA H200, 2026-11-21 */
    /* small ones: the chain from diagonal tile to diagonal tile is all of the time, so each crew has a
     * multiprocessor. ms with 1 and 2, H200, 2026-11-24: d 2560 0.468 0.506; 3072 0.584 0.613; 3584 0.771
     * 0.743. s 3072 0.509 0.518; 3584 0.642 0.618. c 1536 0.402 0.431; 2048 0.601 0.584. z 2048 0.753
     * 0.768; 2560 1.10 1.01 */
    {TLC_CREWS, "NVIDIA", "potrf", "sdcz", 0, 1},
    {TLC_CREWS, "NVIDIA", "potrf", "c", 1792, 2},
    {TLC_CREWS, "NVIDIA", "potrf", "z", 2240, 2},
    {TLC_CREWS, "NVIDIA", "potrf", "sd", 3328, 2},
    /* ms of potrf with 1, 2, 4 tiles a task, NVIDIA H200, 2026-11-24: s 5120 1.06 1.27; 6144 1.61 1.69;
     * 7168 2.38 2.35; 8192 3.35 3.25. d 5120 1.37 1.75; 6144 2.07 2.33 2.14; 7168 3.06 3.28 2.99; 8192
     * 4.39 4.59 4.12. c 2048 0.584 0.654; 3072 1.11 1.08; 4096 2.18 2.00. z, 2026-11-25, 2048 0.749 0.819
     * 0.815; 3072 1.38 1.47 1.35; 4096 2.49 2.53 2.26; 6144 7.03 6.84 6.23; 8192 16.7 15.4 13.6. s with
     * 4, which are in halves since then, 2026-11-25, 4096 1.07; 5120 1.34; 5632 1.47; 6144 1.68; 7168
     * 2.06; 8192 2.49; with 2 and 4 16384 23.6 13.9; 32768 188 105.
     * ms of potrs with 1 and 4, by n and nrhs: d 8192 1024 4.1 6.4; 8192 2048 6.7 7.6; 16384 1024 15.5
     * 14.1; 16384 2048 29.9 24.8; 32768 512 38.4 34.1; 32768 1024 61.9 52.1; 32768 2048 124 102. s 16384
     * 1024 11.6 11.2; 32768 1024 45.6 39.0. z 8192 1024 13.4 15.6; 16384 1024 56.9 54.0. (Below 1024
     * right-hand sides potrs looks up n nrhs / 1024.) */
    {TLC_TILES, "", "", "sdcz", 0, 1},
    {TLC_TILES, "NVIDIA", "potrf", "c", 3072, 2},
    {TLC_TILES, "NVIDIA", "potrf", "d", 6656, 4},
    {TLC_TILES, "NVIDIA", "potrf", "s", 6656, 4},
    {TLC_TILES, "NVIDIA", "potrf", "z", 3072, 4},
    {TLC_TILES, "NVIDIA", "potrs", "sdz", 16384, 4},
    /* ms of potrs by strips of 8, 16, 32 and by tiles, one a task, NVIDIA H100, 2026-11-27 (all in
     * bench/results/h100/strips.csv): d 512 128 right-hand sides 0.057 0.080 0.093 0.148; 1024 64 0.083
     * 0.101 0.150 -, 128 0.099 0.101 0.152 0.274, 256 0.150 0.112 0.164 0.270, 512 0.245 0.174 0.174
     * 0.290, 1024 0.458 0.283 0.213 0.339; 4096 64 0.330 0.334 0.542 -, 128 0.527 0.403 0.592 1.21, 256
     * 0.957 0.642 0.620 1.23, 512 1.79 1.16 0.917 1.30, 768 2.65 1.70 1.30 1.34; 8192 64 0.766 0.708 1.11
     * 2.59, 256 2.52 1.87 1.74 2.63, 512 4.88 3.52 3.00 3.12. s 1024 128 0.097 0.090 0.148 0.246, 1024
     * 0.406 0.255 0.189 0.258; 4096 256 0.798 0.544 0.551 1.03. c 1024 256 0.341 0.214 0.226 0.463; 4096
     * 64 0.647 0.574 0.876 -, 256 2.12 1.46 1.31 2.00, 512 4.13 2.82 2.36 2.33. z 1024 256 0.377 0.269
     * 0.389 0.585; 4096 256 2.67 2.19 2.15 2.43, 384 3.90 3.20 2.94 2.54. From 12288 on only d 16384 with
     * 64 to 256 was measured. No row for other machines comes from a measurement */
    {TLC_BY_STRIPS, "", "", "sdcz", 0, 64},
    {TLC_BY_STRIPS, "", "potri", "sdcz", 0, 1},
    {TLC_BY_STRIPS, "NVIDIA", "", "sdcz", 0, 2048},
    /* inverses: ms of potri by strips of 16, 32 and by tiles, NVIDIA H100, 2026-11-27: s 256 0.066 0.076
     * 0.098; 512 0.080 0.098 0.150; 1024 0.164 0.162 0.266; 2048 0.617 0.433 0.537; 3072 1.58 1.09 0.855.
     * d 256 0.065 0.078 0.106; 512 0.085 0.109 0.170; 768 0.122 0.147 0.237; 1024 0.180 0.178 0.299; 1536
     * 0.374 0.292 0.454; 2048 0.686 0.479 0.645; 3072 1.81 1.21 1.02. c 256 0.076 0.095 0.139; 512 0.118
     * 0.143 0.240; 768 0.199 0.201 0.344; 1024 0.342 0.284 0.467; 1536 0.793 0.573 0.697; 2048 1.53 1.10
     * 0.994. z 256 0.086 0.122 0.164; 512 0.134 0.204 0.290; 1024 0.426 0.421 0.577; 1536 1.02 0.828
     * 0.880; 2048 2.04 1.59 1.21 */
    {TLC_BY_STRIPS, "NVIDIA", "potri", "sd", 0, 2400},
    {TLC_BY_STRIPS, "NVIDIA", "potri", "c", 0, 1850},
    {TLC_BY_STRIPS, "NVIDIA", "potri", "z", 0, 1600},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 512, 1500},
    {TLC_BY_STRIPS, "NVIDIA", "", "z", 512, 1344},
    {TLC_BY_STRIPS, "NVIDIA", "", "sd", 1024, 1600},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 1024, 1100},
    {TLC_BY_STRIPS, "NVIDIA", "", "z", 1024, 768},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 1280, 960},
    {TLC_BY_STRIPS, "NVIDIA", "", "sd", 1700, 1200},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 1700, 736},
    {TLC_BY_STRIPS, "NVIDIA", "", "z", 1700, 544},
    {TLC_BY_STRIPS, "NVIDIA", "", "d", 2500, 1024},
    {TLC_BY_STRIPS, "NVIDIA", "", "s", 2500, 896},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 2500, 560},
    {TLC_BY_STRIPS, "NVIDIA", "", "z", 2500, 384},
    {TLC_BY_STRIPS, "NVIDIA", "", "d", 3500, 768},
    {TLC_BY_STRIPS, "NVIDIA", "", "s", 3500, 672},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 3500, 448},
    {TLC_BY_STRIPS, "NVIDIA", "", "z", 3500, 288},
    {TLC_BY_STRIPS, "NVIDIA", "", "c", 5000, 320},
    {TLC_BY_STRIPS, "NVIDIA", "", "z", 5000, 192},
    {TLC_BY_STRIPS, "NVIDIA", "", "d", 6144, 512},
    {TLC_BY_STRIPS, "NVIDIA", "", "s", 6144, 416},
    {TLC_BY_STRIPS, "NVIDIA", "", "d", 12288, 256},
    {TLC_BY_STRIPS, "NVIDIA", "", "scz", 12288, 64},
    {TLC_WIDE_STRIPS, "", "", "sdcz", 0, TLC_NEVER},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "sdz", 0, 192},
    /* ms in c by strips of 8 and 16, H100, 2026-11-27: 512 96 right-hand sides 0.087 0.092, 128 0.098
     * 0.093; 1024 64 0.135 0.145, 80 0.155 0.146; 2048 49 0.259 0.260, 64 0.267 0.261; 4096 49 0.602
     * 0.549, 64 0.627 0.546 */
    {TLC_WIDE_STRIPS, "NVIDIA", "", "c", 0, 112},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "c", 768, 80},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "sdz", 768, 128},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "sdz", 1280, 96},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "c", 1280, 64},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "c", 3584, 49},
    {TLC_WIDE_STRIPS, "NVIDIA", "", "sdz", 3584, 64},
    {TLC_WIDEST_STRIPS, "", "", "sdcz", 0, TLC_NEVER},
    {TLC_WIDEST_STRIPS, "NVIDIA", "potri", "sdz", 0, 1024},
    {TLC_WIDEST_STRIPS, "NVIDIA", "potri", "c", 0, 800},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "sdz", 0, 832},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "c", 0, 576},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "sdz", 576, 640},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "c", 576, 448},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "sdz", 896, 512},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "c", 896, 304},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "sdz", 1280, 384},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "c", 1280, 256},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "c", 1792, 224},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "c", 2560, 192},
    {TLC_WIDEST_STRIPS, "NVIDIA", "", "sdz", 2816, 256},
    /* faster than 1, 4, 8 for n = 8192 and 16384. NVIDIA H200, 2026-11-21 */
    {TLC_GROUP, "", "", "sdcz", 0, 2},
    {TLC_GROUP, "x86-64", "", "sdcz", 0, 1}, /* cores have caches of their own */
    /* ... but larger groups fetch less from memory. ms with 1, 2, 4, 8 on one thread and on two, Zen 5,
     * 2026-11-23: s 3500 73.0 66.7 65.7 66.2, 34.4 34.0 33.9 34.2; 4096 108 104 103 103, 54.6 54.7 52.5
     * 52.4; 8192 850 827 829 850, 456 415 417 416. d 3072 90.6 90.8 89.8 89.1; 3500 140 131 132 135, 73.0
     * 67.2 66.2 67.6; 4096 221 209 210 212, 112 112 108 112; 8192 1700 1698 1679 1668, 845 839 855 877. c
     * 4096 398 396 402 398. z 4096 802 828 814 841. With AVX2 all are alike */
    {TLC_GROUP, "x86-64-v4", "potrf", "sd", 3300, 4},
    {TLC_GROUP, "generic", "", "sdcz", 0, 1},
    /* potrf in s, d, c, z, and potrs and posv in s and d: the best of 4, 8, 16, 32 lanes and whole warps
     * for orders 5, 8, 10, 16, 24, 32, 33, 40, 48, 64, 80, 96, 100, 128 (not every combination). NVIDIA
     * H200, 2026-11-21, potrf in c and z from 41 on 2026-11-22.
     * potrs, us of 10 000 members by lanes as above and by whole warps, 2026-11-23: d 24 47 38; 32 56 45;
     * 40 70 75; 48 87 84. s 24 27 31; 32 34 35; 40 47 55; 48 63 62; 56 80 74; 64 97 80; 72 110 114; 80
     * 128 119; 88 166 132; 96 194 140; 104 248 187; 112 274 196. c 24 40 46; 32 58 54; 40 72 94; 48 91
     * 107; 56 125 123; 64 159 138. z 24 56 68; 32 74 83; 56 203 235.
     * potrf, the same, 2026-11-24: c 52 196 216; 56 232 219; 2026-11-26: s 97 407 408; 100 407 388; 104
     * 417 379; upper ones 97 882 416; 100 625 418; 104 648 409.
     * trtrs, posv in c and z, and the limits between measured orders are by analogy */
    {TLC_LANES, "", "", "sdcz", 0, 4},
    {TLC_LANES, "", "", "cz", 9, 8},
    {TLC_LANES, "", "", "sd", 13, 8},
    {TLC_LANES, "", "", "z", 17, 16},
    {TLC_LANES, "", "", "dc", 25, 16},
    {TLC_LANES, "", "", "s", 33, 16},
    {TLC_LANES, "", "", "z", 33, 32},
    {TLC_LANES, "", "", "c", 49, 32},
    {TLC_LANES, "", "", "d", 49, 64},
    {TLC_LANES, "", "", "z", 57, 64},
    {TLC_LANES, "", "", "s", 65, 32},
    {TLC_LANES, "", "", "c", 97, 64},
    {TLC_LANES, "", "", "s", 129, 64},
    {TLC_LANES, "", "potrf", "z", 41, 64},
    {TLC_LANES, "", "potrf", "s", 49, 64},
    {TLC_LANES, "", "potrf", "z", 49, 32},
    {TLC_LANES, "", "potrf", "c", 53, 64},
    {TLC_LANES, "", "potrf", "z", 57, 64},
    {TLC_LANES, "", "potrs", "d", 17, 64},
    {TLC_LANES, "", "trtrs", "d", 17, 64},
    {TLC_LANES, "", "potrs", "d", 33, 16},
    {TLC_LANES, "", "trtrs", "d", 33, 16},
    {TLC_LANES, "", "potrs", "d", 41, 64},
    {TLC_LANES, "", "trtrs", "d", 41, 64},
    {TLC_LANES, "", "potrs", "sc", 49, 64},
    {TLC_LANES, "", "trtrs", "sc", 49, 64},
    {TLC_LANES, "", "posv", "c", 65, 64},
    {TLC_LANES, "", "posv", "s", 113, 64},
    /* us of 10 000 and 100 000 members, in team memory and in registers, NVIDIA H200, 2026-11-23: s 5 17
     * 15, 37 22; 8 17 15, 43 29; 16 21 18, 88 68; 24 30 26, 163 136; 32 47 42, 401 221. d 5 18 15, 48 29;
     * 8 18 16, 54 41; 16 28 22, 130 111; 24 46 36, 247 227; 32 66 54, 424 375; 40 91 101; 48 123 121. c 8
     * 18 16, 58 41; 16 28 24, 131 109; 24 50 42, 306 245; 28 64 66, 394 459. z 8 21 17, 89 58; 16 42 34,
     * 219 189; 24 76 60, 497 396; 28 92 122, 642 1050. 2026-11-25, two runs: d 41 133 109; 48 132 117.
     * d in registers and by warps, right-looking then, NVIDIA H100, 2026-11-28: 17 29 37, 166 220; 24 42
     * 41, 257 257; 25 55 52, 348 325; 28 57 52, 384 352; 32 63 58, 450 407; (team memory) 33 91 71; 40
     * 102 84, 748 649; (registers) 41 120 97; 48 127 108, 957 873. The teams of a multiprocessor at a
     * time, for 41 to 48, come from the CUDA program in MEASURED.md.
     * By teams of batch_team.inc and by warps, H200, 2026-11-28: 49 160 122; 52 147 124; 53 166 130; 56
     * 149 130, 1203 1060; 57 186 156; 60 167 157; 63 202 176; 64 167 163, 1365 1382; as many teams at a
     * time as fit, and four: 57 156 154; 63 176 166; 64 163 158, 1382 1299; as fit, and five: 49 120 122;
     * 56 131 130, 1055 1060. By teams and by warps again: 65 283 196; 72 264 209, 2240 1650; 79 329 262;
     * 80 280 254, 2380 2250; 88 383 328; 95 476 393; 96 407 385, 3630 3450, the last two by teams of 64
     * threads.
     * s by the previous forms (lanes, from 49 on teams) and by warps: 25 34 38; 32 41 42, 211 251; 33 56
     * 55; 40 67 59; 47 83 75; 48 80 74, 537 527; 52 117 94; 56 117 98; 63 149 114; 64 130 114, 995 844;
     * 72 184 154, 1480 1220; 79 231 194; 80 197 184; 88 257 238; 95 320 286; 96 274 255, 2350 2225 */
    {TLC_REGISTERS_LOWER, "", "", "sdcz", 0, 2},
    {TLC_REGISTERS_LOWER, "", "", "d", 25, 3},
    {TLC_REGISTERS_LOWER, "", "", "cz", 25, 1},
    {TLC_REGISTERS_LOWER, "", "", "s", 33, 3},
    {TLC_REGISTERS_LOWER, "", "", "sd", 97, 1},
    /* the same for upper triangles, 2026-11-26: s 4 15 15, 25 24; 5 16 15, 37 23; 8 17 15, 44 31; 16 27
     * 21, 108 78; 24 44 28, 249 136; 32 74 42, 690 235. d 4 15 16, 32 37; 5 17 16, 48 38; 8 19 16, 69 45;
     * 16 43 25, 232 109; 24 82 38, 499 232; 32 122 59, 858 397; 33 129 105; 40 174 117; 48 232 136, 2065
     * 1134. c 4 18 17, 31 37; 5 20 17, 51 37; 8 19 16, 59 43; 16 39 24, 162 107; 24 66 41, 411 254. z 4
     * 17 18, 48 53; 5 21 18, 85 57; 8 24 17, 105 58; 16 55 32, 284 179; 24 93 61, 622 367. c and z above
     * 24 by analogy.
     * d in registers or team memory and by warps, as above: 17 30 40, 178 266; 24 43 46, 263 289; 25 56
     * 55, 367 365; 28 59 57, 410 388; 32 65 61, 480 435; 33 113 76; 40 131 86, 1051 677; 41 134 107; 48
     * 145 115, 1233 945; (by teams of batch_team.inc and by warps) 49 194 150, 1506 1258; 56 199 163,
     * 1534 1386; H200: 57 203 165; 60 201 167; 63 226 184; 64 195 172, 1600 1478; as many teams at a time
     * as fit, and four: 57 165 176; 63 184 181; 64 172 180, 1478 1448; as fit, and five: 49 123 126; 56
     * 134 136, 1074 1105; by teams of batch_team.inc and by warps: 65 294 208; 72 300 219, 2510 1810; 79
     * 376 279; 80 319 275, 2660 2430; 88 448 337; 95 528 438; 96 464 437, 4090 3780.
     * s: 25 36 42; 32 41 46, 234 281; 33 66 60; 40 71 62; 48 84 79, 594 601; 56 127 106; 63 169 136; 64
     * 138 132, 1095 1041; 72 198 174, 1609 1420; 79 264 216; 80 209 203; 88 290 257; 95 362 393; 96 311
     * 373, 2665 3560; loaded by a loop: 89 334 298; 93 351 311; 95 363 319; 96 307 305 */
    {TLC_REGISTERS_UPPER, "", "", "s", 0, 2},
    {TLC_REGISTERS_UPPER, "", "", "dcz", 0, 1},
    {TLC_REGISTERS_UPPER, "", "", "dcz", 5, 2},
    {TLC_REGISTERS_UPPER, "", "", "d", 25, 3},
    {TLC_REGISTERS_UPPER, "", "", "cz", 25, 1},
    {TLC_REGISTERS_UPPER, "", "", "s", 33, 3},
    {TLC_REGISTERS_UPPER, "", "", "sd", 97, 1},
    /* us of 10 000 members by the previous forms and in registers or by warps, NVIDIA H200, 2026-11-29.
     * posv, lower: s 16 26 18; 24 34 27; 28 38 43; 32 51 44; 33 64 76; 40 76 80; 48 102 96; 56 134 119;
     * 64 182 143; 80 289 218; 96 510 298. d 12 22 19; 16 35 25; 24 57 42; 32 77 63; 40 109 91; 48 147
     * 125; 56 217 154; 64 235 198; 80 423 335; 96 532 497. c 9 29 20; 16 38 28; 24 61 44. z 9 33 24; 16
     * 52 38; 24 93 78. With 4 right-hand sides: s 32 74 62; 48 155 175; 56 209 213; 64 292 242; 96 773
     * 562. d 32 132 105; 33 155 170; 40 180 173; 48 250 255; 64 446 380; 80 813 701; 96 1010 1035; with
     * 2: d 48 181 172; 96 692 669; s 48 119 125; 56 162 149.
     * potrs, lower, with 2, 3 and 8 right-hand sides: s 16 27 18, 30 18, 51 22; 24 28 25, 33 26, 54 35;
     * 32 44 36, 53 34, 92 46; 33 52 59, 63 60, 121 97; 48 81 68, 99 68, 192 113; 96 176 162, 228 164, 580
     * 270. d 16 35 24, 42 25, 83 35; 24 50 48, 64 48, 130 66; 32 61 64, 79 65, 172 107; 48 101 100, 139
     * 102, 333 175; 64 132 144, 179 147, 437 242; 96 262 331, 331 331, 763 517. c 12 28 25, 33 25, 56 34;
     * 16 37 26, 45 26, 89 36. z 12 30 36, 37 47, 74 73; 16 49 42, 59 51, 120 74. Up to 24 rows in
     * registers beat warps: s 20, with 3, 24 against 36, d 20 46 against 49. 100 members of potrs take
     * longer this way (d 24 with 4 17, not 14).
     * posv, 100 000 members of n = 7 and 8, lower and upper: z 7 120 89, 121 91; 8 119 91, 121 92; d 8 60
     * 53, 60 62; c 8 62 58, 61 64; s 8 44 62, 43 73 */
    {TLC_SIDES_LEAST, "", "", "sdcz", 0, TLC_NEVER},
    {TLC_SIDES_LEAST, "", "posv", "dcz", 7, 1},
    {TLC_SIDES_LEAST, "", "posv", "s", 9, 1},
    {TLC_SIDES_LEAST, "", "posv", "s", 25, TLC_NEVER},
    {TLC_SIDES_LEAST, "", "posv", "s", 29, 1},
    {TLC_SIDES_LEAST, "", "posv", "s", 33, TLC_NEVER},
    {TLC_SIDES_LEAST, "", "posv", "s", 41, 1},
    {TLC_SIDES_LEAST, "", "potrs", "sdc", 9, 2},
    {TLC_SIDES_LEAST, "", "potrs", "z", 13, 2},
    {TLC_SIDES_LEAST, "", "potrs", "s", 17, 3}, /* upper ones gain nothing with two */
    {TLC_SIDES_LEAST, "", "potrs", "s", 25, 2},
    {TLC_SIDES_LEAST, "", "potrs", "s", 33, 3},
    {TLC_SIDES_LEAST, "", "potrs", "d", 25, 3},
    {TLC_SIDES_LEAST, "", "potrs", "d", 65, 6},
    {TLC_SIDES_MOST, "", "", "sdcz", 0, TLC_NEVER},
    {TLC_SIDES_MOST, "", "posv", "d", 33, 1},
    {TLC_SIDES_MOST, "", "posv", "d", 41, 2},
    {TLC_SIDES_MOST, "", "posv", "d", 49, TLC_NEVER},
    {TLC_SIDES_MOST, "", "posv", "d", 65, 4},
    {TLC_SIDES_MOST, "", "posv", "d", 89, 2},
    {TLC_SIDES_MOST, "", "posv", "s", 41, 1},
    {TLC_SIDES_MOST, "", "posv", "s", 49, 2},
    {TLC_SIDES_MOST, "", "posv", "s", 57, 8},
    /* us of 10 000 and of 100 000 members by teams of 64 threads, as many as fit, and as these rows say,
     * NVIDIA H100, 2026-11-27.
     * Lower: s 12 21 21, 67 59; 24 31 30, 173 152. d 11 23 23, 83 79; 12 22 21, 94 85; 16 27 27, 144 134;
     * 18 35 33, 179 181; 22 44 45, 280 246; 24 46 46, 295 263. c 9 23 23, 82 74; 12 24 23, 101 91; 22 45
     * 48, 289 251; 24 49 48, 301 268. z 11 29 29, 160 130; 12 30 29, 160 137; 16 35 34, 217 207; 24 69
     * 69, 457 462.
     * Upper: d 12 22 21, 98 90; 16 29 29, 145 134; 18 35 34, 191 187; 22 44 44, 284 247; 24 45 46, 303
     * 267. c 12 22 22, 95 89; 16 29 28, 140 133. z 12 28 27, 152 146; 18 61 59, 332 329.
     * Chosen among teams of 64 to 256 threads and 1 to 12 of them, for 10 000 to 300 000 members. By
     * warps, 64 threads and 32 (with 32, five members of 96 rows fit, not four), H200, 2026-11-28 (lower
     * ones by a slower form): lower 95 518 477; 96 508 472, upper 79 283 291; 80 277 280; 88 336 343; 95
     * 451 431; 96 449 420 */
    {TLC_TEAM_LOWER, "", "", "sdcz", 0, 64},
    {TLC_TEAM_LOWER, "", "", "s", 9, 96},
    {TLC_TEAM_LOWER, "", "", "s", 13, 64},
    {TLC_TEAM_LOWER, "", "", "d", 15, 160},
    {TLC_TEAM_LOWER, "", "", "d", 17, 64},
    {TLC_TEAM_LOWER, "", "", "z", 17, 128},
    {TLC_TEAM_LOWER, "", "", "c", 22, 128},
    {TLC_TEAM_LOWER, "", "", "d", 89, 32},
    {TLC_TEAM_UPPER, "", "", "sdcz", 0, 64},
    {TLC_TEAM_UPPER, "", "", "dc", 15, 192},
    {TLC_TEAM_UPPER, "", "", "dc", 17, 64},
    {TLC_TEAM_UPPER, "", "", "z", 17, 128},
    {TLC_TEAM_UPPER, "", "", "d", 89, 32},
    {TLC_AT_ONCE_LOWER, "", "", "sdcz", 0, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "", "", "scz", 9, 5},
    {TLC_AT_ONCE_LOWER, "", "", "d", 11, 5},
    {TLC_AT_ONCE_LOWER, "", "", "z", 11, 3},
    {TLC_AT_ONCE_LOWER, "", "", "sdc", 13, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "", "", "z", 13, 5},
    {TLC_AT_ONCE_LOWER, "", "", "d", 15, 3},
    {TLC_AT_ONCE_LOWER, "", "", "d", 17, 5},
    {TLC_AT_ONCE_LOWER, "", "", "z", 17, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "", "", "d", 22, 4},
    {TLC_AT_ONCE_LOWER, "", "", "c", 22, 2},
    {TLC_AT_ONCE_LOWER, "", "", "s", 24, 5},
    {TLC_AT_ONCE_LOWER, "", "", "sd", 25, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "", "", "d", 41, 5},
    {TLC_AT_ONCE_LOWER, "", "", "d", 49, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "", "", "d", 57, 4},
    {TLC_AT_ONCE_LOWER, "", "", "d", 65, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "", "", "sdcz", 0, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "", "", "z", 9, 5},
    {TLC_AT_ONCE_UPPER, "", "", "dc", 11, 5},
    {TLC_AT_ONCE_UPPER, "", "", "dcz", 13, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "", "", "dc", 15, 3},
    {TLC_AT_ONCE_UPPER, "", "", "c", 17, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "", "", "d", 17, 5},
    {TLC_AT_ONCE_UPPER, "", "", "d", 22, 4},
    {TLC_AT_ONCE_UPPER, "", "", "d", 25, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "", "", "d", 41, 5},
    {TLC_AT_ONCE_UPPER, "", "", "d", 49, TLC_ALL_AT_ONCE},
    /* An H200's memory is faster. The same with the rows of an H100 and with teams of 64, as many as fit,
     * 2026-11-28; each row takes one or the other.
     * Lower: d 12 19 18, 67 63; 15 23 23, 101 92; 16 23 23, 102 97; 17 29 29, 147 137; 20 30 31, 170 158;
     * 22 36 34, 200 195; 23 36 34, 212 223; 24 37 34, 212 212; 41 94 89, 732 674; 48 99 98, 784 737; 57
     * 152 155, 1243 1351; 64 159 162, 1319 1404. s 10 17 17, 39 43; 12 17 17, 44 47; 24 25 26, 126 118. c
     * 10 21 19, 62 64; 12 20 19, 77 75; 16 25 23, 99 97; 22 39 34, 213 204; 24 38 35, 219 215. z 10 23
     * 22, 85 83; 12 24 23, 110 115; 24 52 50, 337 333.
     * Upper: d 12 20 20, 72 72; 15 24 25, 112 105; 16 23 25, 112 108; 17 31 31, 168 161; 20 32 32, 181
     * 178; 22 36 34, 207 210; 23 36 34, 217 236; 24 38 35, 220 224; 41 98 95, 784 733; 48 105 101, 842
     * 805. c 12 19 19, 70 69; 15 24 25, 114 103; 16 25 25, 114 103. z 12 23 23, 108 111; 18 46 46, 292
     * 291 */
    {TLC_TEAM_LOWER, "NVIDIA H200", "", "sdcz", 0, 64},
    {TLC_TEAM_LOWER, "NVIDIA H200", "", "s", 9, 96},
    {TLC_TEAM_LOWER, "NVIDIA H200", "", "s", 13, 64},
    {TLC_TEAM_LOWER, "NVIDIA H200", "", "d", 89, 32},
    {TLC_TEAM_UPPER, "NVIDIA H200", "", "sdcz", 0, 64},
    {TLC_TEAM_UPPER, "NVIDIA H200", "", "d", 89, 32},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "sdcz", 0, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "s", 9, 5},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "s", 13, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "d", 23, 4},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "d", 24, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "d", 57, 4},
    {TLC_AT_ONCE_LOWER, "NVIDIA H200", "", "d", 65, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "NVIDIA H200", "", "sdcz", 0, TLC_ALL_AT_ONCE},
    {TLC_AT_ONCE_UPPER, "NVIDIA H200", "", "d", 23, 4},
    {TLC_AT_ONCE_UPPER, "NVIDIA H200", "", "d", 24, TLC_ALL_AT_ONCE},
    /* us of potrs by the previous forms and by sweeps, one right-hand side, NVIDIA H100, 2026-11-26 (with
     * bounds of 640; z of 2000 and 4000 members and s of 5000 with those of batch_blocks.inc).
     * Lower, 10 000 members: d 40 76 81; 48 85 87; 64 108 109; 80 179 177; 100 297 252; 112 367 328; 127
     * 473 470; 128 416 402. c 48 99 105; 64 139 126; 80 229 204; 100 400 290; 128 530 464. z 40 129 130;
     * 48 167 145; 64 253 232; 80 492 372; 100 781 755; 128 1501 1588. 2000: d 160 176 173; 200 341 347;
     * 224 397 383. 5000: s 48 45 45; 64 53 55; 80 76 77; 100 113 106; 128 140 135; 200 425 421.
     * Upper, 10 000: d 40 87 86; 48 91 84; 64 131 107; 80 198 176; 112 404 310; 128 493 407. c 40 86 92;
     * 48 112 102; 64 159 128; 100 482 294; 128 623 470. z 40 150 129; 48 197 150; 80 542 390; 96 769 714.
     * 4000: z 112 406 344; 128 684 648; 160 1005 844. 5000: s 48 44 42; 64 61 51; 80 83 71.
     * trtrs, lower, 4000 members: d 41 44 41; 100 124 110; 128 181 163. c 49 59 51; 100 134 118. z 41 73
     * 59; 100 236 251; 128 476 482.
     * trtrs, upper, 5000: z 100 295 307; 128 534 604.
     * potrs, lower, 2000 members with 2, 8 and 32 right-hand sides: d 41 45 38, 112 91, 363 266; 128 181
     * 124, 580 271, 2151 968. s 49 41 36, 101 80, 339 222; 128 108 90, 323 219, 1204 749. c 128 219 137,
     * 768 320, 2844 1125. z 128 561 423, 1934 689, 7441 2427 */
    {TLC_SWEEPS_LOWER, "", "", "sdcz", 0, TLC_NEVER},
    {TLC_SWEEPS_LOWER, "", "", "dz", 41, 1},
    {TLC_SWEEPS_LOWER, "", "", "s", 49, 2},
    {TLC_SWEEPS_LOWER, "", "", "c", 49, 1},
    {TLC_SWEEPS_LOWER, "", "", "s", 97, 1},
    {TLC_SWEEPS_LOWER, "", "", "z", 113, 2},
    {TLC_SWEEPS_UPPER, "", "", "sdcz", 0, TLC_NEVER},
    {TLC_SWEEPS_UPPER, "", "", "dz", 41, 1},
    {TLC_SWEEPS_UPPER, "", "", "sc", 49, 1},
    {TLC_SWEEPS_UPPER, "", "trtrs", "z", 113, 2},
    /* us of 10 000 members with 4 and 8 columns, NVIDIA H200, 2026-11-22: d 10 27 27; 16 34 31; 24 56 51;
     * 40 106 92; 48 140 124. s 16 23 29; 24 36 39; 32 51 59, but with 100 000 members 404 332; 33 60 69;
     * 40 72 75; 48 104 99; 100 467 405. c 48 152 153. z 48 314 355 */
    {TLC_COLUMNS, "", "", "sdcz", 0, 4},
    {TLC_COLUMNS, "", "potrf", "d", 13, 8},
    {TLC_COLUMNS, "", "potrf", "s", 41, 8},
    /* us of 10 000 members with 1 and 2 warps, when a step was eight columns, NVIDIA H200, 2026-11-22: s
     * 64 138 175; 80 228 241. d 64 195 257; 80 310 320; 88 477 429. c 64 279 362; 72 447 457; 80 477 518;
     * 88 759 726. z 64 526 576; 72 1069 927; 80 1129 1006.
     * Sixteen columns a step, with 2, 3, 4, 5 warps, 2026-11-25 (s and d before their second eight went
     * by lanes, which takes 3 % less): s 96 284 348 433; 112 401 422 528; 120 515 488 594; 128 548 521
     * 640; 144 843 736 845; 152 - 901 918 976; 160 - 895 936 1019; 168 - - 1183 1235. d 96 435 498 629;
     * 104 586 589 701; 112 748 720 746; 120 885 848 848; 128 907 858 880; 144 1504 1313 1400; 160 - 1539
     * 1544 1613. c 96 620 713 869; 104 915 855 1033; 112 1128 1053 1065; 120 1529 1313 1318; 128 1538
     * 1361 1361; 144 2727 2231 1999; 152 - 2746 2292 2516; 160 - 2791 2360 2570 */
    {TLC_WARPS, "", "", "sdcz", 0, 1},
    {TLC_WARPS, "", "potrf", "z", 65, 2},
    {TLC_WARPS, "", "potrf", "sdc", 81, 2},
    {TLC_WARPS, "", "potrf", "dcz", 97, 3},
    {TLC_WARPS, "", "potrf", "dc", 105, 2},
    {TLC_WARPS, "", "potrf", "sdc", 113, 3},
    {TLC_WARPS, "", "potrf", "c", 129, 4},
    {TLC_WARPS, "", "potrf", "d", 161, 6},
    {TLC_WARPS, "", "potrf", "s", 161, 4},
    {TLC_WARPS, "", "potrf", "s", 209, 6},
    /* ms held whole, then in panels with 1, 2, 3, 4 teams a multiprocessor. NVIDIA H200, 2026-11-22, 2112
     * members: s 256 1.38 - 1.08 1.03 0.922. d 160 0.453 - - 0.454; 200 0.889 0.955 0.786 0.815. c 200
     * 1.67 - 1.21 1.44. z 128 0.941 - 0.718. 10 000: s 161 1.61 - - 1.78 1.90; 200 2.57 - - 2.64 2.31. d
     * 161 3.15 - 2.57 2.53 2.44; 256 - - 5.39 6.24 6.86. c 104 1.04 - - 1.34; 128 1.59 - - 1.81. z 96
     * 1.77 - - - 1.75; 112 2.28 - - - 2.34. 4000: c 129 0.958 1.62 1.05 1.15; 160 1.19 1.88 1.21 1.38;
     * 256 - 5.77 4.09 4.97. z 113 1.61 1.61 1.27. 2000: s 320 - 1.96 1.63 1.52; 512 - 5.51 5.33 6.36. d
     * 320 - 2.45 2.22; 512 - 7.37 9.48.
     * z held whole and with 2 teams, 10 000 members, 2026-11-24: 80 0.837 1.10; 88 1.41 1.34; 96 1.52
     * 1.44; 104 1.81 1.66; 112 1.94 1.79; with 2, 3, 4, sixteen columns a step, 2026-11-25: 96 1.46 1.39
     * 1.42; 112 1.98 1.88 1.91; 128 2.87 2.87 2.90.
     * In panels as before and held whole with 2 and 3 warps, sixteen columns a step, 2026-11-26: 81 1.40
     * 1.22 1.25; 88 1.36 1.24 1.27; 95 1.46 1.28 1.33; 104 1.85 1.72 1.59; 111 1.94 1.77 1.68. 4000
     * members, s in panels and whole with 5, 6, 8 warps: 177 0.804 0.805 0.737 0.793; 192 0.761 0.802
     * 0.736 0.759; 208 0.879 0.896 0.844 0.860; 224 1.10 1.04 0.969 0.982; 240 1.26 - 1.84 1.68. d 161
     * 1.05 - 1.21 1.22; c 161 1.42 - 1.83 1.75.
     * By halves, with as many warps as TLC_WARPS says (the best of 2 to 6, or within 2 % of it), and as
     * before, the same day. 10 000: z 113 2.39 2.81; 120 2.43 2.81; 127 2.48 2.93; 128 2.45 2.88. 8000: c
     * 104 0.740 0.674; 112 0.763 0.821; 113 1.02 1.01; 120 0.992 1.02; 127 1.06 1.05; 128 1.01 1.04. d
     * 104 0.504 0.460; 112 0.526 0.552; 113 0.745 0.701; 128 0.697 0.665. s 112 0.356 0.321; 128 0.464
     * 0.424. 4000: c 129 0.762 0.772; 136 0.749 0.767; 144 0.773 0.786; 152 1.04 0.916; 161 1.28 1.42;
     * 168 1.27 1.39; 176 1.29 1.40. d 129 0.533 0.557; 136 0.501 0.519; 144 0.515 0.528; 152 0.699 0.616;
     * 161 0.858 1.04; 168 0.810 0.931; 176 0.826 0.974. s 144 0.349 0.349; 152 0.419 0.406; 168 0.531
     * 0.521; 177 0.719 0.741; 184 0.691 0.721; 192 0.699 0.736; 193 0.842 0.851; 200 0.798 0.829; 224
     * 1.05 0.969; 225 1.25 1.33; 240 1.20 1.26; 248 1.36 1.49; 256 1.37 1.50. Limits between measured
     * orders are by analogy */
    {TLC_TEAMS, "", "", "sdcz", 0, TLC_HELD_WHOLE},
    {TLC_TEAMS, "", "potrf", "dc", 105, TLC_BY_HALVES},
    {TLC_TEAMS, "", "potrf", "d", 113, TLC_HELD_WHOLE},
    {TLC_TEAMS, "", "potrf", "z", 113, TLC_BY_HALVES},
    {TLC_TEAMS, "", "potrf", "d", 129, TLC_BY_HALVES},
    {TLC_TEAMS, "", "potrf", "z", 129, 2},
    {TLC_TEAMS, "", "potrf", "dc", 145, TLC_HELD_WHOLE},
    {TLC_TEAMS, "", "potrf", "dc", 161, TLC_BY_HALVES},
    {TLC_TEAMS, "", "potrf", "dc", 177, 2},
    {TLC_TEAMS, "", "potrf", "s", 177, TLC_BY_HALVES},
    {TLC_TEAMS, "", "potrf", "s", 209, TLC_HELD_WHOLE},
    {TLC_TEAMS, "", "potrf", "s", 225, TLC_BY_HALVES},
    {TLC_TEAMS, "", "potrf", "s", 257, 3},
    {TLC_TEAMS, "", "potrf", "d", 321, 1},
    {TLC_TEAMS, "", "potrf", "s", 385, 2},
    /* us of potrf of one matrix in a call, lower, as in large batches and with 1, 2, 4, 6, 8 warps,
     * NVIDIA H100, 2026-11-26 (processes differ by up to 3 us): s 24 20 21 17 18 21 18; 48 23 25 25 21 24
     * 21; 64 28 29 28 24 28 24; 96 34 39 34 30 33 30; 128 39 55 46 36 40 35; 160 50 78 64 43 47 43; 192
     * 61 106 87 60 59 58. d 48 26 26 22 24 24 25; 64 29 29 25 27 27 27; 96 35 40 31 34 34 35; 128 42 55
     * 41 40 40 41; 160 50 76 57 47 48 49. c 48 33 29 25 27 28 28; 64 32 35 29 32 31 32; 96 43 53 40 41 40
     * 41; 128 60 88 69 56 54 57; 160 65 123 98 65 63 65. z 48 30 27 30 30 26 28; 64 37 35 35 35 32 34; 96
     * 48 59 49 46 43 45; 128 64 109 79 66 67 66.
     * 132 members as in large batches and with these warps: s 64 25 26; 128 36 39. d 48 23 21; 96 31 30;
     * 144 48 41. c 24 19 21; 48 31 25; 112 50 42; 160 61 64. z 32 25 21; 96 47 45.
     * One matrix of d, lower, by batch_warp.inc's warp and by four warps: 33 17 19; 40 17 18; 48 17 19;
     * H200: 56 19 22; 64 20 23 (2026-11-28). 132 members with four and with one, H200, 2026-11-28: d 72
     * 24 26; 80 25 29; 96 28 35; s 56 22 22; 64 22 23; 80 25 30; 96 29 37 */
    {TLC_FEW_WARPS, "", "", "sdcz", 0, TLC_AS_MANY},
    {TLC_FEW_WARPS, "", "", "c", 25, 6},
    {TLC_FEW_WARPS, "", "", "z", 25, 4},
    {TLC_FEW_WARPS, "", "", "d", 33, 4},
    {TLC_FEW_WARPS, "", "", "s", 49, 4},
    {TLC_FEW_WARPS, "", "", "s", 113, 8},
    {TLC_FEW_WARPS, "", "", "z", 129, TLC_AS_MANY},
    {TLC_FEW_WARPS, "", "", "c", 145, TLC_AS_MANY},
    {TLC_FEW_WARPS, "", "", "sd", 177, TLC_AS_MANY},
    /* batch_warp.inc, which alone_posv.inc does not use */
    {TLC_FEW_WARPS, "", "potrf", "d", 33, TLC_AS_MANY},
    {TLC_FEW_WARPS, "", "potrf", "d", 65, 4},
    {TLC_FEW_WARPS, "", "potrf", "d", 177, TLC_AS_MANY},
    /* Fitted to 2508 cells of each routine: four types, n = 5 to 1024, 2 to 128 right-hand sides, 20 to 20 000
     * members (NVIDIA H200, 2026-12-01; offload/MEASURED.md). Above 1024 members only n = 5 to 256 */
    {TLC_BY_SIDES, "", "", "sdcz", 0, 4},
    {TLC_BY_SIDES, "", "", "s", 9, 32},
    {TLC_BY_SIDES, "", "", "dcz", 9, 8},
    {TLC_BY_SIDES, "", "", "s", 17, 16},
    {TLC_BY_SIDES, "", "", "cz", 17, 4},
    {TLC_BY_SIDES, "", "", "sd", 97, 4},
    {TLC_BY_SIDES, "", "", "z", 97, 2},
    {TLC_BY_SIDES, "", "", "sdcz", 161, 2},
    {TLC_BY_SIDES, "", "", "c", 321, 4},
    {TLC_BY_SIDES, "", "trtrs", "sdcz", 0, 4},
    {TLC_BY_SIDES, "", "trtrs", "dz", 97, 2},
    {TLC_BY_SIDES, "", "trtrs", "sdcz", 161, 2},
    {TLC_BY_SIDES, "", "trtrs", "c", 321, 4},
    {TLC_BY_SIDES_MANY, "", "", "sc", 0, TLC_NEVER},
    {TLC_BY_SIDES_MANY, "", "", "dz", 0, 16},
    {TLC_BY_SIDES_MANY, "", "", "dz", 9, TLC_NEVER},
    {TLC_BY_SIDES_MANY, "", "", "d", 17, 16},
    {TLC_BY_SIDES_MANY, "", "", "cz", 17, 8},
    {TLC_BY_SIDES_MANY, "", "", "d", 25, 8},
    {TLC_BY_SIDES_MANY, "", "", "s", 33, 16},
    {TLC_BY_SIDES_MANY, "", "", "z", 33, 4},
    {TLC_BY_SIDES_MANY, "", "", "sdc", 97, 4},
    {TLC_BY_SIDES_MANY, "", "", "z", 97, 2},
    {TLC_BY_SIDES_MANY, "", "", "sdcz", 161, 2},
    {TLC_BY_SIDES_MANY, "", "trtrs", "sc", 0, TLC_NEVER},
    {TLC_BY_SIDES_MANY, "", "trtrs", "dz", 0, 16},
    {TLC_BY_SIDES_MANY, "", "trtrs", "sc", 9, 16},
    {TLC_BY_SIDES_MANY, "", "trtrs", "d", 9, 8},
    {TLC_BY_SIDES_MANY, "", "trtrs", "sdcz", 17, 8},
    {TLC_BY_SIDES_MANY, "", "trtrs", "sdz", 33, 4},
    {TLC_BY_SIDES_MANY, "", "trtrs", "sc", 97, 4},
    {TLC_BY_SIDES_MANY, "", "trtrs", "dz", 97, 2},
    {TLC_BY_SIDES_MANY, "", "trtrs", "sdcz", 161, 2},
    {TLC_ALL_SIDES, "", "", "sdcz", 0, 4000},
    {TLC_ALL_SIDES, "", "", "dz", 17, 2000},
    {TLC_ALL_SIDES, "", "", "sdcz", 161, 2000},
    {TLC_ALL_SIDES, "", "", "s", 225, 1000},
    {TLC_ALL_SIDES, "", "trtrs", "sdcz", 0, 4000},
    {TLC_ALL_SIDES, "", "trtrs", "sdcz", 9, 2000},
    {TLC_ALL_SIDES, "", "trtrs", "sc", 33, 4000},
    {TLC_ALL_SIDES, "", "trtrs", "sdcz", 161, 2000},
    {TLC_ALL_SIDES, "", "trtrs", "s", 225, 1000},
    {TLC_ALL_SIDES_BEYOND, "", "", "sc", 0, 1000},
    {TLC_ALL_SIDES_BEYOND, "", "", "d", 0, 500},
    {TLC_ALL_SIDES_BEYOND, "", "", "z", 0, 400},
    {TLC_ALL_SIDES_BEYOND, "", "", "d", 513, 1000},
    /* us by tiles and as batches, NVIDIA H100, 2026-11-26.
     * potrf, lower: s 5 32 15; 32 34 18; 64 32 23; 96 37 29; 128 34 35; 160 47 42; 176 47 45; 192 46 -. d
     * 5 34 16; 32 36 19; 64 34 24; 96 37 31; 112 36 35; 128 40 37; 160 50 44. c 5 33 15; 32 33 19; 64 32
     * 28; 96 38 37; 112 48 42; 128 49 50. z 5 34 15; 32 35 21; 64 37 31; 96 44 43; 112 55 49; 128 54 64.
     * potrs with 1 and with 128 right-hand sides: s 8 33 19, 40 20; 64 33 24, 35 24; 128 36 27, 52 29;
     * 256 39 38, 79 41. d 8 34 16, 41 19; 64 33 23, 36 24; 128 36 29, 56 27; 224 41 36, 85 42. c 8 42 20,
     * 39 20; 64 46 25, 51 25; 128 52 32, 76 33; 224 63 44, 112 46. z 8 44 17, 41 20; 64 47 28, 58 28; 160
     * 57 44, 107 47.
     * trtrs: d 8 46 19, 48 19; 128 48 25, 56 26; 224 53 32, 73 35. z 160 63 33, 86 38. s 328: potrs with
     * 128 right-hand sides 103 46, trtrs with 1 50 33. Solves end where the triangle does not fit */
    {TLC_ALONE, "", "", "sdcz", 0, 1},
    {TLC_ALONE, "", "potrf", "sdcz", 0, 2},
    {TLC_ALONE, "", "potrf", "cz", 113, 1},
    {TLC_ALONE, "", "potrf", "d", 161, 1},
    {TLC_ALONE, "", "potrf", "s", 177, 1},
    /* us of posv, lower, with one right-hand side, as potrf and potrs and in one region: s 8 32 20; 64 55
     * 31; 128 62 49; 224 89 81. d 8 29 21; 64 41 32; 128 59 50; 224 95 87. c 8 27 20; 64 51 39 (upper);
     * 128 78 63; 192 105 103; 224 118 125. z 8 29 21; 64 53 43; 128 92 75; 160 106 105. H100, 2026-11-27.
     * By a team for it and as a batch of one, H200, 2026-11-29, lower: s 8 15.6 14.7; 16 16.6 16.4; 24
     * 19.0 18.2; 32 19.8 17.3; 48 23.0 21.6; 56 26.0 24.0; 64 26.8 24.7; 80 30.9 30.2; 96 35.0 36.7. d 16
     * 17.5 15.5; 24 19.5 17.5; 32 20.9 18.4; 40 22.3 20.6; 48 23.4 22.8; 64 27.6 26.5; 80 32.1 32.3; 96
     * 37.2 38.2. c 10 17.8 14.8; 16 17.8 15.6; 24 20.5 18.1. z 10 21.0 16.4; 16 19.2 19.3; 24 22.4 21.9.
     * Upper: s 56 25.2 23.4; 64 25.3 26.9; 96 33.3 38.9. d 40 21.8 21.5; 48 23.3 25.7; 96 35.6 41.0. z 8
     * 17.2 19.3; 24 22.4 22.3 */
    {TLC_ALONE, "", "posv", "sdcz", 0, 3},
    {TLC_ALONE, "", "posv", "cz", 25, 2},
    {TLC_ALONE, "", "posv", "d", 41, 2},
    {TLC_ALONE, "", "posv", "s", 57, 2},
    {TLC_ALONE, "", "posv", "c", 193, 1},
    {TLC_ALONE, "", "potrs", "sdcz", 0, 2},
    {TLC_ALONE, "", "potrs", "sdcz", 337, 1},
    {TLC_ALONE, "", "trtrs", "sdcz", 0, 2},
    {TLC_ALONE, "", "trtrs", "sdcz", 337, 1},
    /* The same for potri, lower: s 8 68 20; 64 67 28; 128 74 34; 224 103 51; 256 103 68. d 8 69 19; 64 66
     * 28; 128 80 35; 176 97 55; 224 114 68. c 64 78 30; 128 104 38; 160 114 47; 224 135 74. z 64 84 32;
     * 128 117 44; 160 132 74. s 328 133 108. trtri is by analogy */
    {TLC_ALONE, "", "potri", "sdcz", 0, 2},
    {TLC_ALONE, "", "potri", "sdcz", 337, 1},
    {TLC_ALONE, "", "trtri", "sdcz", 0, 2},
    {TLC_ALONE, "", "trtri", "sdcz", 337, 1},
    {TLC_THREADS_MIN_FLOPS, "", "", "sdcz", 0, 2.35e6}, /* dpotrf, n = 192. Zen 3, 2026-11-21 */
    /* (Above it, the first orders with AVX-512, Zen 5, two threads: s 192 1.5, d 192 1.35, c 128 1.5, z
     * 112 1.4 times as fast as one thread. 2026-11-23) */
    /* dpotrf, ms with 16 cores and with an H200, copies included, 2026-11-22: n = 1024 1.03 0.92; 1536
     * 2.6 1.3; 2048 5.2 1.8; 3072 14.9 3.0. (The first call also opens the GPU, which takes longer than
     * all of these) */
    {TLC_GPU_MIN_N, "", "", "sdcz", 0, 2048},
    {TLC_GPU_FLOPS_PER_BYTE, "", "", "sdcz", 0, 64},
};

/* Of the rows that hold, the one most specific about the machine, then one that names the routine, then
 * the one with the largest n up to this one; NULL if there is none. */
static inline const struct tlc_tuned_row *tlc_tuned_row(enum tlc_tuned what, const char *machine,
                                                        const char *routine, char type, int64_t n)
{
    const struct tlc_tuned_row *best = NULL;
    for (size_t i = 0; i < sizeof tlc_tuned_rows / sizeof *tlc_tuned_rows; ++i) {
        const struct tlc_tuned_row *row = &tlc_tuned_rows[i];
        if (row->what == what && row->n <= n && tlc_tuned_holds(row, machine, routine, type) &&
            (!best || tlc_tuned_before(best, row)))
            best = row;
    }
    return best;
}

/* A thread's last question of a kind, and the answer. */
struct tlc_tuned_asked {
    const char *machine, *routine;
    int64_t n;
    double value;
    char type;
};

/* The value of that row. machine and routine are constants, compared by address: a thread that asks the
 * same again, as its next call does, gets the answer at once. A search takes 0.25 us, and a call asks for
 * several. `tilechol bench ROUTINE --tune` measures and prints such rows. */
static inline double tlc_tuned_value(enum tlc_tuned what, const char *machine, const char *routine, char type,
                                     int64_t n)
{
    static _Thread_local struct tlc_tuned_asked asked[TLC_TUNED_KINDS];
    struct tlc_tuned_asked *last = &asked[what];
    if (last->machine != machine || last->routine != routine || last->n != n || last->type != type) {
        const struct tlc_tuned_row *row = tlc_tuned_row(what, machine, routine, type, n);
        *last = (struct tlc_tuned_asked){machine, routine, n, row ? row->value : 0, type};
    }
    return last->value;
}

#endif
