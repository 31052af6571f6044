/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typed: what the words of a `:` line mean, to the screen and to the check of a tour. All errors are ERR_USAGE. */
#pragma once

#include "tui/input/options.h"
#include "tui/model/settings.h"

/* The command of a line's n > 0 words. *skip: how many precede its arguments, 0 for a setting alone: k=8, k 8. */
bool typed_command(const struct settings *, const struct model *, char *const *word, int n, enum tui_command *,
                   int *skip, struct err *);

/* One setting of NAME VALUE, NAME, or NAME=VALUE…: cuts it off the front of the words. False: none is left. */
bool typed_setting(char ***word, int *n, const char **name, const char **value);

/* PANEL, next, previous: *by is 0, 1, -1. */
bool typed_panel(const char *word, int *by, int *view, struct err *);

/* A format with a picture. */
bool typed_format(const char *name, struct err *);

struct typed_sweep {
    const char *spec;    /* of matrices of these sizes; NULL: of a setting */
    struct list sizes;   /* … */
    char setting[32];    /* its name… */
    bool param;          /* …whether it is a kernel's */
    struct settings set; /* …and all, with its values */
};

/* [SETTING [LIST] | size LIST SPEC] */
bool typed_sweep(const struct settings *, const struct model *, char *const *word, int n, struct typed_sweep *,
                 struct err *);
