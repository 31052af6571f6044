/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture: the runs as curves or as a roofline, in place of the bars. */
#pragma once

#include "tui/views/curve.h"
#include "tui/views/scene.h"

/* The curve requested by the state of the run panel, which must outlive the result. */
struct curve_ask picture_ask(const struct run_state *);

/* Whether the axis of the rates is logarithmic. */
bool picture_is_log(const struct scene *);
void picture_draw(const struct scene *, struct canvas *, struct rect);
/* "k · mul · f64 · 2 threads": the axis, and what the lines have in common. */
void picture_aside(const struct scene *, char *text, size_t size);
