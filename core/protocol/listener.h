/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listener: the thread that hears commands while others are carried out. */
#pragma once

struct events;
struct queue;

/* Reads lines from `in`, numbers them, queues the commands, and carries out stop at once. Returns at `quit`, at the end
   of input, and when `wake` becomes readable or is closed on its other side. */
void listener_run(struct events *, struct queue *, int in, int wake);
