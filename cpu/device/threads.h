/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads: the number of threads of this process, safe growth of teams, and their places. */
#pragma once

#include "core/base/err.h"
#include "core/measure/topology.h"

/* The number of processors in this process's affinity mask, at most the control group's quota; ≥ 1. */
int threads_default(void);

/* To be called by the thread that starts teams, before its first one: the default team size becomes threads_default, or
   the number of threads that the system grants. */
void threads_settle(void);

/* To be called before a parallel region of n threads; n becomes the default team size. libgomp ends the process when it
   cannot create a thread, so the missing threads are first created and joined on trial. False: ERR_MEMORY, and no
   region of n threads may start. If threads are pinned, each of the n is bound to its place. Cheap while the team stays
   the same. */
bool threads_ready(int n, struct err *e);

/* The same, with a trial each time: a library's plug-in does not see changes of the engine's team. */
bool threads_tried(int n, struct err *e);

/* threads_ready, then work(data, piece) for 0 .. pieces-1: with equal numbers of pieces and threads, one each; else
   each thread takes its pieces of a static schedule, then the remaining ones of others. */
bool threads_share(int threads, int pieces, void (*work)(const void *data, int piece), const void *data, struct err *e);

/* After the work: the calling thread, thread 0 of its teams, may run anywhere again, since new threads inherit its
   mask, and the team size returns to the default. The other threads stay bound. */
void threads_release(void);

/* From now on threads_ready binds threads to the places of places_choose; NULL: no longer. The caller keeps *t. Only
   the engine calls this: a plug-in's own copy of this file keeps the engine's places. */
void threads_pin(const struct topology *t);

/* number[t]: the processor of thread t of n, pinned or not. Starts the team. */
bool threads_seats(int n, int *number, struct err *e);

/* Why the system refused to bind a thread; 0: it did not. */
int threads_refused(void);
