/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs: checks, before any file is touched, that a command does not overwrite what it reads. */
#ifndef NZ_OUTPUTS_H
#define NZ_OUTPUTS_H

#include "tui/input/options.h"

/* Whether everything that a command writes is apart from what it reads and from its other outputs; from the script and
   the recording of its session, the command line that nzscope was started with (NULL: this one); and from the open
   matrix (NULL or "": none). --force, here or there, permits all but two outputs in one file. ERR_USAGE. */
bool outputs_check(const struct options *, const struct options *session, const char *open, struct err *);

/* The same for one file that no option names. `session` may be NULL. */
bool outputs_check_file(const char *path, const struct options *session, const char *open, struct err *);

#endif
