/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: why the number of a measurement may mislead, as a list "busy,wide"; its interval decides all the same. */
#pragma once

#include "tui/model/model.h"

bool flags_has(const char *flags, const char *flag);
/* The same of a measurement, or of a row of a table; its flags: returns out. */
bool flags_row_has(const json_t *row, const char *flag);
enum { FLAGS_SIZE = sizeof((struct model_run *)0)->flags };
const char *flags_of(const json_t *row, char out[FLAGS_SIZE]);
/* Those that are true of the whole machine, or those that tell one run from another; returns out. */
char *flags_split(const char *flags, bool machine, char out[FLAGS_SIZE]);
/* Whether a tour's recording holds the run: this session has not made it. */
bool flags_recorded(const struct model_run *);
/* Whether they make a comparison unclear; adds those that do to `out`, unless they are there. */
bool flags_shaky(const char *flags);
void flags_add_shaky(const char *flags, char *out, size_t size);
/* The first of those, in 13 columns: "busy machine"; NULL: none. */
const char *flags_brief(const char *flags);
/* Why a number may mislead: "the machine was busy, interval above 25%"; "" if there are none. */
void flags_words(const char *flags, char *out, size_t size);
/* The same of a run, after "doubtful: " where its interval is wide or missing. Of one that was recorded first where,
   and only what makes comparisons unclear: "recorded on NVIDIA H200, doubtful: interval above 25%". */
void flags_doubts(const struct model_run *, char *out, size_t size);
/* "NVIDIA H200 (recorded)" of a recorded run, else its device: "gpu0". */
void flags_device(const struct model_run *, char *out, size_t size);
/* "≈" where the machine was busy, and preparing may take less, else "". */
const char *flags_preparing(const char *flags);
/* "≈" where the roof is in doubt, else "". */
const char *flags_about(const char *flags);
