/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_parts: what the choice and its words both ask of a run. */
#pragma once

#include "core/measure/interval.h"
#include "tui/model/answer.h"

/* Whether its median alone says little: it has no interval, other programs ran, or times spread widely. */
bool answer_is_rough(const struct model_run *);
/* How many threads it ran with: a kernel that chooses may take fewer than it was given. */
int answer_threads(const struct model_run *);
enum compared answer_compare(const struct model_run *, const struct model_run *);
