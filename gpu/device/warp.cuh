/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warp: its size, and the mask of all its lanes. */
#pragma once

static constexpr int WARP = 32;
static constexpr unsigned ALL_LANES = 0xffffffff;
