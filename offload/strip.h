/* SPDX-License-Identifier: BSD-3-Clause
 * Which form of the strip in flight a type has on a target; the one place that asks. Each has the
 * operations of strip_generic.inc (contract: README.md), so taking a line away costs speed only. */
#undef STRIP_FEW
#undef STRIP_MOST
#undef STRIP_WIDEST
#undef STRIP_JOINS
#undef STRIP_LINES
#undef STRIP_JUDGES
#undef STRIP_TERMS
#if defined(__NVPTX__)
#include "offload/strip_nvptx.inc"
#else
#include "offload/strip_generic.inc"
#endif
