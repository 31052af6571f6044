/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads: how many threads this process may use, how a team grows without risking the process, and its places. */
#pragma once

#include "core/base/err.h"
#include "core/measure/topology.h"

/* The number of processors in this process's affinity mask, at most the control group's quota; ≥ 1. */
int threads_default(void);

/* To be called before its first team by the thread that starts teams: the default team size becomes threads_default, or
   as many threads as the system grants. */
void threads_settle(void);

/* To be called before a parallel region of n threads; n becomes the default team size. libgomp ends the process when it
   cannot create a thread, so the threads that the team lacks are first created and joined on trial. False: ERR_MEMORY,
   and no region of n threads may start. Where threads are pinned, each of the n is bound to its place. Cheap when the
   team stays the same. */
bool threads_ready(int n, struct err *e);

/* The same, with a trial each time: the plug-in of a library does not see how the engine's team has grown and shrunk
   meanwhile. */
bool threads_tried(int n, struct err *e);

/* threads_ready, then work(data, piece) for 0 .. pieces-1: with as many pieces as threads, one each; else each thread
   takes those that a static schedule gives it, then any that others have not begun. */
bool threads_share(int threads, int pieces, void (*work)(const void *data, int piece), const void *data, struct err *e);

/* After the work: the calling thread, thread 0 of its teams, may run anywhere again, since new threads inherit their
   creator's mask, and the team size returns to the default. The other threads stay bound. */
void threads_release(void);

/* From now on threads_ready binds threads to the places of places_choose; NULL: no longer. The caller keeps *t. Only
   the engine calls this: a plug-in's own copy of this file leaves threads where the engine has put them. */
void threads_pin(const struct topology *t);

/* number[t]: the processor that thread t of n runs on, pinned or not. Starts the team. */
bool threads_seats(int n, int *number, struct err *e);

/* Why the system refused to bind a thread; 0: it has not. */
int threads_refused(void);
