/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads: how many threads this process may use, growing a team without risking the process, and where its threads
   sit. */
#ifndef NZ_CPU_THREADS_H
#define NZ_CPU_THREADS_H

#include "core/base/err.h"
#include "core/measure/topology.h"

/* Processors this process may run on (affinity mask), at most what the control group's quota is worth; ≥ 1. */
int threads_default(void);

/* To be called by the thread that starts teams, before the first one: teams that are not told their size get
   threads_default threads, or as many as the system gives. */
void threads_settle(void);

/* To be called before a parallel region of n threads, which is then the size of teams that are not told any. libgomp
   ends the process when it cannot create a thread, so the threads that the team lacks are created and joined on trial
   first. False: ERR_MEMORY, and n threads must not be fetched for. Where threads are pinned, each of the n is bound to
   its place. Cheap when the team does not change. */
bool threads_ready(int n, struct err *e);

/* threads_ready, then work(data, piece) for 0 .. pieces-1: each thread one where there are as many as threads, dealt
   out as threads get free where there are more. */
bool threads_share(int threads, int pieces, void (*work)(const void *data, int piece), const void *data, struct err *e);

/* The work is over: the calling thread, which is thread 0 of its teams, may run anywhere again, because threads
   inherit the mask of the one that creates them; teams have their default size. The others of the last team stay. */
void threads_release(void);

/* From now on threads_ready seats threads on these processors, as places_choose says; NULL: no longer. Nobody is bound
   before. The caller keeps *t. Only the engine does this: a plug-in's own copy of this file leaves threads where the
   engine has put them. */
void threads_pin(const struct topology *t);

/* Where threads sit: starts n of them and asks each for its processor, whether it is pinned or not. */
bool threads_seats(int n, int *number, struct err *e);

/* Why the system refused to bind a thread; 0: it has not. */
int threads_refused(void);

#endif
