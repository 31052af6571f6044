/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_again: the command that would decide what the intervals of two tables leave open. */
#pragma once

#include "tui/lines/lines_parts.h"

/* Prints a bench of the problems of those `lines` (diff_rows) that may be slower by more than the share: of two builds
   in turns if both tables name one commit each, else one more run for `table`. Nothing if one command cannot name them:
   they differ in operation or cache. */
void diff_again_say(struct lines *, const json_t *lines, const json_t *old, const json_t *new, double share,
                    const char *table);
