/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places: which processor each thread of a team gets. */
#ifndef NZ_CPU_PLACES_H
#define NZ_CPU_PLACES_H

#include "core/measure/topology.h"

/* place[t] is the index in t->processor[] of thread t's place. As many threads as there are cores have a core each,
   evenly shared out to sockets, then to their NUMA nodes, then spread over a node's caches; more take the second
   hardware threads in the same way, and so on; what is past the last processor goes round again. Threads are numbered
   along the machine, so that neighbours, which have neighbouring rows, are near each other. Only processors whose
   thread is not SEAT_BARRED are taken. Returns how many these are; 0: there is no place for anybody. */
int places_choose(const struct topology *t, int threads, int *place);

/* Seats t->threads threads there, on paper; where several share a place, the first of them. */
void places_show(struct topology *t);

#endif
