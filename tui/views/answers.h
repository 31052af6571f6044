/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers: the answer for the problem on the screen. */
#pragma once

#include "tui/verdict/answer.h"
#include "tui/views/scene.h"

enum { ANSWER_TEXT = 2000 };

/* From the runs of the newest problem on the run panel. */
void answers_find(const struct scene *, struct answer *);
/* What a run with so many threads gains from fewer, by the newest load of the processors (crowd_text). */
bool answers_crowded(const struct model *, int threads, char *out, size_t size);
/* The answer, and on a second line the conditions it holds for. */
void answers_text(const struct scene *, const struct answer *, char *out, size_t size);
