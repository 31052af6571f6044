/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places: which processor each thread of a team gets. */
#pragma once

#include "core/measure/topology.h"

/* place[t] is the index in t->processor[] of thread t's place. Each thread gets a core of its own while there are
   cores, in equal numbers on sockets, then on their NUMA nodes, then spread over a node's caches; further threads take
   the second hardware threads in the same way, and so on; beyond the last processor the places repeat. Threads are
   numbered along the machine, so that neighbours, which have neighbouring rows, are near each other. Processors marked
   SEAT_BARRED are left out. Returns how many remain; 0: none. */
int places_choose(const struct topology *t, int threads, int *place);

/* Writes the places of t->threads threads into t; where several share a place, the first of them. */
void places_show(struct topology *t);
