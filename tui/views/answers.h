/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers: the answer to the problem that the screen is about. */
#pragma once

#include "tui/verdict/answer.h"
#include "tui/views/scene.h"

enum { ANSWER_TEXT = 1400 };

/* From the runs of the newest problem that are on the run panel. */
void answers_find(const struct scene *, struct answer *);
/* The answer, and on a second line what it holds for. */
void answers_text(const struct scene *, const struct answer *, char *out, size_t size);
