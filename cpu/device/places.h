/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places: the processor of each thread of a team. */
#pragma once

#include "core/measure/topology.h"

/* place[t] is the index in t->processor[] of thread t's place. Each thread gets a core of its own while there are
   cores: equal numbers per socket, then per NUMA node, then spread over the caches of a node. Further threads take the
   second hardware threads in the same way, and so on; beyond the last processor, places repeat. Threads are numbered
   along the machine: neighbours, which have neighbouring rows, are close to each other. Processors marked SEAT_BARRED
   are left out. Returns the number of the others; 0: none. */
int places_choose(const struct topology *t, int threads, int *place);

/* Records the places of t->threads threads in t; of several threads in one place, the first. */
void places_show(struct topology *t);
