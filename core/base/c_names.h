/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_names: C linkage for the declarations of a header that C++ also includes. */
#pragma once

#ifdef __cplusplus
#define C_NAMES_BEGIN extern "C" {
#define C_NAMES_END }
#else
#define C_NAMES_BEGIN
#define C_NAMES_END
#endif
