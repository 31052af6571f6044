/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine: on which machine, and with what, measurements were made. */
#pragma once

#include <jansson.h>
#include <stddef.h>

/* "EPYC 9654 · box · 2026-01-31 · nzscope 0.1.0", as far as the measurement says; "" if not at all. */
void machine_text(const json_t *measurement, char *out, size_t size);

/* The machine of several measurements: *all, NULL at first, becomes this one with all processors and libraries. */
void machine_join(json_t **all, const json_t *measurement);
