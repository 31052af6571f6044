/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_value: values of options as numbers and sizes. */
#pragma once

#include "tui/input/options.h"
#include "tui/link/client.h"

/* A whole number in min..max; `fallback` if the option is absent. */
bool option_number(const struct options *, enum option, int64_t min, int64_t max, int64_t fallback, int64_t *out,
                   struct err *);

/* The value of --threshold, "3%" or "3", as a share; 3% if the option is absent. */
bool option_threshold(const struct options *, double *share, struct err *);

/* The value of --mem-limit: bytes ("8G", "1.5GB", "500MiB", "8589934592"), or a share in (0, 1] ("50%"). */
bool option_size(const char *text, uint64_t *bytes, double *share, struct err *);

/* The engine or recording that the options name, and its limit. */
bool option_client(const struct options *, struct client_options *, struct err *);
