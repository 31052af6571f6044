/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_names: around the functions of a header that C++ includes, too, so that their names are C's;
   and UNUSED, behind a parameter that a signature prescribes and a function has no use for. */
#pragma once

#define UNUSED __attribute__((unused))

#ifdef __cplusplus
#define C_NAMES_BEGIN extern "C" {
#define C_NAMES_END }
#else
#define C_NAMES_BEGIN
#define C_NAMES_END
#endif
