/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_spec: parses `family:arg:…[:seed=S]` into a family and its arguments; errors show the right form. */
#pragma once

#include "core/generate/gen.h"

enum { GEN_SPEC = 200 };

/* `text` receives the argument of a family that takes a word. ERR_USAGE. */
bool gen_spec_parse(const char *spec, struct gen_args *arg, char text[GEN_SPEC], struct err *e);

/* How many arguments the form has, with or without optional ones. */
int gen_spec_words(const struct generator *, bool optional);
