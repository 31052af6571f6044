/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers: the answer for the problem on the screen. */
#pragma once

#include "tui/verdict/answer.h"
#include "tui/views/scene.h"

enum { ANSWER_TEXT = 2000 };

/* From the runs of the newest problem on the run panel. */
void answers_find(const struct scene *, struct answer *);
/* What runs on all of the CPU's threads, beside other programs, gains from fewer: "others keep 1.7 of 2 processors
   busy: :threads 1 leaves them a core". False: it has fewer already. */
bool answers_crowded(const struct model *, int threads, char *out, size_t size);
/* The answer, and on a second line the conditions it holds for. */
void answers_text(const struct scene *, const struct answer *, char *out, size_t size);
