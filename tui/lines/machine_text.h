/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_text: on what, when and with what something was measured. */
#ifndef NZ_MACHINE_TEXT_H
#define NZ_MACHINE_TEXT_H

#include <jansson.h>
#include <stddef.h>

/* "EPYC 9654 · box · 2026-01-31 · nzscope 0.1.0", as far as the measurement tells; "" where it tells nothing. */
void machine_text(const json_t *measurement, char *out, size_t size);

#endif
