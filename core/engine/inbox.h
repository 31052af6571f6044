/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inbox: files sent by a front end on another machine, in a folder that is deleted with the engine. */
#pragma once

#include <pthread.h>

#include "core/engine/session.h"

struct inbox {
    pthread_mutex_t lock;
    bool closed;
    char folder[4096]; /* $TMPDIR/nzscope-inbox-XXXXXX, made for the first file; "" */
    int held;          /* the folder's descriptor, locked while the engine lives */
    int files;         /* begun so far */
    int fd;            /* of the incoming file; -1: none */
    char path[4400];
    uint64_t size, used, sum;
};

void inbox_begin(struct inbox *);
/* Deletes all files and refuses further ones. Any thread. */
void inbox_end(struct inbox *);
