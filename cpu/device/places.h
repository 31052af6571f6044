/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places: which processor each thread of a team gets. */
#pragma once

#include "core/measure/topology.h"

/* place[t] is the index in t->processor[] of thread t's place. Each thread gets a core of its own while there are
   cores: equal numbers on the sockets, then on their NUMA nodes, then spread over the caches of a node. Further threads
   take the second hardware threads in the same way, and so on; when processors run out, places repeat. Threads are
   numbered along the machine, so that neighbours, which have neighbouring rows, are close to each other. Processors
   marked SEAT_BARRED are left out. Returns how many remain; 0: none. */
int places_choose(const struct topology *t, int threads, int *place);

/* Records the places of t->threads threads in t; where several share a place, the first of them. */
void places_show(struct topology *t);
