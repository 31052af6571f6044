/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crowd: what runs beside other programs gain from fewer threads. */
#pragma once

#include "tui/model/model.h"

/* "others keep 1.0 of 2 processors busy: :threads 1 leaves them a core", or that no processor is free. `set`: how
   threads are set here, ":threads" or "--threads". False: it has fewer already, or the load is unknown. */
bool crowd_text(int threads, int processors, double others, const char *set, char *out, size_t size);
