/* SPDX-License-Identifier: BSD-3-Clause
 * Bytes of a vector on the host, from the instruction set of this compilation. */
#ifndef TLC_SIMD_BYTES
#if defined(__AVX512F__)
#define TLC_SIMD_BYTES 64
#elif defined(__AVX__)
#define TLC_SIMD_BYTES 32
#else
#define TLC_SIMD_BYTES 16
#endif
#endif
