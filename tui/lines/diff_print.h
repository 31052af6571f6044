/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_print: the rows of a diff (diff_rows) on the standard output. */
#pragma once

#include <jansson.h>

void diff_print_tsv(const json_t *lines);
/* On a terminal: the most important lines come last, above the conclusion. */
void diff_print_text(const json_t *lines);
/* A table to paste: the most important lines come first; a blank line ends it. */
void diff_print_markdown(const json_t *lines);
