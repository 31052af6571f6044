/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs: whether a command would overwrite its input or irreproducible results, and whether a file's name agrees
   with its contents; checked before any file is touched. */
#pragma once

#include "tui/input/options.h"

/* Whether all outputs of a command differ from its inputs and from each other; from the script and the recording of its
   session, the command line of nzscope itself (NULL: this one); from the open matrix (NULL or "": none); and from
   former results. --force, here or there, permits all but two outputs in one file. ERR_USAGE. */
bool outputs_check(const struct options *, const struct options *session, const char *open, struct err *);

/* The same for one file that no option names. `session` may be NULL. */
bool outputs_check_file(const char *path, const struct options *session, const char *open, struct err *);

/* Whether a file may have this name: other programs go by the suffix, and a file with another format's suffix must not
   hold text. ERR_USAGE says that the command writes `text`, and suggests a name. */
bool outputs_named_as_text(const char *path, const struct options *, const char *text, const char *suffix,
                           struct err *);
